'use strict';

// How a person has done in one position: `made` moves, of which `kept` kept the value; whether there
// was help; the ply of the move that gave the value away; and how it has ended.
const attempt = () => ({ made: 0, kept: 0, helped: false, slipped: null, ended: null });

// `clean`, `helped`, `failed`, `open`, or null where nothing was tried.
function markOf({ made, helped, slipped, ended }) {
  if (ended) return helped || slipped !== null ? 'helped' : 'clean';
  if (ended === false || slipped !== null) return 'failed';
  return made || helped ? 'open' : null;
}

// Endings to practise on the board of the page, against an opponent that makes no mistake. The tables
// are given to the page when the first position is wanted.
class Drill {
  constructor(app, parts) {
    this.app = app;
    this.isOn = false;
    this.tally = { clean: 0, helped: 0, failed: 0, open: 0, made: 0, kept: 0 };
    const { select, button, tools } = parts;
    const names = (list, key) => list.map((name) => [name, say(`drill-${key}.by.${name}`)]);
    const again = () => { this.isOther = true; };
    this.classes = select('drill-class', say('drill-class'), [], '', again);
    this.choice = tools(this.classes,
      select('drill-goal', say('drill-goal'), names(['win', 'rule', 'draw'], 'goal'), 'win', again),
      select('drill-level', say('drill-level'), names(['any', 'easy', 'middle', 'hard'], 'level'), 'any', again));
    this.choice.hidden = true;
    this.said = element('p', { class: 'status', id: 'drill-said', role: 'status', hidden: '' });
    this.sum = element('p', { class: 'status', id: 'drill-sum', hidden: '' });
    this.buttons = [button('drill-next', say('drill-start'), () => this.next()), button('drill-hint', say('drill-hint'), () => this.hint())];
    this.buttons[1].disabled = true;
    this.content = [this.choice, tools(...this.buttons), this.sum];
  }

  // Gives the page the tables, and names the endings.
  async open() {
    await this.app.ready;
    await giveEndings();
    const kinds = { K: 'king', A: 'advisor', B: 'bishop', R: 'rook', N: 'knight', C: 'cannon', P: 'pawn' };
    const side = (letters, color) => [...(letters || 'K')].map((letter) => say(`piece.by.${color}.${kinds[letter]}`)).join(' ');
    const list = this.classes.querySelector('select');
    list.append(...chuhe.endingClasses().map((name) => {
      const [first, second] = name.slice(1).split('K');
      return element('option', { value: name, text: `${side(first, 'red')} – ${side(second, 'black')} (${name})` });
    }));
    list.value = 'KRKAB';
    this.choice.hidden = false;
    this.buttons[0].textContent = say('drill-next');
    this.isOpen = true;
  }

  // Sets up another position.
  async next() {
    const { app } = this;
    app.complain('', 'drill');
    try {
      if (!this.isOpen) await this.open();
      const goal = app.value('drill-goal');
      if (!this.practice || this.isOther) {
        const length = goal === 'rule' ? 'any' : app.value('drill-level');
        this.practice = new chuhe.Practice(app.value('drill-class'), { goal, length, seed: globalThis.drillSeed });
        [this.number, this.isOther] = [0, false];
      }
      const { practice } = this;
      if (app.value('side') === 'both') document.getElementById('side').value = 'red';
      this.color = app.value('side');
      const red = practice.position(++this.number);
      const board = this.color === 'red' ? red : red.flip();
      const value = practice.value(board);
      app.begin({ start: board.fen(), moves: [] });
      [this.isOn, this.attempt, this.least, this.last] = [true, attempt(), value.moves, ''];
      const names = { side: say(this.color), other: this.other(), n: value.moves };
      this.tell(goal === 'draw' ? say('drill-draw', { ...names, n: practice.hold }) : value.by === 'rule' ? say('drill-rule', names) : say('drill-win', names));
      app.changed();
    } catch (error) {
      app.complain(error, 'drill');
    }
  }

  other() {
    return say(`side.by.${this.color === 'red' ? 'black' : 'red'}`);
  }

  tell(...texts) {
    this.said.hidden = false;
    this.said.replaceChildren(...texts.flatMap((text, i) => (i ? [element('br'), text] : [text])));
    this.buttons[1].disabled = !this.isOn || this.attempt.ended !== null;
    document.documentElement.dataset.drill = this.isOn ? markOf(this.attempt) ?? 'new' : '';
  }

  // Another game takes the place of the position.
  leave() {
    if (!this.isOn) return;
    this.isOn = false;
    const mark = markOf(this.attempt);
    if (mark) {
      this.tally[mark]++;
      this.tally.made += this.attempt.made;
      this.tally.kept += this.attempt.kept;
      const { clean, helped, failed, open } = this.tally;
      this.sum.textContent = say('drill-summary', { ...this.tally, n: clean + helped + failed + open });
      this.sum.hidden = false;
    }
    this.said.hidden = true;
    this.buttons[1].disabled = true;
    document.documentElement.dataset.drill = '';
  }

  // The person, or the opponent, makes a move after `ply` others.
  moved(board, move, ply, isAtEnd) {
    if (!this.isOn || board.turn !== this.color) return;
    if (!isAtEnd) this.tookBack(ply);
    const { app, attempt } = this;
    if (attempt.ended !== null) return; // who plays on does so for pleasure
    const found = this.practice.assess(board, move);
    if (!found) return this.tell(say('drill-unknown'));
    attempt.made++;
    if (found.kept) attempt.kept++;
    else attempt.slipped ??= ply;
    const best = found.best.slice(0, 3).map((mv) => board.write(mv, app.value('notation'))).join(', ');
    const names = { n: found.left, least: found.least, best, side: say(`side.by.${this.color}`), other: this.other() };
    this.last = found.kept ? '' : say(`drill-said.by.${found.word}`, names);
    this.tell(this.last || say(`drill-said.by.${found.word}`, names));
  }

  tookBack(ply) {
    if (!this.isOn) return;
    const { attempt } = this;
    [attempt.helped, attempt.ended] = [true, null];
    if (attempt.slipped !== null && attempt.slipped >= ply) attempt.slipped = null;
    this.tell('');
  }

  // Whoever looks at lines of the engine has help.
  spoil() {
    if (this.isOn && this.attempt.ended === null) this.attempt.helped = true;
  }

  hint() {
    const { board } = this.app.seen;
    const move = this.practice.hint(board);
    if (!move) return;
    this.spoil();
    this.tell(say('drill-hinted', { move: board.write(move, this.app.value('notation')) }));
    this.app.table.ideas = [String(move)];
    this.app.table.refresh();
  }

  reply(board) {
    const move = this.practice.reply(board);
    if (!move) this.tell(say('drill-unknown'));
    return move;
  }

  // The game has ended, with an outcome or because the person has resigned; or it may be a draw that
  // was held for long enough.
  look(outcome, isOver, ply) {
    if (!this.isOn || this.attempt.ended !== null) return;
    const { practice, attempt } = this;
    const isDraw = practice.goal === 'draw';
    const isHeld = !isOver && isDraw && ply >= 2 * practice.hold && attempt.slipped === null;
    if (!isOver && !isHeld) return;
    attempt.ended = isHeld || (outcome ? outcome.winner === this.color || (isDraw && !outcome.winner) : false);
    const mark = markOf(attempt);
    const texts = [mark === 'clean' ? say('drill-clean') : mark === 'helped' ? say('drill-helped') : say('drill-failed')];
    if (isHeld) texts.unshift(say('drill-held', { n: practice.hold }));
    if (attempt.ended && this.least) texts.push(say('drill-took', { n: Math.ceil(ply / 2), least: this.least }));
    // What would have kept it stays to be read.
    this.tell(...(attempt.ended ? [] : [this.last].filter(Boolean)), texts.join(' '));
  }
}
