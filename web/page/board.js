'use strict';

// Elements of HTML and of SVG; `on…` are listeners, `text` is content.
function element(name, attributes = {}, ...children) {
  const made = name.startsWith('svg:')
    ? document.createElementNS('http://www.w3.org/2000/svg', name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'text') made.textContent = value;
    else made.setAttribute(key, value);
  }
  for (const child of children) {
    if (child !== null && child !== undefined) made.append(child);
  }
  return made;
}

// Puts these in the place of what an element holds; not as the arguments of one call, which
// takes only so many.
function refill(host, nodes) {
  host.replaceChildren();
  for (const node of nodes) host.append(node);
}

// The least and the most of some numbers.
function extent(numbers) {
  let [least, most] = [Infinity, -Infinity];
  for (const n of numbers) {
    if (n < least) least = n;
    if (n > most) most = n;
  }
  return [least, most];
}

// The texts of the page's language; `{name}` stands for a value.
const texts = JSON.parse(document.getElementById('texts').textContent);
function say(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => (name in values ? values[name] : hole));
}

// A mean in percent, or a dash where no move is judged.
const percentText = (mean) => (mean === null ? '–' : `${mean.toFixed(1)} %`);

// The name of an opening by its key; nothing for an opening without one.
const openingName = (key) => (key ? say(`opening.by.${key}`) : '');

const FILES = 9;
const RANKS = 10;

// A point from `h2`: 0 is a0, 89 is i9; and back.
const pointOf = (text) => (text.charCodeAt(1) - 48) * FILES + text.charCodeAt(0) - 97;
const nameOf = (point) => String.fromCharCode(97 + point % FILES) + Math.floor(point / FILES);

// What stands where, and who is to move. Knows how moves change that, not which
// are legal.
class Position {
  constructor(fen) {
    const fields = fen.trim().split(/\s+/);
    this.points = new Array(FILES * RANKS).fill('');
    fields[0].split('/').forEach((row, i) => {
      let file = 0;
      for (const c of row) {
        if (c >= '1' && c <= '9') file += Number(c);
        else this.points[(RANKS - 1 - i) * FILES + file++] = c;
      }
    });
    this.red = fields[1] !== 'b';
    this.number = Number(fields[5]) || 1;
    this.last = null;
  }

  moved(text) {
    const next = Object.create(Position.prototype);
    next.points = this.points.slice();
    const [from, to] = [pointOf(text), pointOf(text.slice(2))];
    next.points[to] = next.points[from];
    next.points[from] = '';
    next.red = !this.red;
    next.number = this.number + (this.red ? 0 : 1);
    next.last = text;
    return next;
  }

  // The first two fields of a FEN, which is what a picture can show.
  fen() {
    const rows = [];
    for (let rank = RANKS - 1; rank >= 0; rank--) {
      let row = '';
      let gap = 0;
      for (let file = 0; file < FILES; file++) {
        const piece = this.points[rank * FILES + file];
        if (!piece) { gap++; continue; }
        row += (gap || '') + piece;
        gap = 0;
      }
      rows.push(row + (gap || ''));
    }
    return `${rows.join('/')} ${this.red ? 'w' : 'b'}`;
  }
}

// Moves in words, as the engine writes them.
const NUMERALS = '一二三四五六七八九';
const SCRIPTS = {
  simplified: { K: '帅', A: '仕', B: '相', N: '马', R: '车', C: '炮', P: '兵', k: '将', a: '士', b: '象', n: '马', r: '车', c: '炮', p: '卒', ways: '进平退', places: '前中后' },
  traditional: { K: '帥', A: '仕', B: '相', N: '馬', R: '車', C: '炮', P: '兵', k: '將', a: '士', b: '象', n: '馬', r: '車', c: '炮', p: '卒', ways: '進平退', places: '前中後' },
  wxf: { k: 'K', a: 'A', b: 'E', n: 'H', r: 'R', c: 'C', p: 'P', ways: '+.-' },
  vietnamese: { k: 'Tg', a: 'S', b: 'T', n: 'M', r: 'X', c: 'P', p: 'B', ways: '.-/' },
};

// A move in a style; coordinates in one that has no words.
function moveText(position, move, style) {
  const script = SCRIPTS[style];
  const [from, to] = [pointOf(move), pointOf(move.slice(2))];
  const piece = position.points[from];
  if (style === 'iccs') return `${move.slice(0, 2)}-${move.slice(2)}`.toUpperCase();
  if (style === 'uci1') return [from, to].map((point) => String.fromCharCode(97 + point % FILES) + (Math.floor(point / FILES) + 1)).join('');
  if (!script || !piece) return move;
  const red = piece === piece.toUpperCase();
  const kind = piece.toLowerCase();
  // Files and ranks as the player counts them.
  const fileOf = (point) => (red ? FILES - point % FILES : point % FILES + 1);
  const rankOf = (point) => (red ? Math.floor(point / FILES) : RANKS - 1 - Math.floor(point / FILES));
  const climb = rankOf(to) - rankOf(from);
  const way = script.ways[1 - Math.sign(climb)];
  const file = fileOf(from);
  const number = climb === 0 || 'abn'.includes(kind) ? fileOf(to) : Math.abs(climb);
  const like = position.points.flatMap((other, point) => (other === piece ? [point] : []));
  const counts = new Array(FILES + 1).fill(0);
  for (const point of like) counts[fileOf(point)]++;
  const count = counts[file];
  const index = like.filter((point) => fileOf(point) === file && rankOf(point) > rankOf(from)).length;
  const isRear = index + 1 === count;
  const isPlain = 'kab'.includes(kind) || count < 2;
  const isCrowded = counts.filter((n) => n > 1).length > 1;
  if (style === 'vietnamese') {
    const mark = index === 0 ? 't' : isRear ? 's' : 'g';
    const place = isPlain ? file : isCrowded ? mark + file : count > 3 && mark === 'g' ? mark + (index + 1) : mark;
    return `${script[kind]}${place}${way}${number}`;
  }
  if (style === 'wxf') {
    const letter = script[kind];
    let head = letter + file;
    if (!isPlain && isCrowded) head = file + (index === 0 ? '+' : isRear ? '-' : String(file));
    else if (!isPlain && index * 2 + 1 !== count) {
      head = count > 3 && (index === 0 || isRear) ? (index === 0 ? '++' : '--') : letter + (index * 2 < count ? '+' : '-');
    }
    return head + way + number;
  }
  const numeral = (n) => (red ? NUMERALS[n - 1] : String.fromCharCode(0xff10 + n));
  const place = count > 3 ? NUMERALS[index] : script.places[index === 0 ? 0 : isRear ? 2 : 1];
  const head = isPlain ? script[piece] + numeral(file) : place + (isCrowded ? numeral(file) : script[piece]);
  return head + way + numeral(number);
}

// Moves that follow each other, in words.
function lineText(position, moves, style) {
  const texts = [];
  for (const move of moves) {
    texts.push(moveText(position, move, style));
    position = position.moved(move);
  }
  return texts.join(' ');
}

// The board. Lines and pieces are drawn once, in the page; here they are put in
// their places: 100 units from line to line, 80 from the edge to the first.
class Board {
  constructor(host) {
    this.faces = 'p';
    this.flipped = false;
    this.pieces = element('svg:g');
    this.over = element('svg:g');
    this.marks = element('svg:g');
    this.labels = element('svg:g', { fill: '#6b4423', 'font-size': 24, 'text-anchor': 'middle' });
    this.svg = element('svg:svg', { viewBox: '0 0 960 1060', role: 'img', 'aria-label': say('board') },
      element('svg:use', { href: '#ground' }), this.pieces, this.over, this.marks, this.labels);
    host.append(this.svg);
    this.label();
  }

  // The numbers of the files, each side's from its right: Chinese for Red, others for Black.
  label() {
    const at = (text, x, y) => element('svg:text', { x, y, text });
    this.labels.replaceChildren(...[...'九八七六五四三二一'].flatMap((red, i) => {
      const x = this.flipped ? 880 - i * 100 : 80 + i * 100;
      return [at(red, x, this.flipped ? 32 : 1048), at(String(i + 1), x, this.flipped ? 1048 : 32)];
    }));
  }

  place(point) {
    const [file, rank] = [point % FILES, Math.floor(point / FILES)];
    return this.flipped ? [880 - file * 100, 80 + rank * 100] : [80 + file * 100, 980 - rank * 100];
  }

  // The point nearest to a click; none beside the board.
  pointAt(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 960;
    const y = ((event.clientY - box.top) / box.height) * 1060;
    const [column, row] = [Math.round((x - 80) / 100), Math.round((y - 80) / 100)];
    const [file, rank] = this.flipped ? [FILES - 1 - column, row] : [column, RANKS - 1 - row];
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS ? rank * FILES + file : undefined;
  }

  // Marks a piece that was picked up, and where it may go.
  mark(selected, targets) {
    this.marks.replaceChildren();
    if (selected === null) return;
    const ring = (point, r, fill, stroke) => {
      const [cx, cy] = this.place(point);
      this.marks.append(element('svg:circle', { cx, cy, r, fill, stroke, 'stroke-width': 7 }));
    };
    ring(selected, 46, 'none', '#1d62a6');
    for (const point of targets) ring(point, this.position.points[point] ? 46 : 14, this.position.points[point] ? 'none' : '#1d62a6', '#1d62a6');
  }

  // Shows a position, the move that should be made in it and the bad one that was.
  show(position, arrow, bad) {
    [this.position, this.arrow, this.bad] = [position, arrow, bad];
    this.mark(null, []);
    this.pieces.replaceChildren(...position.points.flatMap((piece, point) => {
      if (!piece) return [];
      const [x, y] = this.place(point);
      return [element('svg:use', { href: `#${this.faces}${piece}`, x, y })];
    }));
    this.over.replaceChildren();
    if (position.last) {
      for (const point of [pointOf(position.last), pointOf(position.last.slice(2))]) {
        this.over.append(element('svg:path', { d: this.brackets(point), fill: 'none', stroke: '#1d62a6',
          'stroke-width': 6, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }));
      }
    }
    for (const [move, fill] of [[bad, '#b0241a'], [arrow, '#1b7f4b']]) {
      if (move) this.over.append(element('svg:path', { d: this.arrowPath(move), fill, 'fill-opacity': .72 }));
    }
  }

  again() {
    this.label();
    this.show(this.position, this.arrow, this.bad);
  }

  brackets(point) {
    const [x, y] = this.place(point);
    return [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([dx, dy]) => {
      const [cx, cy] = [x + dx * 47, y + dy * 47];
      return `M${cx - dx * 16} ${cy}L${cx} ${cy}L${cx} ${cy - dy * 16}`;
    }).join('');
  }

  arrowPath(move) {
    const [x1, y1] = this.place(pointOf(move));
    const [x2, y2] = this.place(pointOf(move.slice(2)));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const at = (along, across) => `${x1 + ux * along - uy * across} ${y1 + uy * along + ux * across}`;
    const [start, neck, tip] = [18, length - 44, length - 8];
    return `M${at(start, -8)}L${at(neck, -8)}L${at(neck, -24)}L${at(tip, 0)}L${at(neck, 24)}L${at(neck, 8)}L${at(start, 8)}Z`;
  }
}

// A position as a small picture.
function smallBoard(fen) {
  const picture = element('span', { class: 'small-board' });
  const board = new Board(picture);
  board.labels.remove();
  board.show(new Position(fen), null, null);
  return picture;
}

// A board with a game on it, to be stepped through by buttons, keys and clicks, and on which
// moves can be tried. `show(viewer)` is called whenever something else is to be seen.
// `tried(move)`, if set, is asked first about a move, and returns whether that was all.
class Viewer {
  constructor(host, show, hasBar) {
    this.show = show;
    this.bar = hasBar ? element('div', { class: 'bar', 'aria-hidden': 'true' }, element('i')) : null;
    const frame = element('div', { class: hasBar ? 'board' : 'board bare' }, this.bar);
    this.board = new Board(frame);
    this.picked = null;
    this.board.svg.addEventListener('click', (event) => this.click(event));
    this.status = element('p', { class: 'status', 'aria-live': 'polite' });
    this.fen = element('code', { class: 'fen', id: 'fen', title: say('position') });
    const button = (id, text, title, act) =>
      element('button', { id, text, title, 'aria-label': title, onclick: () => act() });
    host.append(frame, element('div', { class: 'controls' },
      button('first', '«', say('start'), () => this.go(0)),
      button('back', '‹', say('back'), () => this.step(-1)),
      button('next', '›', say('forward'), () => this.step(1)),
      button('last', '»', say('end'), () => this.go(this.positions.length - 1)),
      button('flip', '⇅', say('flip'), () => this.flip()),
      button('faces', '帥 K', say('faces'), () => this.toggleFaces())),
    this.status, this.fen);
    document.addEventListener('keydown', (event) => this.key(event));
    this.load({ start: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w', moves: [] });
  }

  // A game: `start`, a FEN, and `moves`, coordinates.
  load(game, ply = 0) {
    this.game = game;
    this.positions = [new Position(game.start)];
    for (const move of game.moves) this.positions.push(this.positions.at(-1).moved(move));
    this.ply = Math.min(ply, game.moves.length);
    this.line = [];
    this.bad = null;
    this.inLine = 0;
    this.trial = [];
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.positions.length - 1));
    this.inLine = 0;
    this.trial = [];
    this.refresh();
  }

  step(by) {
    if (this.trial.length) {
      if (by < 0) this.trial.pop();
      return this.refresh();
    }
    if (!this.inLine) return this.go(this.ply + by);
    this.goLine(this.inLine + by);
  }

  // Shows the position after so many moves of the line; 0 is the game itself.
  goLine(count) {
    this.inLine = Math.max(0, Math.min(count, this.line.length));
    this.trial = [];
    this.refresh();
  }

  // Picks a piece up, puts it down where it may go, or steps: back in the left third of the
  // board, forward elsewhere.
  click(event) {
    const position = this.board.position;
    const point = this.board.pointAt(event);
    const from = this.picked;
    this.picked = null;
    if (from !== null && point !== undefined && legalTargets(position, from).includes(point)) {
      return this.attempt(nameOf(from) + nameOf(point));
    }
    const targets = point === undefined || point === from ? [] : legalTargets(position, point);
    this.board.mark(targets.length ? point : null, targets);
    if (targets.length) { this.picked = point; return; }
    if (from !== null) return;
    const box = this.board.svg.getBoundingClientRect();
    this.step(event.clientX < box.left + box.width / 3 ? -1 : 1);
  }

  // Makes a move of one's own: the one of the game or of the line goes on there.
  attempt(move) {
    if (!this.trial.length) {
      if (this.tried?.(move)) return;
      if (!this.inLine && this.game.moves[this.ply] === move) return this.go(this.ply + 1);
      if (!this.quiz && this.line[this.inLine] === move) return this.goLine(this.inLine + 1);
    }
    this.trial.push(move);
    this.refresh();
  }

  refresh() {
    this.picked = null;
    this.show(this);
    let position = this.positions[this.ply];
    for (const move of this.line.slice(0, this.inLine).concat(this.trial)) position = position.moved(move);
    const isPlain = !this.trial.length && !this.quiz;
    this.board.show(position, isPlain ? this.line[this.inLine] : null, isPlain && !this.inLine ? this.bad : null);
    this.fen.textContent = position.fen();
  }

  // Back to the game: from one's own moves, or from the line.
  leave() {
    if (!this.trial.length) return this.goLine(0);
    this.trial = [];
    this.refresh();
  }

  flip() {
    this.board.flipped = !this.board.flipped;
    this.bar?.classList.toggle('flipped', this.board.flipped);
    this.board.again();
  }

  toggleFaces() {
    this.board.faces = this.board.faces === 'p' ? 'l' : 'p';
    this.board.again();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || ['SELECT', 'INPUT', 'TEXTAREA'].includes(event.target.tagName)) return;
    const acts = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      Home: () => this.go(0), End: () => this.go(this.positions.length - 1),
      Escape: () => this.leave(), f: () => this.flip(), p: () => this.toggleFaces(),
    };
    const act = acts[event.key];
    if (act) { event.preventDefault(); act(); }
  }
}

// `12. ` before Red's move, `12... ` before Black's.
const numberOf = (position) => `${position.number}.${position.red ? '' : '..'} `;

// `+0.35`, `#3`, `#-2`.
function points(score) {
  if ('mate' in score) return `#${score.mate}`;
  return (score.cp >= 0 ? '+' : '−') + (Math.abs(score.cp) / 100).toFixed(2);
}

// The moves of the game as buttons that lead to them; `content(i)` is what the
// button of a move has on it.
function listMoves(list, viewer, content) {
  const cells = viewer.positions.slice(0, -1).flatMap((before, i) => [
    before.red || i === 0 ? element('span', { text: `${before.number}.` }) : null,
    !before.red && i === 0 ? element('span', { text: '…' }) : null,
    element('button', { 'data-ply': i + 1, onclick: () => viewer.go(i + 1) }, ...content(i)),
  ]).filter(Boolean);
  list.classList.toggle('empty', !cells.length);
  refill(list, cells.length ? cells : [say('no-moves')]);
}

// Shows which entry of a list belongs to a ply.
function pointOut(list, ply) {
  list.querySelector('.here')?.classList.remove('here');
  const entry = list.querySelector(`[data-ply="${ply}"]`);
  entry?.classList.add('here');
  reveal(list, entry);
}

// Scrolls a list so that one of its entries can be seen, and nothing else.
function reveal(list, entry) {
  if (!entry) return;
  const [top, bottom] = [entry.offsetTop - list.offsetTop, entry.offsetTop - list.offsetTop + entry.offsetHeight];
  const offset = getComputedStyle(list).position === 'static' ? 0 : list.offsetTop;
  if (top + offset < list.scrollTop) list.scrollTop = top + offset;
  else if (bottom + offset > list.scrollTop + list.clientHeight) list.scrollTop = bottom + offset - list.clientHeight;
}

const data = () => JSON.parse(document.getElementById('data').textContent);

// While the work goes on its page is written again, and loads itself again unless somebody is
// busy with it. When no new one has come for a long time it stops that and says so.
function keepLoading({ reload, written, patience }, isBusy, note) {
  if (!reload) return;
  let timer = 0;
  const look = (isFirst) => {
    if (Date.now() / 1000 > written + patience) {
      clearInterval(timer);
      note.textContent = say('given-up', { time: new Date(1000 * written).toLocaleString(document.documentElement.lang) });
    } else if (!isFirst && !isBusy()) location.reload();
  };
  timer = setInterval(look, 1000 * reload);
  look(true);
}

// How far the work is: `3 of 9 games so far`, or nothing when all is done.
function progressText({ reload, interrupted, wanted }, games) {
  if (reload) return say('so-far', { n: games, count: wanted });
  return interrupted ? say('interrupted', { n: games, count: wanted }) : '';
}
