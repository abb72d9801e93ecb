'use strict';

const HASH = 64; // MiB

const lastPosition = ({ start, moves }) => moves.reduce((position, move) => position.moved(move), new Position(start));

class App {
  constructor() {
    const { engine: version, languages, lang } = data();
    this.tags = [];
    this.result = '*';
    this.matching = new Matching();
    this.ready = startEngine(HASH);
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
    const levels = [['auto', say('level-auto')], ...Array.from({ length: 21 }, (_, i) => [i, i < 20 ? say('level-n', { n: i }) : say('level-full')])];
    const styles = [['simplified', '炮二平五（简）'], ['traditional', '炮二平五（繁）'], ['vietnamese', 'P2-5'], ['wxf', 'C2.5'], ['uci', 'h2e2']];
    const style = { 'zh-Hans': 'simplified', 'zh-Hant': 'traditional', vi: 'vietnamese' }[lang] ?? 'wxf';
    this.lines = element('div', { class: 'found', id: 'lines' });
    this.list = element('div', { class: 'moves', id: 'moves' });
    this.text = element('textarea', { id: 'text', spellcheck: 'false', placeholder: say('file-hint'), 'aria-label': say('file') });
    this.file = element('input', { type: 'file', id: 'file', hidden: '', onchange: () => this.readFile() });
    // What went wrong stands in the card of what was done.
    const fault = (id) => element('p', { class: 'status fault', id, role: 'alert' });
    this.faults = { play: fault('play-fault'), file: fault('fault'), setUp: fault('set-up-fault'), review: fault('review-fault'), drill: fault('drill-fault') };
    this.setUp = new SetUp(this);
    this.drill = new Drill(this, { select, button, tools });
    this.progress = element('progress', { id: 'progress', hidden: '', max: 1, value: 0 });
    this.reviewed = element('div', { class: 'bar-tools', id: 'reviewed' });
    const languageLinks = element('nav', { class: 'languages' }, ...languages.map(([tag, file, name]) =>
      (tag === lang ? element('b', { text: name }) : element('a', { href: file, text: name, hreflang: tag }))));
    app.append(element('header', {}, languageLinks, element('h1', { text: say('play-title') })),
      element('div', { class: 'columns' }, element('div', {}, stage), element('div', {},
        card(say('new-game'), tools(
          select('side', say('you-play'), [['red', say('red')], ['black', say('black')], ['both', say('both')]], 'red', () => { this.side = this.value('side'); this.drill.leave(); this.match(); this.changed(); }),
          select('level', say('level'), levels, 5, () => { this.match(); this.changed(); }),
          select('time', say('time'), seconds([1, 3, 10, 30]), 1000, () => this.changed())),
        tools(button('new', say('new-game'), () => this.newGame()), button('undo', say('take-back'), () => this.takeBack()),
          button('now', say('move-now'), () => this.engine?.stop()), button('resign', say('resign'), () => this.resign())), this.matching.element, this.faults.play),
        card(say('drill-title'), ...this.drill.content, this.faults.drill),
        card(say('play-analysis'), tools(button('analyse', say('analyse'), () => this.toggleAnalysis()),
          select('count', say('line-count'), [1, 2, 3, 4, 5].map((n) => [n, n]), 3, () => this.changed()),
          select('notation', say('notation'), styles, style, () => this.changed())), this.lines),
        card(say('moves'), this.list),
        card(say('file'), this.text, tools(button('open', say('open-text'), () => this.open(this.text.value)),
          button('choose', say('open-file'), () => this.file.click()), button('fenbutton', say('show-fen'), () => this.showFen()),
          button('pgn', say('show-pgn'), () => this.showPgn()), button('save', say('save-pgn'), () => this.savePgn()), this.file), this.faults.file),
        card(say('set-up'), this.setUp.tools, this.faults.setUp),
        card(say('review'), tools(select('pace', say('time'), [[200, say('seconds', { n: .2 })], ...seconds([.5, 1, 3])], 500),
          button('review', say('review-now'), () => this.review())), this.progress, this.reviewed, this.faults.review))),
      element('footer', { text: say('keys-play', { engine: version }) }));
    this.table = new Table(stage, this);
    stage.querySelector('.board').after(this.setUp.palette);
    this.table.status.after(this.drill.said);
    this.load({ start: '', moves: [] });
    this.ready.then((engine) => {
      this.engine = engine;
      this.matching.ready();
      this.match();
      document.documentElement.dataset.ready = chuhe.about().version;
      this.changed();
    }, (error) => this.complain(error, 'play'));
  }

  value(id) {
    return document.getElementById(id).value;
  }

  // How strong the engine plays.
  level() {
    const level = this.value('level');
    return level === 'auto' ? this.matching.level : Number(level);
  }

  // Another opponent, or another side: the game counts only where it has not begun.
  match() {
    const { game } = this.table;
    this.matching.begin(this.value('level') === 'auto' && this.value('side') !== 'both', !game.moves.length && game.start === chuhe.START_FEN);
  }

  game() {
    return { start: this.table.game.start, moves: this.table.game.moves };
  }

  // Says what went wrong, in the card of what was done; nothing where all is well again.
  complain(text, where) {
    this.faults[where].textContent = text ? inWords(String(text)) : '';
  }

  load(game, tags = [], result = '*') {
    this.drill.leave();
    [this.tags, this.result, this.resigned] = [tags, result, false];
    this.table.bar.firstChild.style.height = '50%';
    this.table.load({ start: game.start || chuhe.START_FEN, moves: game.moves }, game.moves.length);
    this.match();
    this.changed();
  }

  // Whenever another position is to be seen, or something else is to be done about it: asks
  // what may be played, and lets the engine play or analyse.
  async changed() {
    this.engine?.stop();
    const { table } = this;
    [table.legal, table.selected, table.ideas] = [[], null, []];
    const turn = (this.turn = (this.turn ?? 0) + 1);
    table.refresh();
    if (!this.engine || table.editing) return;
    let look;
    try {
      look = lookAt(this.game(), table.ply, this.value('notation'));
    } catch (error) {
      return this.complain(error, 'play');
    }
    this.seen = look;
    const atEnd = table.ply === table.game.moves.length;
    const isOver = look.outcome !== null || this.hasResigned();
    if (atEnd && look.outcome) this.result = look.outcome.result;
    table.legal = isOver ? [] : look.legal;
    listMoves(this.list, table, (i) => [look.texts[i]]);
    pointOut(this.list, table.ply);
    this.status();
    document.getElementById('undo').disabled = !table.ply;
    const side = this.value('side');
    const mine = side === 'both' || side === (this.red() ? 'red' : 'black');
    if (isOver && atEnd) this.count();
    if (atEnd) this.drill.look(look.outcome, isOver, table.ply);
    document.getElementById('resign').disabled = side === 'both' || isOver || !atEnd || !table.ply;
    document.getElementById('now').disabled = mine || isOver || !atEnd;
    table.refresh();
    try {
      if (!isOver && !mine && atEnd) await this.reply(turn);
      else if (!isOver && this.analysing) {
        this.matching.spoil();
        this.drill.spoil();
        await this.analyse(turn);
      } else if (!this.analysing) this.lines.replaceChildren();
    } catch (error) {
      if (turn === this.turn) this.complain(error, 'play');
    }
    document.documentElement.dataset.idle = String(turn);
  }

  red() {
    return this.table.positions[this.table.ply].red;
  }

  // Who is to move, or how the game has ended.
  status(extra) {
    const { outcome, check, opening } = this.seen;
    const parts = [];
    if (this.hasResigned()) {
      parts.push(element('b', { id: 'verdict', text: `${this.result}  ${say('resigned')}` }));
    } else if (!outcome) {
      parts.push(element('b', { class: this.red() ? 'of-red' : 'of-black', text: this.red() ? say('red-moves') : say('black-moves') }));
      if (check) parts.push(' ', say('in-check'));
    } else {
      parts.push(element('b', { id: 'verdict', text: `${outcome.result}  ${outcome.sentence(data().lang)}` }));
    }
    if (opening) parts.push(element('br'), say(`opening.by.${opening}`));
    if (extra) parts.push(element('br'), extra);
    this.table.status.replaceChildren(...parts);
  }

  async reply(turn) {
    if (this.drill.isOn) return this.play(String(this.drill.reply(this.seen.board) ?? ''));
    this.status(say('thinking'));
    const level = this.level();
    const { board } = this.seen;
    const best = await this.engine.play(board, { level, time: Number(this.value('time')) / 1000, onInfo: (line) => {
      if (turn === this.turn && level === 20) this.hear(board, line);
    } });
    if (turn === this.turn && best) this.play(String(best));
  }

  async analyse(turn) {
    this.found = [];
    const { board } = this.seen;
    await this.engine.analyse(board, { level: 20, multipv: Number(this.value('count')), onInfo: (line) => {
      if (turn === this.turn) this.hear(board, line);
    } });
  }

  // A line of the search.
  hear(board, found) {
    const line = lineFor(board, found, this.value('notation'));
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
    if (!move) return;
    const { table } = this;
    this.drill.moved(this.seen.board, move, table.ply, table.ply === table.game.moves.length);
    const moves = table.game.moves.slice(0, table.ply).concat(move);
    [this.result, this.resigned] = ['*', false];
    this.found = [];
    table.load({ start: table.game.start, moves }, moves.length);
    this.changed();
  }

  newGame() {
    document.getElementById('side').value = this.side ?? 'red';
    this.begin({ start: '', moves: [] });
  }

  // Another game or position, for whoever has chosen a side.
  begin(game) {
    this.setUp.stop();
    for (const where of Object.keys(this.faults)) this.complain('', where);
    this.engine?.stop();
    this.engine?.newGame();
    this.table.board.flipped = this.value('side') === 'black';
    this.table.bar.classList.toggle('flipped', this.table.board.flipped);
    this.table.board.again();
    this.load(game);
  }

  resign() {
    this.resigned = true;
    this.result = this.value('side') === 'red' ? '0-1' : '1-0';
    this.changed();
  }

  hasResigned() {
    return this.resigned && this.table.ply === this.table.game.moves.length;
  }

  // The result counts for the player's level.
  count() {
    const won = this.value('side') === 'red' ? '1-0' : '0-1';
    this.matching.end(this.result === won ? 1 : this.result === '1/2-1/2' ? 0.5 : 0);
  }

  // Back to where the person was to move.
  takeBack() {
    const { table } = this;
    const side = this.value('side');
    let ply = table.ply - 1;
    if (side !== 'both' && ply > 0 && table.positions[ply].red !== (side === 'red')) ply--;
    if (ply < 0) return;
    [this.result, this.resigned] = ['*', false];
    this.drill.tookBack(ply);
    table.load({ start: table.game.start, moves: table.game.moves.slice(0, ply) }, ply);
    this.changed();
  }

  toggleAnalysis() {
    this.analysing = !this.analysing;
    document.getElementById('analyse').classList.toggle('on', this.analysing);
    this.changed();
  }

  // Files.

  // Opens what a text says, or the bytes of a file in whatever format: its first game.
  open(source) {
    this.setUp.stop();
    this.complain('', 'file');
    try {
      const { value: game } = chuhe.read(source).next();
      const { fault, moves } = game ?? {};
      if (!game || (fault && !moves.length)) return this.complain(fault ?? 'there is no game', 'file');
      this.complain(fault, 'file');
      if (typeof source !== 'string') this.text.value = '';
      const opened = { start: game.startFen, moves: moves.map(String) };
      // Who opens a game that goes on plays the side to move, and is answered.
      const red = lastPosition(opened).red;
      document.getElementById('side').value = game.result !== '*' || this.side === 'both' ? 'both' : red ? 'red' : 'black';
      this.load(opened, Object.entries(game.tags), game.result);
    } catch (error) {
      this.complain(error, 'file');
    }
  }

  async readFile() {
    const [file] = this.file.files;
    this.file.value = '';
    if (file) this.open(await file.arrayBuffer());
  }

  showFen() {
    this.text.value = this.table.editing ? `${this.table.editing.fen()} - - 0 1` : this.seen.fen;
    this.text.select();
  }

  pgn() {
    const known = (name) => this.tags.some(([key]) => key.toLowerCase() === name);
    const side = this.value('side');
    const level = this.level();
    const engine = `Chuhe ${level < 20 ? say('level-n', { n: level }) : ''}`.trim();
    const tags = [...this.tags];
    if (!known('date')) tags.push(['Date', new Date().toLocaleDateString('sv').replaceAll('-', '.')]);
    if (side !== 'both') {
      if (!known('red')) tags.push(['Red', side === 'black' ? engine : '?']);
      if (!known('black')) tags.push(['Black', side === 'red' ? engine : '?']);
    }
    try {
      return this.record(tags).write('pgn', this.value('notation'));
    } catch (error) {
      this.complain(error, 'file');
      return '';
    }
  }

  // The game of the package, with tags and result.
  record(tags = this.tags) {
    const game = chuhe.Game.fromBoard(boardAfter(this.game()));
    for (const [key, value] of tags) game.setTag(key, value);
    game.result = this.result;
    return game;
  }

  showPgn() {
    this.text.value = this.pgn();
    this.text.select();
  }

  savePgn() {
    download('game.pgn', this.pgn(), 'application/x-chess-pgn');
  }

  // The report of the game, the same page that `chuhe analyze --report` writes.
  async review() {
    if (!this.engine) return;
    if (this.isReviewing) {
      this.isReviewing = false;
      await this.engine.restart();
      return;
    }
    const button = document.getElementById('review');
    this.matching.spoil();
    this.isReviewing = true;
    this.engine.stop();
    this.turn++;
    button.textContent = say('cancel');
    [this.progress.hidden, this.progress.value] = [false, 0];
    this.reviewed.replaceChildren();
    this.complain('', 'review');
    try {
      const [raw, page] = await makeReport(this.engine, this.record(), {
        time: Number(this.value('pace')) / 1000, style: this.value('notation'), hash: HASH, progress: (step, of) => { this.progress.value = step / of; },
      });
      this.reviewed.append(...reviewButtons(raw, page));
      this.report = page;
    } catch (error) {
      if (this.isReviewing) this.complain(error, 'review');
    }
    this.isReviewing = false;
    button.textContent = say('review-now');
    this.progress.hidden = true;
    this.changed();
  }
}

chooseLanguage();
globalThis.app = new App();
// A page that a host serves keeps itself for use without a network.
if (location.protocol !== 'file:') {
  document.head.append(element('link', { rel: 'manifest', href: 'manifest.webmanifest' }));
  navigator.serviceWorker?.register('sw.js').catch(() => {});
}
