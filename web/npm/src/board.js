// Moves and boards.

const COMPUTER_RULE = 'ComputerRule';
const FILE_LETTERS = 'abcdefghi';
const SQUARES = Array.from({ length: 90 }, (_, i) => FILE_LETTERS[i % 9] + Math.floor(i / 9));
const numberOf = new Map(SQUARES.map((name, i) => [name, i]));

// What Node calls to show a value.
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

// Some words for any value, for messages.
function shown(value) {
  const text = typeof value === 'string' ? `'${value}'` : value === null || !['object', 'function', 'symbol'].includes(typeof value) ? String(value) : typeof value;
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

// The number of a point: of its name, `a0` to `i9`, or itself.
function squareIndex(square) {
  if (Number.isInteger(square) && square >= 0 && square < 90) return square;
  if (typeof square !== 'string') fail('value', `square ${shown(square)}: expected a name, a0 to i9, or a number from 0 to 89`);
  return numberOf.get(square) ?? ask({ do: 'square', text: square });
}

const squareName = (square) => SQUARES[squareIndex(square)];

// Arguments that the module takes as texts and numbers.
const textOf = (value, name) => (typeof value === 'string' ? value : fail('value', `${name} ${shown(value)}: expected a text`));
const optional = (value, name) => (value === undefined || value === null ? null : textOf(value, name));
const whole = (value, name, most = 0xffff_ffff) => (Number.isInteger(value) && value >= 0 && value <= most ? value : fail('value', `${name} ${shown(value)}: expected a whole number from 0 to ${most}`));
const optionalWhole = (value, name, most) => (value === undefined || value === null ? null : whole(value, name, most));

// The index of a move in coordinates, if a text is that.
function coordinates(text) {
  if (typeof text !== 'string' || text.length !== 4) return undefined;
  const [from, to] = [numberOf.get(text.slice(0, 2)), numberOf.get(text.slice(2))];
  return from === undefined || to === undefined ? undefined : 90 * from + to;
}

// A move: two points. There is one object for each pair, so that moves compare with ===.
class Move {
  // `new Move('h2e2')` or `new Move('h2', 'e2')`.
  constructor(from, to) {
    if (to === undefined) return moveAt(coordinates(from) ?? ask({ do: 'move', text: textOf(from, 'move') }));
    return moveAt(90 * squareIndex(from) + squareIndex(to));
  }

  // The move of an index: 90 times the number of its first point plus that of its second one.
  static fromIndex(index) {
    return moveAt(whole(index, 'index', 8099));
  }

  // The same on the other wing, and for the other side.
  mirror() { return this._turned((square) => square - (square % 9) + 8 - (square % 9)); }
  flip() { return this._turned((square) => 81 - (square - (square % 9)) + (square % 9)); }

  _turned(turn) {
    return moveAt(90 * turn(Math.floor(this.index / 90)) + turn(this.index % 90));
  }

  toString() { return this.fromSquare + this.toSquare; }
  toJSON() { return this.toString(); }
  [INSPECT]() { return `Move('${this}')`; }
}

const MOVES = [];

function moveAt(index) {
  return MOVES[index] ?? (MOVES[index] = Object.freeze(Object.assign(Object.create(Move.prototype), {
    fromSquare: SQUARES[Math.floor(index / 90)], toSquare: SQUARES[index % 90], index,
  })));
}

const movesAt = (indices) => indices.map(moveAt);

// How a game has ended.
class Outcome {
  constructor({ sentences, victim, ...found }) {
    Object.assign(this, found, { victim: victim ? [victim.piece, victim.square] : null, text: sentences.en });
    Object.defineProperty(this, '_sentences', { value: sentences });
    Object.freeze(this);
  }

  // The sentence of the rule in a language: `en`, `zh-Hans`, `zh-Hant` or `vi`.
  sentence(language = 'en') {
    return this._sentences[language] ?? this._sentences[ask({ do: 'language', name: textOf(language, 'language') })];
  }

  toString() { return `${this.result}: ${this.text}`; }
}

const outcomeOf = (found) => found && new Outcome(found);

// A position with the moves that led to it, and the rules that it is played by.
class Board extends Kept {
  constructor(fen, options) {
    super(fen instanceof Made ? fen.id : ask({ do: 'board', fen: optional(fen, 'fen'), rules: rulesOf(options) }));
  }

  _ask(what, more) {
    return ask({ do: 'ofBoard', id: this._number, ask: { what, ...more } });
  }

  // The move of a `Move` or of a text in any notation.
  _move(move) {
    return move instanceof Move ? move : this.parse(move);
  }

  // Makes a move, a `Move` or its text in any notation; which one.
  push(move) {
    let known = move;
    if (!(move instanceof Move)) {
      // Coordinates are what programs hand over.
      const index = coordinates(move);
      if (index !== undefined && this._make(index)) return moveAt(index);
      known = this.parse(move);
    }
    if (!this._make(known.index)) this._ask('push', { mv: known.index });
    return known;
  }

  // Whether a move could be made.
  _make(index) {
    const id = this._number;
    return guarded((own) => own.push(id, index)) === 1;
  }

  // Takes the last move back; which one.
  pop() {
    const id = this._number;
    const index = guarded((own) => own.pop(id));
    return index < 0 ? fail('value', 'there is no move to take back') : moveAt(index);
  }

  // The last move, or null.
  peek() {
    const id = this._number;
    const index = guarded((own) => own.peek(id));
    return index < 0 ? null : moveAt(index);
  }

  // The legal moves, in the order of the engine.
  get legalMoves() {
    const id = this._number;
    const count = guarded((own) => own.legal(id));
    const found = new Uint16Array(instance.memory.buffer, instance.moves() >>> 0, count);
    const moves = new Array(count);
    for (let i = 0; i < count; i++) moves[i] = moveAt(found[i]);
    return moves;
  }

  // The moves made since the start, oldest first.
  get moves() { return movesAt(this._ask('moves')); }

  get startFen() { return this._ask('state').start; }
  get rules() { return this._ask('state').rules; }
  set rules(rules) { this._ask('setRules', { rules: textOf(rules, 'rules') }); }
  get turn() { return this._fact(6) ? 'red' : 'black'; }
  get ply() { return this._ask('state').ply; }
  get moveNumber() { return this._ask('state').number; }
  get quietPlies() { return this._ask('state').quiet; }
  // The Zobrist key, as a BigInt: equal for equal positions.
  get key() { return BigInt.asUintN(64, instance.key(this._number)); }

  fen() { return this._ask('state').fen; }

  _fact(which, index = 0) {
    const id = this._number;
    return guarded((own) => own.fact(id, which, index)) === 1;
  }

  isCheck() { return this._fact(0); }
  isCheckmate() { return this._fact(1); }
  isStalemate() { return this._fact(2); }
  isGameOver() { return this.outcome() !== null; }
  // Of a move, or of a text in any notation: false where it is not legal.
  isLegal(move) { return this._asked(3, move); }
  givesCheck(move) { return this._asked(4, move); }
  isCapture(move) { return this._asked(5, move); }

  _asked(which, move) {
    try {
      return this._fact(which, this._move(move).index);
    } catch (error) {
      if (error.kind === 'move') return false;
      throw error;
    }
  }

  // Reads a legal move in any notation, or in that of a style.
  parse(text, style) {
    return moveAt(this._ask('parse', { text: textOf(text, 'move'), style: optional(style, 'style') }));
  }

  // A legal move as text in a style.
  write(move, style = 'simplified') {
    return this._ask('write', { mv: this._move(move).index, style: textOf(style, 'style') });
  }

  // The texts of moves that follow each other from here.
  writeLine(moves, style = 'simplified') {
    const board = this.copy();
    try {
      const played = Array.from(moves, (move) => board.push(move).index);
      return this._ask('writeLine', { moves: played, style: textOf(style, 'style') });
    } finally {
      board.free();
    }
  }

  // The end of the game by the rules of the board, or by others; null when it goes on.
  outcome(rules) { return outcomeOf(this._ask('outcome', { rules: optional(rules, 'rules') })); }

  attackers(color, square) { return this._ask('attackers', { color: textOf(color, 'color'), square: squareIndex(square) }); }
  checkers() { return this._ask('checkers'); }
  king(color) { return this._ask('king', { color: textOf(color, 'color') }); }

  // The letter of the piece on a point, or null.
  pieceAt(square) {
    const [id, index] = [this._number, squareIndex(square)];
    const letter = guarded((own) => own.piece(id, index));
    return letter > 0 ? String.fromCharCode(letter) : null;
  }

  // All pieces: points and letters.
  pieces() { return new Map(this._ask('state').pieces); }

  // A copy; without its history, one of the position alone.
  copy(options) {
    const { history } = optionsOf(options, { history: true });
    const id = this._number;
    return new Board(new Made(history ? guarded((own) => own.copy(id)) : this._ask('withoutHistory')));
  }

  mirror() { return new Board(new Made(this._ask('mirror'))); }
  flip() { return new Board(new Made(this._ask('flip'))); }
  equals(other) { return other instanceof Board && ask({ do: 'same', id: this._number, other: other._number }); }

  // The number of lines of legal moves of a length.
  perft(depth) { return Number(ask({ do: 'perft', id: this._number, depth: whole(depth, 'depth') })); }

  // The board as a picture in SVG; `last` marks a move that was made, by default the last one, and
  // `arrow` shows one to be made: of coordinates any, in other notations a legal one.
  svg(options) {
    const { pieces, flipped, last, arrow } = optionsOf(options, { pieces: 'chinese', flipped: false, last: undefined, arrow: null });
    const index = (move) => (move === null ? null : Move.prototype.isPrototypeOf(move) ? move.index : new Move(textOf(move, 'move')).index);
    const made = last === undefined ? this.peek() : last;
    return this._ask('svg', { pieces: textOf(pieces, 'pieces'), flipped: Boolean(flipped), last: index(made), arrow: index(coordinates(arrow) === undefined && arrow !== null ? this._move(arrow) : arrow) });
  }

  _learner(what, options) {
    const id = this._number;
    const seen = isRelative(options) ? what + 2 : what;
    const length = guarded((own) => own.learner(id, seen));
    const at = instance.answer() >>> 0;
    return bytes().slice(at, at + length);
  }

  // Zeros and ones for programs that learn: 14 x 10 x 9, and one for each index of a move.
  toPlanes(options) { return this._learner(0, options); }
  legalMask(options) { return this._learner(1, options); }
  indexOf(move, options) { return this._seen(this._move(move).index, options); }
  moveOf(index, options) { return moveAt(this._seen(Move.fromIndex(index).index, options)); }

  // The index of a move as the side to move sees it where `relative`, and back.
  _seen(index, options) {
    const id = this._number;
    return isRelative(options) ? guarded((own) => own.seen(id, index)) : index;
  }

  toString() { return this._ask('text'); }
  // What a board is made of again: `new Board(fen, { rules })`, and the moves pushed.
  toJSON() { return { fen: this.startFen, rules: this.rules, moves: this.moves.map(String) }; }
  [INSPECT]() { return this._isFreed ? 'Board(freed)' : `Board('${this.fen()}')`; }
}

const rulesOf = (options) => textOf(optionsOf(options, { rules: COMPUTER_RULE }).rules, 'rules');
const isRelative = (options) => Boolean(optionsOf(options, { relative: false }).relative);

const CASE = { fen: null, occurrences: null };

// The end of a whole game, or null: of moves (a list, or a line in any notation, which may begin with a
// FEN and `moves`), of a board or of a game.
function judge(moves, options) {
  const { rules, ...more } = optionsOf(options, { rules: COMPUTER_RULE, ...CASE });
  return judging(moves, more, (by) => by(rules));
}

// What all rule sets say.
const judgeAll = (moves, options) => judging(moves, optionsOf(options, CASE), (by) => Object.fromEntries(RULES.map((rules) => [rules, by(rules)])));

// Hands over what judges a game by the name of a rule set.
function judging(moves, { fen, occurrences }, hear) {
  const asked = { do: 'judge', occurrences: optionalWhole(occurrences, 'occurrences'), fen: optional(fen, 'fen') };
  const by = (more) => (rules) => outcomeOf(ask({ ...asked, ...more, rules: textOf(rules, 'rules') }));
  if (typeof moves === 'string') return hear(by({ line: moves }));
  const isOwn = moves instanceof Board || moves instanceof Game;
  if (isOwn && asked.fen !== null) fail('value', 'fen: a board or a game has its own first position');
  if (moves instanceof Game && moves.fault) throw moves.fault;
  if (moves instanceof Board) return hear(by({ board: moves._number }));
  if (!isOwn && typeof moves?.[Symbol.iterator] !== 'function') fail('value', `moves ${shown(moves)}: expected texts or moves, a line, a board or a game`);
  const list = isOwn ? null : Array.from(moves, (move) => (move instanceof Move ? move : textOf(move, 'move')));
  // Texts alone are read in either way of counting ranks; a move is what it is.
  if (list && !list.some((move) => move instanceof Move)) return hear(by({ moves: list }));
  const board = isOwn ? moves.board() : new Board(asked.fen);
  try {
    for (const move of list ?? []) board.push(move);
    return hear(by({ board: board._number }));
  } finally {
    board.free();
  }
}
