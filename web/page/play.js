'use strict';

// What the engine is asked to do for as long as nobody wants something else.
const ENDLESS = 3_600_000;
const HASH = 64;
// The largest file, in bytes; the engine takes no more at once.
const MOST_BYTES = 2_000_000;

const lastPosition = ({ start, moves }) => moves.reduce((position, move) => position.moved(move), new Position(start));

// What the engine says of a fault, in the language of the page: `data().faults` has the
// English with names in braces, and the same in that language.
function inWords(text) {
  const escaped = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  for (const [english, own] of data().faults ?? []) {
    const names = [];
    const pattern = english.split(/\{(\w+)\}/).map((part, i) => {
      if (i % 2 === 0) return escaped(part);
      names.push(part);
      return '([^]+?)';
    });
    const found = new RegExp(`^${pattern.join('')}$`).exec(text);
    if (!found) continue;
    return own.replace(/\{(\w+)\}/g, (hole, name) => (names.includes(name) ? inWords(found[names.indexOf(name) + 1]) : hole));
  }
  return text;
}

class App {
  constructor() {
    const { engine: version, languages, lang } = data();
    this.tags = [];
    this.result = '*';
    this.engine = new Engine(load());
    const app = document.getElementById('app');
    const button = (id, text, onclick) => element('button', { id, text, onclick });
    const select = (id, name, entries, chosen, onchange) => {
      const made = element('select', { id, 'aria-label': name, title: name, onchange },
        ...entries.map(([value, text]) => element('option', { value, text })));
      made.value = String(chosen);
      return element('label', {}, element('span', { text: name }), made);
    };
    const card = (heading, ...content) => element('section', { class: 'card' }, element('h2', { text: heading }), ...content);
    const tools = (...content) => element('div', { class: 'bar-tools' }, ...content);
    const stage = element('div', { class: 'card stage' });
    const seconds = (list) => list.map((s) => [s * 1000, say('seconds', { n: s })]);
    const levels = Array.from({ length: 21 }, (_, i) => [i, i < 20 ? say('level-n', { n: i }) : say('level-full')]);
    const styles = [['simplified', '炮二平五（简）'], ['traditional', '炮二平五（繁）'], ['vietnamese', 'P2-5'], ['wxf', 'C2.5'], ['uci', 'h2e2']];
    const style = { 'zh-Hans': 'simplified', 'zh-Hant': 'traditional', vi: 'vietnamese' }[lang] ?? 'wxf';
    this.lines = element('div', { class: 'found', id: 'lines' });
    this.list = element('div', { class: 'moves', id: 'moves' });
    this.text = element('textarea', { id: 'text', spellcheck: 'false', placeholder: say('file-hint'), 'aria-label': say('file') });
    this.file = element('input', { type: 'file', id: 'file', hidden: '', onchange: () => this.readFile() });
    // What went wrong stands in the card of what was done.
    const fault = (id) => element('p', { class: 'status fault', id, role: 'alert' });
    this.faults = { play: fault('play-fault'), file: fault('fault'), setUp: fault('set-up-fault'), review: fault('review-fault') };
    this.palette = element('div', { class: 'palette', id: 'palette', hidden: '' });
    this.progress = element('progress', { id: 'progress', hidden: '', max: 1, value: 0 });
    this.reviewed = element('div', { class: 'bar-tools', id: 'reviewed' });
    const languageLinks = element('nav', { class: 'languages' }, ...languages.map(([tag, file, name]) =>
      (tag === lang ? element('b', { text: name }) : element('a', { href: file, text: name, hreflang: tag }))));
    app.append(element('header', {}, languageLinks, element('h1', { text: say('play-title') })),
      element('div', { class: 'columns' }, element('div', {}, stage), element('div', {},
        card(say('new-game'), tools(
          select('side', say('you-play'), [['red', say('red')], ['black', say('black')], ['both', say('both')]], 'red', () => { this.side = this.value('side'); this.changed(); }),
          select('level', say('level'), levels, 5, () => this.changed()),
          select('time', say('time'), seconds([1, 3, 10, 30]), 1000, () => this.changed())),
        tools(button('new', say('new-game'), () => this.newGame()), button('undo', say('take-back'), () => this.takeBack()),
          button('now', say('move-now'), () => this.engine.stop())), this.faults.play),
        card(say('play-analysis'), tools(button('analyse', say('analyse'), () => this.toggleAnalysis()),
          select('count', say('line-count'), [1, 2, 3, 4, 5].map((n) => [n, n]), 3, () => this.changed()),
          select('notation', say('notation'), styles, style, () => this.changed())), this.lines),
        card(say('moves'), this.list),
        card(say('file'), this.text, tools(button('open', say('open-text'), () => this.open({ text: this.text.value })),
          button('choose', say('open-file'), () => this.file.click()), button('fenbutton', say('show-fen'), () => this.showFen()),
          button('pgn', say('show-pgn'), () => this.showPgn()), button('save', say('save-pgn'), () => this.savePgn()), this.file), this.faults.file),
        this.setUp = card(say('set-up'), this.setUpTools = tools(button('edit', say('set-up'), () => this.toggleEditing()), button('clear', say('empty-board'), () => this.clearBoard()),
          button('turn', say('change-turn'), () => this.changeTurn())), this.faults.setUp),
        card(say('review'), tools(select('pace', say('time'), [[200, say('seconds', { n: .2 })], ...seconds([.5, 1, 3])], 500),
          button('review', say('review-now'), () => this.review())), this.progress, this.reviewed, this.faults.review))),
      element('footer', { text: say('keys-play', { engine: version }) }));
    this.table = new Table(stage, this);
    stage.querySelector('.board').after(this.palette);
    this.fillPalette();
    this.load({ start: '', moves: [] });
    this.engine.ready.then((hello) => {
      this.hello = hello;
      if (hello.error) this.complain(hello.error, 'play');
      document.documentElement.dataset.ready = hello.version ?? '';
    });
  }

  value(id) {
    return document.getElementById(id).value;
  }

  game() {
    return { start: this.table.game.start, moves: this.table.game.moves };
  }

  // Says what went wrong, in the card of what was done; nothing where all is well again.
  complain(text, where) {
    this.faults[where].textContent = text ? inWords(text) : '';
  }

  load(game, tags = [], result = '*') {
    [this.tags, this.result] = [tags, result];
    this.table.bar.firstChild.style.height = '50%';
    const start = game.start || 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';
    this.table.load({ start, moves: game.moves }, game.moves.length);
    this.changed();
  }

  // Whenever another position is to be seen, or something else is to be done about it: asks
  // the engine what may be played, and lets it play or analyse.
  async changed() {
    this.engine.stop();
    const { table } = this;
    [table.legal, table.selected, table.ideas] = [[], null, []];
    const turn = (this.turn = (this.turn ?? 0) + 1);
    table.refresh();
    const look = await this.engine.ask({ do: 'look', game: this.game(), ply: table.ply, style: this.value('notation') });
    if (turn !== this.turn || table.editing) return;
    if (look.error) return this.complain(look.error, 'play');
    this.look = look;
    const { verdict } = look;
    if (table.ply === table.game.moves.length && verdict.result !== '*') this.result = verdict.result;
    table.legal = verdict.result === '*' ? look.legal : [];
    listMoves(this.list, table, (i) => [look.texts[i]]);
    pointOut(this.list, table.ply);
    this.status();
    document.getElementById('undo').disabled = !table.ply;
    const side = this.value('side');
    const mine = side === 'both' || side === (this.red() ? 'red' : 'black');
    const isOver = verdict.result !== '*';
    const atEnd = table.ply === table.game.moves.length;
    document.getElementById('now').disabled = mine || isOver || !atEnd;
    table.refresh();
    if (!isOver && !mine && atEnd) await this.reply(turn);
    else if (!isOver && this.analysing) await this.analyse(turn);
    else if (!this.analysing) this.lines.replaceChildren();
    document.documentElement.dataset.idle = String(turn);
  }

  red() {
    return this.table.positions[this.table.ply].red;
  }

  // Who is to move, or how the game has ended.
  status(extra) {
    const { verdict, check } = this.look;
    const parts = [];
    if (verdict.key === 'none') {
      parts.push(element('b', { class: this.red() ? 'of-red' : 'of-black', text: this.red() ? say('red-moves') : say('black-moves') }));
      if (check) parts.push(' ', say('in-check'));
    } else {
      const piece = verdict.piece ? say(`piece.by.${verdict.piece}`) : '';
      const text = say(`judge.${verdict.key}`, { side: say(`side.by.${verdict.side}`), piece, square: verdict.square });
      parts.push(element('b', { id: 'verdict', text: `${verdict.result === '*' ? '' : `${verdict.result}  `}${text}` }));
    }
    if (this.look.opening) parts.push(element('br'), say(`opening.by.${this.look.opening}`));
    if (extra) parts.push(element('br'), extra);
    this.table.status.replaceChildren(...parts);
  }

  request(level, lines) {
    const { start, moves } = this.game();
    return { do: 'go', game: { start, moves: moves.slice(0, this.table.ply) }, style: this.value('notation'), time: 0, lines, level, hash: HASH };
  }

  async reply(turn) {
    this.status(say('thinking'));
    const level = Number(this.value('level'));
    const found = await this.engine.think(this.request(level, 1), Number(this.value('time')), ({ line }) => {
      if (turn === this.turn && level === 20) this.hear(line);
    });
    if (turn !== this.turn) return;
    if (found.error) return this.complain(found.error, 'play');
    if (found.best) this.play(found.best);
  }

  async analyse(turn) {
    this.found = [];
    await this.engine.think(this.request(20, Number(this.value('count'))), ENDLESS, ({ line }) => {
      if (turn === this.turn) this.hear(line);
    });
  }

  // A line of the search.
  hear(line) {
    this.found ??= [];
    if (line.rank === 1) this.table.bar.firstChild.style.height = `${line.chance}%`;
    if (!line.exact) return;
    this.found[line.rank - 1] = line;
    this.found.length = Math.max(line.rank, Math.min(this.found.length, Number(this.value('count'))));
    const [first] = this.found;
    this.lines.replaceChildren(...this.found.filter(Boolean).map(({ score, depth, texts }) => element('div', {},
      element('b', { class: (score.mate ?? score.cp) < 0 ? 'of-black' : 'of-red', text: points(score) }), element('small', { text: say('depth', { n: depth }) }),
      element('span', { text: texts.join(' ') }))));
    if (first) {
      const speed = first.time ? Math.round(first.nodes / first.time) : 0;
      this.lines.append(element('p', { id: 'figures', text: say('figures', { nodes: first.nodes.toLocaleString(), speed }) }));
    }
    this.table.ideas = this.analysing ? this.found.filter(Boolean).map(({ moves }) => moves[0]) : [];
    this.table.refresh();
  }

  play(move) {
    const { table } = this;
    const moves = table.game.moves.slice(0, table.ply).concat(move);
    this.result = '*';
    this.found = [];
    table.load({ start: table.game.start, moves }, moves.length);
    this.changed();
  }

  newGame() {
    this.stopEditing();
    for (const where of Object.keys(this.faults)) this.complain('', where);
    document.getElementById('side').value = this.side ?? 'red';
    this.engine.stop();
    this.engine.ask({ do: 'forget' });
    this.table.board.flipped = this.value('side') === 'black';
    this.table.bar.classList.toggle('flipped', this.table.board.flipped);
    this.table.board.again();
    this.load({ start: '', moves: [] });
  }

  // Back to where the person was to move.
  takeBack() {
    const { table } = this;
    const side = this.value('side');
    let ply = table.ply - 1;
    if (side !== 'both' && ply > 0 && table.positions[ply].red !== (side === 'red')) ply--;
    if (ply < 0) return;
    this.result = '*';
    table.load({ start: table.game.start, moves: table.game.moves.slice(0, ply) }, ply);
    this.changed();
  }

  toggleAnalysis() {
    this.analysing = !this.analysing;
    document.getElementById('analyse').classList.toggle('on', this.analysing);
    this.changed();
  }

  // Files.

  // Opens what a text says, or the bytes of a file in whatever format.
  async open(source) {
    this.stopEditing();
    const found = await this.engine.ask({ do: 'read', ...source });
    this.complain(found.error ?? found.faults?.[0], 'file');
    if (found.error) return;
    const [game] = found.games;
    if (!source.text) this.text.value = '';
    // Who opens a game that goes on plays the side to move, and is answered.
    const red = lastPosition(game).red;
    const side = game.result !== '*' || this.side === 'both' ? 'both' : red ? 'red' : 'black';
    document.getElementById('side').value = side;
    this.load(game, game.tags, game.result);
  }

  async readFile() {
    const [file] = this.file.files;
    this.file.value = '';
    if (!file) return;
    if (file.size > MOST_BYTES) return this.complain('too much at once', 'file');
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.open({ bytes: Array.from(bytes, (byte) => String.fromCharCode(byte)).join('') });
  }

  showFen() {
    this.text.value = this.table.editing ? `${this.table.editing.fen()} - - 0 1` : this.look.fen;
    this.text.select();
  }

  async pgn() {
    const known = (name) => this.tags.some(([key]) => key.toLowerCase() === name);
    const side = this.value('side');
    const level = Number(this.value('level'));
    const engine = `Chuhe ${level < 20 ? say('level-n', { n: level }) : ''}`.trim();
    const tags = [...this.tags];
    if (!known('date')) tags.push(['Date', new Date().toLocaleDateString('sv').replaceAll('-', '.')]);
    if (side !== 'both') {
      if (!known('red')) tags.push(['Red', side === 'black' ? engine : '?']);
      if (!known('black')) tags.push(['Black', side === 'red' ? engine : '?']);
    }
    const found = await this.engine.ask({ do: 'save', game: this.game(), style: this.value('notation'), tags, result: this.result });
    this.complain(found.error, 'file');
    return found.pgn ?? '';
  }

  async showPgn() {
    this.text.value = await this.pgn();
    this.text.select();
  }

  async savePgn() {
    download('game.pgn', await this.pgn(), 'application/x-chess-pgn');
  }

  // Setting up a position.

  fillPalette() {
    const pieces = [...'KABNRCPkabnrcp', ''];
    this.palette.append(...pieces.map((piece) => {
      const picture = element('svg:svg', { viewBox: '-50 -50 100 100' }, piece
        ? element('svg:use', { href: `#p${piece}` })
        : element('svg:path', { d: 'M-28 -28L28 28M28 -28L-28 28', stroke: 'currentColor', 'stroke-width': 8 }));
      return element('button', { 'data-piece': piece, title: piece || say('remove-piece'), onclick: () => this.choosePiece(piece) }, picture);
    }));
  }

  choosePiece(piece) {
    this.piece = piece;
    for (const button of this.palette.children) button.classList.toggle('on', button.dataset.piece === piece);
  }

  toggleEditing() {
    if (this.table.editing) return this.endEditing();
    this.engine.stop();
    this.turn++;
    this.startEditing(this.table.positions[this.table.ply]);
    this.choosePiece('R');
    this.palette.parentElement.scrollIntoView({ block: 'start' });
  }

  startEditing(position) {
    const { table } = this;
    [table.legal, table.selected, table.ideas] = [[], null, []];
    table.load({ start: position.fen(), moves: [] });
    table.editing = table.positions[0];
    this.palette.hidden = false;
    this.palette.after(this.setUpTools); // beside the board, also on a phone
    document.getElementById('edit').textContent = say('set-up-done');
    table.refresh();
    table.status.textContent = say('set-up-hint', { side: table.editing.red ? say('red') : say('black') });
  }

  stopEditing() {
    this.table.editing = null;
    this.palette.hidden = true;
    this.faults.setUp.before(this.setUpTools);
    document.getElementById('edit').textContent = say('set-up');
  }

  // The position counts once the engine accepts it.
  async endEditing() {
    const start = `${this.table.editing.fen()} - - 0 1`;
    const look = await this.engine.ask({ do: 'look', game: { start, moves: [] }, ply: 0, style: 'uci' });
    this.complain(look.error, 'setUp');
    if (look.error) {
      this.table.status.replaceChildren(element('span', { class: 'fault', text: inWords(look.error) }));
      return;
    }
    this.stopEditing();
    this.load({ start: look.start, moves: [] });
  }

  put(point) {
    const { table, piece } = this;
    const { points } = table.editing;
    const isThere = points[point] === piece;
    // There is one king of a side: it goes where it is put.
    if ('Kk'.includes(piece) && points.includes(piece)) points[points.indexOf(piece)] = '';
    points[point] = isThere ? '' : piece;
    table.refresh();
  }

  clearBoard() {
    this.startEditing(new Position('4k4/9/9/9/9/9/9/9/9/3K5 w'));
    this.choosePiece(this.piece ?? 'R');
  }

  changeTurn() {
    const position = this.table.position();
    const [places, side] = position.fen().split(' ');
    this.startEditing(new Position(`${places} ${side === 'w' ? 'b' : 'w'}`));
    this.choosePiece(this.piece ?? 'R');
  }

  // The report of the game, the same page that `chuhe analyze --report` writes.
  async review() {
    if (this.isReviewing) {
      this.engine.restart();
      return;
    }
    const button = document.getElementById('review');
    this.isReviewing = true;
    this.engine.stop();
    this.turn++;
    button.textContent = say('cancel');
    [this.progress.hidden, this.progress.value] = [false, 0];
    this.reviewed.replaceChildren();
    this.complain('', 'review');
    const request = { do: 'review', game: this.game(), style: this.value('notation'), tags: this.tags, result: this.result, time: Number(this.value('pace')), hash: HASH };
    const found = await this.engine.ask(request, ({ step, of }) => { this.progress.value = step / of; });
    this.isReviewing = false;
    button.textContent = say('review-now');
    this.progress.hidden = true;
    if (!found.error) {
      const page = report(found);
      const [game] = found.games;
      const sides = [['of-red', say('red'), game.red], ['of-black', say('black'), game.black]];
      this.reviewed.append(...sides.map(([color, name, side]) => element('span', { class: color, text: `${name} ${percentText(side.accuracy)}` })),
        element('button', { id: 'show-report', text: say('show-report'), onclick: () => window.open(URL.createObjectURL(new Blob([page], { type: 'text/html' }))) }),
        element('button', { id: 'save-report', text: say('save-report'), onclick: () => download('report.html', page, 'text/html') }));
      this.report = page;
    } else if (found.error !== 'ended') this.complain(found.error, 'review');
    this.changed();
  }
}

// On the first visit the language is the browser's.
function chooseLanguage() {
  const { lang, languages } = data();
  const link = (wanted) => languages.find(([tag]) => tag === wanted)?.[1];
  for (const anchor of document.querySelectorAll('.languages a')) {
    anchor.addEventListener('click', () => localStorage.setItem('chuhe-lang', anchor.hreflang));
  }
  try {
    const own = navigator.language;
    const guess = /^zh.*(hant|tw|hk|mo)/i.test(own) ? 'zh-Hant' : own.startsWith('zh') ? 'zh-Hans' : own.startsWith('vi') ? 'vi' : 'en';
    const wanted = localStorage.getItem('chuhe-lang') ?? guess;
    if (wanted !== lang && lang === 'en' && link(wanted)) location.replace(link(wanted));
  } catch { /* a page without storage keeps its language */ }
}

chooseLanguage();
globalThis.app = new App();
// A page that a host serves keeps itself for use without a network.
if (location.protocol !== 'file:') {
  document.head.append(element('link', { rel: 'manifest', href: 'manifest.webmanifest' }));
  navigator.serviceWorker?.register('sw.js').catch(() => {});
}
