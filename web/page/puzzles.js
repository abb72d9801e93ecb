'use strict';

// When a failed puzzle comes again: SM-2 (P. A. Wozniak, 1990). What is known of a puzzle is
// `{ n, ease, days, due, tries, fails }`: repetitions without a failure, the factor by which
// the days grow, the days to the next repetition and the day it falls on.
const DAY = 86_400_000;
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / DAY);

function repeated(known, quality, day) {
  let { n = 0, ease = 2.5, days = 0 } = known ?? {};
  if (quality < 3) [n, days] = [0, 1];
  else {
    days = n === 0 ? 1 : n === 1 ? 6 : Math.round(days * ease);
    n++;
  }
  ease = Math.max(1.3, ease + 0.1 - (5 - quality) * (0.08 + (5 - quality) * 0.02));
  return { n, ease: Math.round(ease * 1000) / 1000, days, due: day + days };
}

// What this browser knows of puzzles, by their id; a page without storage forgets it.
class Memory {
  constructor(name) {
    this.name = name;
    try {
      this.entries = JSON.parse(localStorage.getItem(name)) ?? {};
    } catch { this.entries = {}; }
    if (typeof this.entries !== 'object' || Array.isArray(this.entries)) this.entries = {};
  }

  of(id) {
    return this.entries[id];
  }

  // A puzzle was solved, or not: what failed once comes again until then and after.
  add(id, quality, day = today()) {
    const known = this.entries[id];
    const tries = (known?.tries ?? 0) + 1;
    const fails = (known?.fails ?? 0) + (quality < 3 ? 1 : 0);
    const plan = fails ? repeated(known?.fails ? known : undefined, quality, day) : {};
    this.entries[id] = { ...plan, tries, fails, last: quality };
    this.keep();
  }

  keep() {
    try {
      localStorage.setItem(this.name, JSON.stringify(this.entries));
      this.isKept = true;
    } catch { this.isKept = false; }
  }

  forget() {
    this.entries = {};
    this.keep();
  }
}

const isOver = (position) => position.points.every((piece, point) => piece === '' || !legalTargets(position, point).length);
const ENOUGH = 1200; // milliseconds for a refutation

class Puzzles {
  constructor() {
    this.data = data();
    this.memory = new Memory('chuhe-puzzles');
    this.order = this.data.puzzles.map((_, i) => i).sort((a, b) => this.data.puzzles[a].elo - this.data.puzzles[b].elo);
    const button = (id, text, onclick) => element('button', { id, text, onclick });
    const card = (heading, ...content) => element('section', { class: 'card' }, element('h2', { text: heading }), ...content);
    const tools = (...content) => element('div', { class: 'bar-tools' }, ...content);
    const stage = element('div', { class: 'card stage' });
    this.task = element('p', { class: 'task', id: 'task', role: 'status' });
    this.said = element('p', { class: 'status', id: 'said', 'aria-live': 'polite' });
    this.about = element('div', { id: 'about' });
    this.figures = element('div', { class: 'figures', id: 'figures' });
    this.list = element('div', { class: 'mistakes', id: 'puzzles' });
    this.choice = element('select', { id: 'which', 'aria-label': say('puzzle-which'), onchange: () => this.choose() });
    this.fillChoice();
    document.getElementById('app').append(
      element('header', {}, element('h1', { text: say('puzzle-title') }), element('p', { text: say('puzzle-total', { n: this.data.puzzles.length, games: this.data.games }) })),
      element('div', { class: 'columns' }, element('div', {}, stage), element('div', {},
        card(say('puzzle-this'), this.about),
        card(say('puzzle-progress'), this.figures, tools(button('forget', say('puzzle-forget'), () => this.forget()))),
        card(say('puzzle-list'), tools(this.choice), this.list))),
      element('footer', { text: say('keys-puzzles', { engine: this.data.engine }) }));
    this.viewer = new Viewer(stage, () => {}, false);
    this.viewer.status.remove();
    this.viewer.quiz = true;
    this.viewer.tried = (move) => this.tried(move);
    stage.prepend(this.task);
    stage.append(this.said, tools(button('again', say('puzzle-again'), () => this.again()), button('hint', say('puzzle-hint'), () => this.hint()),
      button('solution', say('puzzle-solution'), () => this.solution()), button('another', say('puzzle-next'), () => this.next())));
    document.addEventListener('keydown', (event) => this.key(event));
    this.choose();
    this.next(Number(location.hash.slice(1)) - 1);
    document.documentElement.dataset.ready = 'yes';
  }

  // The engine, from the first time it is wanted; none where the page has none.
  engine() {
    if (document.getElementById('part-module')) this.made ??= startEngine(16);
    return this.made;
  }

  puzzle() {
    return this.data.puzzles[this.index];
  }

  fillChoice() {
    const count = (is) => this.data.puzzles.filter(is).length;
    const names = [...new Set(this.data.puzzles.flatMap(({ names }) => names))];
    const entries = [['', say('puzzle-all'), () => true], ...['mate', 'win', 'draw'].map((goal) => [goal, say(`puzzle-goal.by.${goal}`), (puzzle) => puzzle.goal === goal]),
      ...names.map((name) => [name, say(`pattern.by.${name}`), (puzzle) => puzzle.names.includes(name)])].filter(([, , is]) => count(is));
    this.choice.append(...entries.map(([value, text, is]) => element('option', { value, text: `${text} (${count(is)})` })));
    this.filters = new Map(entries.map(([value, , is]) => [value, is]));
  }

  choose() {
    const is = this.filters.get(this.choice.value) ?? (() => true);
    this.shown = this.order.filter((i) => is(this.data.puzzles[i]));
    this.draw();
  }

  // The puzzle that comes next: what is due, the longest first; then what was never tried,
  // the easiest first; then what is due soonest.
  following() {
    const known = (i) => this.memory.of(this.data.puzzles[i].id);
    const others = this.shown.filter((i) => i !== this.index);
    const due = others.filter((i) => known(i)?.due <= today()).sort((a, b) => known(a).due - known(b).due);
    const fresh = others.filter((i) => !known(i));
    const later = others.filter((i) => known(i)?.due > today()).sort((a, b) => known(a).due - known(b).due);
    return due[0] ?? fresh[0] ?? later[0] ?? others[0] ?? this.shown[0];
  }

  next(wanted) {
    this.index = this.data.puzzles[wanted] ? wanted : this.following();
    if (this.index === undefined) return;
    history.replaceState(null, '', `#${this.index + 1}`);
    [this.made_moves, this.quality, this.state] = [[], 5, 'ask'];
    this.viewer.load({ start: this.puzzle().fen, moves: [] });
    this.viewer.board.flipped = !this.viewer.positions[0].red;
    this.viewer.board.label();
    this.show();
  }

  // The position after the moves of the line that have been made.
  show(more = []) {
    const moves = this.made_moves.concat(more);
    this.viewer.load({ start: this.puzzle().fen, moves });
    this.viewer.go(moves.length);
    this.draw();
  }

  expected() {
    return this.puzzle().moves[this.made_moves.length];
  }

  // A move on the board. The last of a mate may be any that mates.
  tried(move) {
    const { viewer } = this;
    if (this.state !== 'ask' || viewer.ply !== this.made_moves.length) return this.state !== 'done';
    const isLast = this.made_moves.length === this.puzzle().moves.length - 1;
    const isMate = this.puzzle().goal === 'mate' && isLast && isOver(viewer.positions[viewer.ply].moved(move));
    if (move === this.expected() || isMate) this.right(move);
    else this.wrong(move);
    return true;
  }

  right(move) {
    this.made_moves.push(move);
    if (this.made_moves.length >= this.puzzle().moves.length) return this.finish();
    this.made_moves.push(this.expected());
    this.said.textContent = say('puzzle-right');
    this.show();
  }

  async wrong(move) {
    [this.state, this.quality] = ['wrong', Math.min(this.quality, 2)];
    this.show([move]);
    this.said.textContent = say('puzzle-wrong');
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const engine = await this.engine();
    if (!engine || turn !== this.turn) return;
    engine.stop();
    const board = boardAfter({ start: this.puzzle().fen, moves: this.made_moves.concat(move) });
    if (!board.legalMoves.length) return;
    const [line] = await engine.analyse(board, { time: ENOUGH / 1000 });
    if (turn === this.turn && this.state === 'wrong' && line) this.refuted(lineFor(board, line, this.data.style));
  }

  // Shows what the engine replies, and what that is worth to the solver.
  refuted({ moves, texts, score, chance }) {
    const isRed = this.viewer.positions[0].red;
    const own = isRed ? chance : 100 - chance;
    const key = own >= 75 && this.puzzle().goal !== 'draw' ? 'slow' : 'refuted';
    this.said.textContent = say(`puzzle-reply.by.${key}`, { line: texts.slice(0, 6).join(' '), score: points(score) });
    this.viewer.line = moves;
    this.viewer.board.show(this.viewer.board.position, moves[0]);
    document.documentElement.dataset.refuted = moves[0];
  }

  again() {
    if (this.state === 'done') return this.restart();
    this.state = 'ask';
    this.said.textContent = '';
    this.show();
  }

  restart() {
    [this.made_moves, this.quality, this.state] = [[], 5, 'ask'];
    this.said.textContent = '';
    this.show();
  }

  hint() {
    if (this.state !== 'ask') return;
    this.quality = Math.min(this.quality, 3);
    this.viewer.go(this.made_moves.length);
    this.viewer.board.mark(pointOf(this.expected()), []);
    this.said.textContent = say('puzzle-hinted');
  }

  solution() {
    if (this.state === 'done') return;
    this.quality = Math.min(this.quality, 1);
    this.finish();
  }

  finish() {
    const { id, moves } = this.puzzle();
    this.state = 'done';
    this.turn = (this.turn ?? 0) + 1;
    const isSolved = this.made_moves.length >= moves.length;
    this.memory.add(id, this.quality);
    this.viewer.load({ start: this.puzzle().fen, moves });
    this.viewer.go(isSolved ? moves.length : 0);
    this.said.textContent = this.quality >= 3 ? say('puzzle-solved') : isSolved ? say('puzzle-late') : say('puzzle-shown');
    this.draw();
  }

  forget() {
    if (!confirm(say('puzzle-forget-sure'))) return;
    this.memory.forget();
    this.draw();
  }

  draw() {
    if (this.index === undefined) return;
    const puzzle = this.puzzle();
    const red = this.viewer.positions[0].red;
    this.task.replaceChildren(element('b', { class: red ? 'of-red' : 'of-black', text: say(`puzzle.by.${puzzle.goal}`, { side: say(red ? 'red' : 'black'), n: puzzle.mate }) }));
    const line = (text) => (text ? element('p', { text }) : null);
    const isDone = this.state === 'done';
    const texts = this.data.texts[this.index];
    this.about.replaceChildren(...[
      line(say('puzzle-elo', { n: puzzle.elo })),
      line(say(`puzzle-ground.by.${puzzle.ground}`)),
      isDone ? line(texts.join(' ')) : null,
      isDone ? line(puzzle.names.map((name) => say(`pattern.by.${name}`)).join(' · ')) : null,
      isDone ? line([[puzzle.red, puzzle.black].filter(Boolean).join(' – '), puzzle.event, puzzle.date].filter(Boolean).join(' · ')) : null,
    ].filter(Boolean));
    const known = (i) => this.memory.of(this.data.puzzles[i].id);
    const all = this.order;
    const count = (is) => all.filter((i) => is(known(i))).length;
    const figure = (id, text, n) => element('div', {}, element('b', { id, text: n }), element('span', { text }));
    this.figures.replaceChildren(figure('solved', say('puzzle-count-solved'), count((entry) => entry && entry.last >= 3)),
      figure('failed', say('puzzle-count-failed'), count((entry) => entry && entry.last < 3)),
      figure('due', say('puzzle-count-due'), count((entry) => entry?.due <= today())),
      figure('left', say('puzzle-count-new'), count((entry) => !entry)));
    if (this.memory.isKept === false) this.figures.append(element('p', { text: say('puzzle-unkept') }));
    refill(this.list, this.shown.map((i) => {
      const [entry, other] = [known(i), this.data.puzzles[i]];
      const mark = entry ? (entry.last >= 3 ? '✓' : '✗') : '·';
      return element('button', { 'data-ply': i, class: i === this.index ? 'here' : null, onclick: () => this.next(i) },
        element('span', { text: mark }), element('span', { text: `${i + 1}. ${say(`puzzle-goal.by.${other.goal}`)}${other.mate ? ` ${other.mate}` : ''}` }), element('small', { text: other.elo }));
    }));
    document.getElementById('hint').disabled = this.state !== 'ask';
    document.getElementById('solution').disabled = isDone;
    document.documentElement.dataset.state = this.state;
  }

  key(event) {
    if (['SELECT', 'INPUT'].includes(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = { n: () => this.next(), h: () => this.hint(), s: () => this.solution(), r: () => this.again() };
    const act = acts[event.key];
    if (act) { event.preventDefault(); act(); }
  }
}

globalThis.app = new Puzzles();
