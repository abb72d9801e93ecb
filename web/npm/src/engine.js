// The engine, and what is known without a search.

const engineAsk = (what, more, hear, part = null) => askWith(part, { do: 'ofEngine', ask: { what, ...more } }, hear);

// A line that a search has found, seen by the side to move.
class Line {
  constructor({ pv, ...found }) {
    Object.assign(this, found, { pv: movesAt(pv) });
  }

  // Its first move, or null.
  get move() { return this.pv[0] ?? null; }

  // The same for who sends it elsewhere.
  toJSON() {
    return { ...this, pv: this.pv.map((move) => move.index) };
  }
}

const STRENGTH = { threads: 1, hash: 16, level: 20 };
const LIMITS = { nodes: undefined, time: undefined, depth: undefined, mate: undefined, multipv: undefined, moves: undefined };
const REVIEW = { nodes: undefined, time: undefined, depth: undefined, rules: COMPUTER_RULE, style: 'simplified', hash: 16, progress: undefined };
const PROOF = { moves: null, attack: 'any', nodes: 1_000_000, shortest: true, allMoves: false, hash: 16 };

// Limits as the module takes them. Moves are moves of a board.
function limitsOf({ nodes, time, depth, mate, multipv, moves }, board = null) {
  const count = (value, name) => optionalWhole(value, name, Number.MAX_SAFE_INTEGER);
  if (time !== undefined && time !== null && !(typeof time === 'number' && time > 0)) fail('value', `time ${shown(time)}: expected seconds`);
  return {
    nodes: count(nodes, 'nodes'),
    time: time === undefined || time === Infinity ? null : time,
    depth: optionalWhole(depth, 'depth'),
    mate: optionalWhole(mate, 'mate'),
    multipv: optionalWhole(multipv, 'multipv'),
    moves: moves === undefined || moves === null ? null : Array.from(moves, (move) => (board ? board._move(move) : new Move(String(move))).index),
  };
}

// Whether a search ends by itself, which one for a mate need not. Who is told of it may end it.
function mustEnd({ nodes, time, depth, onInfo }) {
  const ends = [nodes, time, depth].some((limit) => limit !== undefined && limit !== null && limit !== Infinity);
  if (!ends && !onInfo) fail('value', 'expected a limit: nodes, time or depth');
}

const mustBe = (value, Class, name) => (value instanceof Class ? value : fail('value', `${name} ${shown(value)}: expected a ${Class.name}`));

// An engine. It searches while the caller waits: in a page use `AsyncEngine`. It needs the network.
class Engine extends Kept {
  constructor(options) {
    const { threads, hash, level: wanted } = optionsOf(options, STRENGTH);
    const level = whole(wanted, 'level', 20);
    super(engineAsk('make', { threads: whole(threads, 'threads'), hash: whole(hash, 'hash') }));
    if (level !== 20) this.setOption('Skill Level', level);
  }

  // The last of each of the best lines, the best first. `onInfo` hears of every line as it is found, and may
  // call `stop`.
  analyse(board, options) { return this._asked(board, options).lines; }

  // The move that the engine plays, or null when there is none: its level counts here.
  play(board, options) { return this._asked(board, options).best; }

  _asked(board, options) {
    const asked = optionsOf(options, { ...LIMITS, onInfo: undefined });
    mustEnd(asked);
    return this._search(board, asked);
  }

  _search(board, options) {
    const { onInfo } = options;
    const asked = { id: this._number, board: mustBe(board, Board, 'board')._number, limits: limitsOf(options, board) };
    const found = engineAsk('analyse', asked, onInfo && (({ line }) => onInfo(new Line(line), this)));
    const move = (index) => (index === null ? null : moveAt(index));
    return { best: move(found.best), ponder: move(found.ponder), lines: found.lines.map((line) => new Line(line)) };
  }

  // Ends the search that runs: for `onInfo`.
  stop() { ready().stop(); }

  // Forgets what was learned: another game begins.
  newGame() { engineAsk('newGame', { id: this._number }); }

  // All options, with types, defaults and ranges.
  get options() { return engineAsk('options'); }
  setOption(name, value) { engineAsk('setOption', { id: this._number, name: textOf(name, 'option'), value: String(value) }); }

  // What the moves of a game were worth: see index.d.ts.
  review(game, options) { return reviewOf(game, optionsOf(options, REVIEW)); }
}

function reviewOf(game, options) {
  const { rules, style, hash, progress } = options;
  const made = game instanceof Board ? Game.fromBoard(game) : mustBe(game, Game, 'game');
  const asked = { game: made._number, limits: limitsOf(options), rules: textOf(rules, 'rules'), style: textOf(style, 'style'), hash: whole(hash, 'hash') };
  const raw = engineAsk('review', asked, progress && (({ step, of }) => progress(step, of)));
  return new Review(raw);
}

// What the moves of a game were worth.
class Review {
  constructor(raw) {
    const side = ({ moves, unjudged, accuracy, loss_cp, loss_chance, inaccuracies, mistakes, blunders }) =>
      ({ moves, unjudged, accuracy, lossCp: loss_cp, lossChance: loss_chance, inaccuracies, mistakes, blunders });
    this.moves = raw.moves.map((played, i) => {
      const { line } = raw.positions[i];
      return {
        move: new Move(played.move), text: played.text, turn: played.red ? 'red' : 'black', phase: played.phase,
        lossCp: played.loss_cp, lossChance: played.loss_chance, grade: played.grade, tooShallow: played.too_shallow,
        best: line.map((move) => new Move(move)),
      };
    });
    this.red = side(raw.red);
    this.black = side(raw.black);
    this.curve = raw.positions.map((position) => position.red_chance / 100);
    this.scores = raw.positions.map(({ score: { cp = null } }) => cp);
    this.opening = raw.opening;
    // All that was found, as `chuhe analyze --json` writes it.
    this.raw = raw;
  }
}

// The static evaluation of a position, in centipawns for the side to move. Needs the network.
const evaluate = (board) => engineAsk('evaluate', { board: mustBe(board, Board, 'board')._number });

// What the tables of solved endings say, or null. Needs the tables.
function probe(board) {
  if (!given.endings) fail('engine', 'the tables of endings are not loaded: await init({ endings: true }) first');
  return engineAsk('probe', { board: mustBe(board, Board, 'board')._number });
}

// Looks for a forced mate of the side to move, and proves it.
function proveMate(board, options) {
  const { moves, attack, nodes, shortest, allMoves, hash } = optionsOf(options, PROOF);
  const found = engineAsk('proveMate', {
    board: mustBe(board, Board, 'board')._number, moves: optionalWhole(moves, 'moves'), attack: textOf(attack, 'attack'),
    nodes: whole(nodes, 'nodes', Number.MAX_SAFE_INTEGER), shortest: Boolean(shortest), allMoves: Boolean(allMoves), hash: whole(hash, 'hash'),
  });
  return { ...found, line: movesAt(found.line), firstMoves: movesAt(found.firstMoves) };
}

// How strong a player is after games against levels of the engine: pairs of level and points.
function playerLevel(games) {
  const pairs = Array.from(mustBe(games, Array, 'games'), (game) => {
    const [level, points] = mustBe(game, Array, 'games');
    return [whole(level, 'level', 20), points === 0 || points === 0.5 || points === 1 ? points : fail('value', `points ${shown(points)}: expected 0, 0.5 or 1`)];
  });
  return ask({ do: 'playerLevel', games: pairs });
}

// An opening book, of the bytes of its file.
class Book extends Kept {
  constructor(source) {
    const part = source instanceof ArrayBuffer ? new Uint8Array(source) : source;
    super(engineAsk('book', {}, undefined, mustBe(part, Uint8Array, 'book')));
  }

  // The moves for a position, the heaviest first.
  moves(board) {
    const found = engineAsk('bookMoves', { id: this._number, board: mustBe(board, Board, 'board')._number });
    return found.map(({ move, ...more }) => ({ move: moveAt(move), ...more }));
  }

  // One of them, each as often as its weight says: the same for the same seed. Null for none.
  choose(board, options) {
    const { seed } = optionsOf(options, { seed: undefined });
    const number = seed === undefined ? Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) : whole(seed, 'seed', Number.MAX_SAFE_INTEGER);
    const index = engineAsk('choose', { id: this._number, board: mustBe(board, Board, 'board')._number, seed: number });
    return index === null ? null : moveAt(index);
  }
}

// Searches the fixed suite of positions: its nodes are the signature of the engine.
const BENCH = { depth: undefined, progress: undefined };

function bench(options) {
  const { depth, progress } = optionsOf(options, BENCH);
  return engineAsk('bench', { depth: optionalWhole(depth, 'depth') }, progress && (({ step, of }) => progress(step, of)));
}
