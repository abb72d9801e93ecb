'use strict';

const SEARCH_TIME = 1.2; // seconds for the answer to a move that was tried
const KEPT = Number(say('limit_inaccuracy')); // percent of win chance: a move that loses less keeps what there is to keep

// Goes through the mistakes of a game, and asks for a better move at each. Any move that keeps
// what there is to keep is one. What the report does not know the engine is asked, if the page
// has it inside.
class Quiz {
  constructor(host, viewer, game, wanted, style) {
    [this.host, this.viewer, this.game, this.index, this.style, this.turn] = [host, viewer, game, 0, style, 0];
    this.plies = game().moves.flatMap((played, i) => (wanted(played) && game().positions[i].line.length ? [i] : []));
    viewer.tried = (move) => this.judge(move);
    this.ask();
  }

  ask() {
    [this.state, this.told, this.line] = ['ask', {}, null];
    this.turn++;
    this.viewer.quiz = true;
    this.viewer.go(this.plies[this.index]);
  }

  position() {
    return this.game().positions[this.plies[this.index]];
  }

  // Says what a move is worth; a right one and what was played need no board.
  judge(move) {
    // Behind an answer the board is free.
    if (['right', 'good'].includes(this.state) || this.viewer.inLine > 0) return false;
    if (this.viewer.ply !== this.plies[this.index]) return false;
    const ply = this.plies[this.index];
    const { line, others = [] } = this.position();
    const other = others.find((known) => known.move === move);
    this.turn++;
    this.told = { tried: moveText(this.viewer.positions[ply], move, this.style) };
    if (move === this.game().moves[ply].move) return this.refused('same', this.game().positions[ply + 1].line_text.slice(0, 3));
    if (move === line[0]) return this.accept('right', line);
    if (other && other.loss_chance < KEPT) return this.accept('good', other.line);
    if (other) return this.show('wrong', other.loss_chance, other.line_text.slice(1, 5));
    const engine = this.engine();
    this.state = engine ? 'thinking' : this.isComplete() ? 'worse' : 'unknown';
    this.told.chance = this.least();
    if (engine) this.search(engine, move);
    return false;
  }

  // Whether every move that keeps what there is to keep is in the report: by the tables, or
  // because its list of other moves ends with one that does not.
  isComplete() {
    const { others_complete: solved, others = [] } = this.position();
    return Boolean(solved) || !others.length || others.some((other) => other.loss_chance >= KEPT);
  }

  // What a move loses that is not in the report, at least.
  least() {
    const { others_complete: solved, others = [] } = this.position();
    return solved ? 50 : others.length ? Math.max(...others.map((other) => other.loss_chance)) : KEPT;
  }

  // Another move that will do, or the best one.
  accept(state, line) {
    [this.state, this.line] = [state, line];
    this.reveal();
    return true;
  }

  refused(state, answer) {
    this.state = state;
    this.told.answer = answer.join(' ');
    this.draw();
    return true;
  }

  show(state, chance, answer) {
    this.state = state;
    Object.assign(this.told, { chance, answer: answer.join(' ') });
    return false;
  }

  // The engine, from the first time it is wanted: one for all lessons of the page; none where
  // the page has none.
  engine() {
    if (document.getElementById('part-module')) Quiz.made ??= startEngine(16);
    return Quiz.made;
  }

  async search(made, move) {
    const turn = this.turn;
    const ply = this.plies[this.index];
    try {
      const engine = await made;
      if (turn !== this.turn) return;
      engine.stop();
      const game = { start: this.game().positions[0].fen, moves: this.game().moves.slice(0, ply).map((played) => played.move) };
      const board = boardAfter({ ...game, moves: game.moves.concat(move) });
      const red = this.viewer.positions[ply].red;
      const before = this.position().red_chance;
      // Without a legal move the other side has lost.
      const [found] = board.legalMoves.length ? await engine.analyse(board, { time: SEARCH_TIME }) : [];
      if (turn !== this.turn) return;
      const { chance, texts } = found ? lineFor(board, found, this.style) : { chance: red ? 100 : 0, texts: [] };
      const lost = Math.max(0, red ? before - chance : chance - before);
      this.show(lost < KEPT ? 'engine-good' : 'wrong', lost, texts.slice(0, 4));
    } catch {
      if (turn !== this.turn) return;
      this.state = this.isComplete() ? 'worse' : 'unknown'; // a browser without WebAssembly
    }
    document.documentElement.dataset.answered = this.state;
    this.draw();
  }

  reveal() {
    this.viewer.quiz = false;
    this.viewer.trial = [];
    this.viewer.goLine(1);
  }

  end() {
    this.turn++;
    this.viewer.quiz = false;
    this.viewer.tried = null;
    this.host.replaceChildren();
  }

  draw() {
    const played = this.game().moves[this.plies[this.index]];
    const number = say('of', { n: this.index + 1, count: this.plies.length });
    const isBack = !['ask', 'same', 'right', 'good'].includes(this.state) && !this.viewer.trial.length;
    if (isBack) { this.state = 'ask'; this.turn++; }
    const { line_text: [better] } = this.position();
    const { tried, answer = '', chance = 0 } = this.told;
    const button = (id, text, act) => element('button', { id, text, onclick: act });
    this.host.dataset.state = this.state;
    this.host.replaceChildren(element('p', {}, element('b', { text: `${say('learn')} ${number}: ` }),
      say(`quiz.by.${this.state}`, { move: played.text, grade: className(played), better, tried, answer, chance: chance.toFixed(1) })),
    element('p', { class: 'filters' },
      ['right', 'good'].includes(this.state) ? null : button('solve', say('quiz-solve'), () => this.accept('right', this.position().line)),
      this.index + 1 < this.plies.length ? button('another', say('quiz-next'), () => { this.index++; this.ask(); }) : null,
      button('enough', say('quiz-end'), () => this.host.dispatchEvent(new Event('enough')))));
  }
}
