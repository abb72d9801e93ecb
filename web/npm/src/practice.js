// Endings to practise. What is asked here needs the tables of solved endings.

const PRACTICE = { goal: 'win', length: 'any', seed: undefined, captures: false, rules: COMPUTER_RULE };

function practiceAsk(what, more) {
  if (!given.endings) fail('engine', 'the tables of endings are not loaded: await init({ endings: true }) first');
  return ask({ do: 'ofPractice', ask: { what, ...more } });
}

// The endings of which there are tables.
const endingClasses = () => practiceAsk('classes');

// Positions of an ending, and an opponent that makes no mistake.
class Practice extends Kept {
  constructor(ending, options) {
    const { goal, length, seed, captures, rules } = optionsOf(options, PRACTICE);
    const number = seed === undefined ? Math.floor(Math.random() * 1e6) : whole(seed, 'seed', Number.MAX_SAFE_INTEGER);
    const made = practiceAsk('make', {
      ending: textOf(ending, 'ending'), goal: textOf(goal, 'goal'), length: String(length), seed: number, captures: Boolean(captures), rules: textOf(rules, 'rules'),
    });
    super(made.id);
    Object.assign(this, { ending: made.ending, goal, seed: number, hold: made.hold });
  }

  _about(what, board, more) {
    return practiceAsk(what, { id: this._number, board: mustBe(board, Board, 'board')._number, ...more });
  }

  // Red is to move, and is who practises.
  position(number) {
    return new Board(new Made(practiceAsk('position', { id: this._number, number: whole(number, 'number', Number.MAX_SAFE_INTEGER) })));
  }

  value(board) { return this._about('value', board); }

  assess(board, move) {
    const found = this._about('assess', board, { mv: board._move(move).index });
    return found && { ...found, best: movesAt(found.best) };
  }

  hint(board) { return this._moveOf('hint', board); }
  reply(board) { return this._moveOf('reply', board); }

  _moveOf(what, board) {
    const index = this._about(what, board);
    return index === null ? null : moveAt(index);
  }
}
