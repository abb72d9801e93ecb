// Games as trees, and the files that have them.

// A place in a game: before the first move, or behind a move. There is one object for each, so that
// places compare with ===.
class Node {
  constructor(game, number) {
    this.game = game;
    this.number = number;
  }

  get _found() { return this.game._ask('node', { node: this.number }); }

  get move() {
    const { move } = this._found;
    return move === null ? null : moveAt(move);
  }

  get comment() { return this._found.comment; }
  set comment(comment) { this.game._ask('setComment', { node: this.number, comment: textOf(comment, 'comment') }); }
  get nags() { return this._found.nags; }
  set nags(nags) { this.game._ask('setNags', { node: this.number, nags: Array.from(nags, (nag) => whole(nag, 'nag', 255)) }); }

  get parent() {
    const { parent } = this._found;
    return parent === null ? null : this.game._node(parent);
  }

  get children() { return this._found.children.map((number) => this.game._node(number)); }
  get main() { return this.children[0] ?? null; }

  // The number of moves that lead here.
  get ply() { return this._found.ply; }

  // Adds a move that can follow here, and returns its node; that of the move if it is there already.
  add(move) {
    const at = { node: this.number };
    return this.game._node(move instanceof Move ? this.game._ask('add', { ...at, mv: move.index }) : this.game._ask('addText', { ...at, text: textOf(move, 'move') }));
  }

  board(options) {
    return new Board(new Made(this.game._ask('board', { node: this.number, rules: rulesOf(options) })));
  }

  // Its move in coordinates.
  toString() { return this.move === null ? 'root' : String(this.move); }
  [INSPECT]() { return `Node(${this.number}, ${this.game._isFreed ? 'freed' : `'${this}'`})`; }
}

// A game: tags, a first position, the moves with their variations, a result.
class Game extends Kept {
  constructor(fen) {
    super(fen instanceof Made ? fen.id : ask({ do: 'game', fen: optional(fen, 'fen') }));
    this._nodes = new Map();
  }

  _node(number) {
    if (!this._nodes.has(number)) this._nodes.set(number, new Node(this, number));
    return this._nodes.get(number);
  }

  // The game that was played on a board.
  static fromBoard(board) { return new Game(new Made(board._ask('game'))); }

  _ask(what, more) {
    return ask({ do: 'ofGame', id: this._number, ask: { what, ...more } });
  }

  // A copy, which cannot be changed: `setTag` does that.
  get tags() { return Object.freeze(Object.fromEntries(this._ask('state').tags)); }
  tag(name) { return this._ask('tag', { name: textOf(name, 'tag') }); }
  // Sets a tag, or with null takes it away.
  setTag(name, value) { this._ask('setTag', { name: textOf(name, 'tag'), value: optional(value, 'value') }); }

  get result() { return this._ask('state').result; }
  set result(result) { this._ask('setResult', { result: textOf(result, 'result') }); }
  get startFen() { return this._ask('state').start; }
  // What was wrong in its file, or null: what is here stood before that.
  get fault() {
    const { fault } = this._ask('state');
    return fault && new ChuheError(fault);
  }

  // The key of the opening, or null when it has no common name.
  get opening() { return this._ask('state').opening; }
  get line() { return this._ask('state').place.line; }
  get column() { return this._ask('state').place.column; }
  // The number of moves in all lines.
  get length() { return this._ask('state').nodes; }

  // The main line.
  get moves() { return movesAt(this._ask('moves')); }
  texts(style = 'simplified') { return this._ask('texts', { style: textOf(style, 'style') }); }
  get root() { return this._node(0); }
  get end() { return this._node(this._ask('state').end); }

  // All nodes but the root, each before what follows it, and this before its alternatives.
  walk() { return this._ask('walk').map((number) => this._node(number)); }

  // The board at the end of the main line.
  board(options) { return this.end.board(options); }
  outcome(options) { return outcomeOf(this._ask('outcome', { rules: rulesOf(options) })); }

  // The game in a format: a text, for `xqf` and `cbr` bytes.
  write(format = 'pgn', style = 'iccs') {
    const { text, bytes: found } = this._ask('write', { format: textOf(format, 'format'), style: textOf(style, 'style') });
    return text ?? Uint8Array.from(found);
  }

  // A copy with all that is known of it, also of its file.
  copy() { return new Game(new Made(this._ask('copy'))); }

  // As PGN.
  toString() { return this.write(); }
  toJSON() { return this.write(); }
  [INSPECT]() { return this._isFreed ? 'Game(freed)' : `Game(${this.tag('Red') ?? '?'} - ${this.tag('Black') ?? '?'} ${this.result}, ${this.moves.length} plies)`; }
}

// The games of a file, one at a time.
class Reader extends Kept {
  get format() { return ask({ do: 'source', id: this._number }).format; }
  get encoding() { return ask({ do: 'source', id: this._number }).encoding; }

  next() {
    const id = ask({ do: 'next', id: this._number });
    return id === null ? { done: true, value: undefined } : { done: false, value: new Game(new Made(id)) };
  }

  [Symbol.iterator]() { return this; }
}

// The games of a text or of the bytes of a file, in whatever format.
function read(source, options) {
  const { encoding, style, strict } = optionsOf(options, { encoding: null, style: null, strict: false });
  const part = typeof source === 'string' ? encoder.encode(source) : source instanceof ArrayBuffer ? new Uint8Array(source) : source;
  if (!(part instanceof Uint8Array)) fail('value', `${shown(source)}: expected a text or bytes`);
  const asked = { do: 'read', encoding: typeof source === 'string' ? 'utf-8' : optional(encoding, 'encoding'), style: optional(style, 'style'), strict: Boolean(strict) };
  return new Reader(askWith(part, asked));
}
