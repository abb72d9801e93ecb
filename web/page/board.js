'use strict';

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
