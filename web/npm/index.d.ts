/** Chinese chess (xiangqi): rules with reasons, notations, files of games, and the engine Chuhe. */

/** Bytes, or where they are: an address, in Node also a path. */
export type Source = string | URL | ArrayBuffer | Uint8Array | Response;
export type Side = 'red' | 'black';
/** `a0` to `i9`, from Red's left. */
export type Square = string;
/** A point by its name, or by its number: nine times the rank plus the file. */
export type SquareLike = Square | number;
/** A move, or its text in any notation: `h2e2`, `H2-E2`, `C2.5`, `炮二平五` … */
export type MoveLike = Move | string;
export type RuleSet = 'ComputerRule' | 'AsianRule' | 'ChineseRule' | 'AllowChase' | 'NoJudgement' | (string & {});
export type Style = 'uci' | 'uci1' | 'iccs' | 'wxf' | 'simplified' | 'traditional' | 'san' | 'san1' | 'vietnamese' | (string & {});
export type Format = 'pgn' | 'lines' | 'dhtmlxq' | 'wxf' | 'xqf' | 'cbr' | (string & {});
export type Language = 'en' | 'zh-Hans' | 'zh-Hant' | 'vi';

/** A `WebAssembly.Module`, whose type only the library `dom` has. */
export type CompiledModule = object;

export interface Sources {
  /** The module, compiled or not; true, the default, for the file of this package. */
  module?: true | Source | CompiledModule | Promise<Source | CompiledModule>;
  /** The network, for evaluations and searches; true for the file of this package. */
  network?: boolean | Source | Promise<Source>;
  /** The tables of solved endings; true for the file of this package. */
  endings?: boolean | Source | Promise<Source>;
}

/**
 * Makes the package ready; everything else needs it. A later call adds what is missing.
 *
 *     await init();                                  // boards, rules, files
 *     await init({ network: true, endings: true });  // also searches and endings
 */
export function init(sources?: Sources): Promise<void>;
export default init;

/** The version of the engine, and which vectors it computes with. */
export function about(): { version: string; kernel: string };

/** What is wrong with an argument, a text or a file. */
export class ChuheError extends Error {
  readonly kind: 'position' | 'move' | 'game' | 'io' | 'value' | 'engine';
  /** Where in a text, from 1. */
  readonly line: number | null;
  readonly column: number | null;
  readonly file: string | null;
}

export const version: string;
export const RULES: readonly RuleSet[];
export const STYLES: readonly Style[];
export const FORMATS: readonly Format[];
export const START_FEN: string;
export function squareIndex(square: SquareLike): number;
export function squareName(square: SquareLike): Square;

/** Two points. There is one object for each pair: moves compare with `===`. */
export class Move {
  constructor(text: string);
  constructor(from: SquareLike, to: SquareLike);
  static fromIndex(index: number): Move;
  readonly fromSquare: Square;
  readonly toSquare: Square;
  /** 90 times the number of the first point plus that of the second one. */
  readonly index: number;
  /** On the other wing. */
  mirror(): Move;
  /** For the other side. */
  flip(): Move;
  /** Coordinates: `h2e2`. */
  toString(): string;
  toJSON(): string;
}

/** How a game has ended. */
export class Outcome {
  private constructor();
  /** The side that has won; null for a draw. */
  readonly winner: Side | null;
  readonly kind:
    | 'checkmate' | 'stalemate' | 'perpetual check' | 'perpetual chase' | 'perpetual attack'
    | 'mutual check' | 'mutual chase' | 'repetition' | 'natural limit' | 'insufficient material';
  readonly result: '1-0' | '0-1' | '1/2-1/2';
  readonly rules: RuleSet;
  /** The side that broke a rule. */
  readonly offender: Side | null;
  /** The piece that was chased, and where it stands now. */
  readonly victim: [piece: string, square: Square] | null;
  /** Plies of the repetition that decided; 0 when none did. */
  readonly plies: number;
  readonly isRepetition: boolean;
  /** The sentence of the rule in English. */
  readonly text: string;
  /** The sentence of the rule in a language. */
  sentence(language?: Language): string;
  toString(): string;
}

/** What the module keeps. Its memory comes back with the object, or at once with `free`. */
declare class Kept {
  /** Gives the memory back; the object must not be used afterwards. */
  free(): void;
}

/** A position with the moves that led to it, and the rules that it is played by. */
export class Board extends Kept {
  /** At the start position without a FEN. Throws with the reason when it is none, or not legal. */
  constructor(fen?: string | null, options?: { rules?: RuleSet });
  fen(): string;
  readonly startFen: string;
  rules: RuleSet;
  readonly turn: Side;
  readonly ply: number;
  readonly moveNumber: number;
  /** Plies that count towards the natural limit. */
  readonly quietPlies: number;
  /** The Zobrist key: equal for equal positions. */
  readonly key: bigint;
  readonly legalMoves: Move[];
  /** The moves made since the start. */
  readonly moves: Move[];
  push(move: MoveLike): Move;
  pop(): Move;
  peek(): Move | null;
  /** Whether a move is legal; a text that cannot be read here is not. */
  isLegal(move: MoveLike): boolean;
  parse(text: string, style?: Style): Move;
  /** A legal move as text; in simplified characters without a style. */
  write(move: MoveLike, style?: Style): string;
  /** Moves that follow each other from here as texts. */
  writeLine(moves: Iterable<MoveLike>, style?: Style): string[];
  isCheck(): boolean;
  isCheckmate(): boolean;
  isStalemate(): boolean;
  isGameOver(): boolean;
  /** Whether a move is legal and gives check. */
  givesCheck(move: MoveLike): boolean;
  /** Whether a move is legal and captures something. */
  isCapture(move: MoveLike): boolean;
  /** The end of the game, by the rules of the board or by others; null when it goes on. */
  outcome(rules?: RuleSet): Outcome | null;
  attackers(color: Side, square: SquareLike): Square[];
  /** The pieces that give check to the side to move. */
  checkers(): Square[];
  king(color: Side): Square;
  /** The letter of FEN of a piece, or null. */
  pieceAt(square: SquareLike): string | null;
  pieces(): Map<Square, string>;
  copy(options?: { history?: boolean }): Board;
  /** The position reflected in the central file. */
  mirror(): Board;
  /** The position with the colours exchanged. */
  flip(): Board;
  /** Whether the same pieces stand on the same points and the same side is to move. */
  equals(other: unknown): boolean;
  perft(depth: number): number;
  /** A picture. `arrow` is a move in any notation, in coordinates also one that is not legal; `last` a move or coordinates. */
  svg(options?: { pieces?: 'chinese' | 'letters'; flipped?: boolean; last?: Move | string | null; arrow?: Move | string | null }): string;
  /** Zeros and ones, 14 x 10 x 9: kinds of Red's pieces, then Black's; ranks from Red's back rank. */
  toPlanes(options?: { relative?: boolean }): Uint8Array;
  /** A one for each legal move at its index: 8100. */
  legalMask(options?: { relative?: boolean }): Uint8Array;
  indexOf(move: MoveLike, options?: { relative?: boolean }): number;
  moveOf(index: number, options?: { relative?: boolean }): Move;
  toString(): string;
  /** What a board is made of again: its first position, its rules, and the moves to push. */
  toJSON(): { fen: string; rules: RuleSet; moves: string[] };
}

/** A line in any notation, which may begin with a FEN and `moves`; moves; a board; or a game. */
export type Judged = string | Iterable<MoveLike> | Board | Game;
/**
 * How a whole game has ended, or null when it goes on. A board and a game have their own first position: `fen` is
 * for moves. A game with a fault is not judged: the fault is thrown. Texts alone may count ranks from 0 or from 1;
 * in a list with a `Move` they count from 0, as on a board.
 */
export function judge(moves: Judged, options?: { rules?: RuleSet; fen?: string | null; occurrences?: number }): Outcome | null;
/** What all rule sets say. */
export function judgeAll(moves: Judged, options?: { fen?: string | null; occurrences?: number }): Record<string, Outcome | null>;

/** A place in a game: before the first move, or behind a move. There is one object for each: places compare with `===`. */
export class Node {
  private constructor();
  readonly game: Game;
  readonly number: number;
  readonly move: Move | null;
  comment: string;
  /** Numeric annotation glyphs: 1 for `!`, 2 for `?`. */
  nags: number[];
  readonly parent: Node | null;
  readonly children: Node[];
  readonly main: Node | null;
  readonly ply: number;
  /** Adds a move that can follow here. */
  add(move: MoveLike): Node;
  board(options?: { rules?: RuleSet }): Board;
  /** Its move in coordinates, or `root`. */
  toString(): string;
}

/** A game: tags, a first position, the moves with their variations, a result. */
export class Game extends Kept {
  constructor(fen?: string | null);
  static fromBoard(board: Board): Game;
  /** A copy: `setTag` changes them. */
  readonly tags: Readonly<Record<string, string>>;
  tag(name: string): string | null;
  setTag(name: string, value: string | null): void;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  readonly startFen: string;
  /** What was wrong in its file: what is here stood before that. */
  readonly fault: ChuheError | null;
  /** Where it begins in its file. */
  readonly line: number;
  readonly column: number;
  /** The key of its opening, such as `central-cannon`. */
  readonly opening: string | null;
  /** The number of moves in all lines. */
  readonly length: number;
  /** The main line. */
  readonly moves: Move[];
  texts(style?: Style): string[];
  readonly root: Node;
  readonly end: Node;
  /** All nodes but the root, each before what follows it, and this before its alternatives. */
  walk(): Node[];
  board(options?: { rules?: RuleSet }): Board;
  outcome(options?: { rules?: RuleSet }): Outcome | null;
  write(format: 'xqf' | 'cbr', style?: Style): Uint8Array;
  write(format?: Exclude<Format, 'xqf' | 'cbr'>, style?: Style): string;
  /** A copy with all that is known of it, also of its file. */
  copy(): Game;
  /** As PGN. */
  toString(): string;
  toJSON(): string;
}

/** The games of a file, one at a time. */
export class Reader extends Kept implements IterableIterator<Game> {
  private constructor();
  readonly format: string;
  readonly encoding: string;
  next(): IteratorResult<Game, undefined>;
  [Symbol.iterator](): this;
}

/** The games of a text or of the bytes of a file, in any format that the tools read. */
export function read(source: string | Uint8Array | ArrayBuffer, options?: { encoding?: string; style?: Style; strict?: boolean }): Reader;

export interface Limits {
  nodes?: number;
  /** Seconds. */
  time?: number;
  depth?: number;
  /** Stop at a mate in at most this many moves: beside another limit, as there may be none. */
  mate?: number;
  /** How many best lines. */
  multipv?: number;
  /** Only these first moves, of which there must be one. */
  moves?: Iterable<MoveLike>;
}

/** A line that a search has found, seen by the side to move. */
export class Line {
  private constructor();
  readonly multipv: number;
  readonly depth: number;
  readonly seldepth: number;
  /** Centipawns; null of a mate. */
  readonly cp: number | null;
  /** Moves to mate, negative when the side to move is mated. */
  readonly mate: number | null;
  /** Of a win, a draw and a loss. */
  readonly chances: [win: number, draw: number, loss: number];
  /** The points to be expected, 0 to 1. */
  readonly expected: number;
  readonly bound: 'exact' | 'lower' | 'upper';
  readonly nodes: number;
  /** Seconds. */
  readonly time: number;
  readonly nps: number;
  /** How full the hash table is, 0 to 1. */
  readonly hashfull: number;
  readonly tbhits: number;
  readonly pv: Move[];
  readonly move: Move | null;
  readonly turn: Side;
}

export interface EngineOption {
  name: string;
  type: 'check' | 'spin' | 'combo' | 'button' | 'string';
  default?: boolean | number | string;
  min?: number;
  max?: number;
  values?: string[];
}

export interface ReviewOptions extends Pick<Limits, 'nodes' | 'time' | 'depth'> {
  rules?: RuleSet;
  style?: Style;
  hash?: number;
  progress?: (made: number, of: number) => void;
}

/** A move of a reviewed game. */
export interface JudgedMove {
  move: Move;
  text: string;
  turn: Side;
  phase: 'opening' | 'middlegame' | 'endgame';
  /** Centipawns. */
  lossCp: number;
  /** Percent of win chance. */
  lossChance: number;
  grade: 'inaccuracy' | 'mistake' | 'blunder' | null;
  /** Whether the searches were too shallow to give it a grade: less than depth 8, with no known result. */
  tooShallow: boolean;
  /** The best line from the position before it. */
  best: Move[];
}

export interface SideSummary {
  moves: number;
  /** How many the searches were too shallow to judge: they have no part in the means. */
  unjudged: number;
  /** How well the moves were chosen, 0 to 100; null, as the losses, where none was judged. */
  accuracy: number | null;
  lossCp: number | null;
  lossChance: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** What the moves of a game were worth. */
export class Review {
  private constructor();
  readonly moves: JudgedMove[];
  readonly red: SideSummary;
  readonly black: SideSummary;
  /** For each position the points that Red may expect, 0 to 1: one more than moves. */
  readonly curve: number[];
  /** For each position the score in centipawns from Red's view; null where it is a mate. */
  readonly scores: (number | null)[];
  readonly opening: string | null;
  /** All that was found, as `chuhe analyze --json` has it. */
  readonly raw: unknown;
}

/** An engine. It searches while the caller waits: in a page use `AsyncEngine`. Needs the network. */
export class Engine extends Kept {
  /** `hash` in MiB; `level` from 0, the weakest, to 20. */
  constructor(options?: { threads?: number; hash?: number; level?: number });
  /** The last of each of the best lines, the best first. */
  analyse(board: Board, limits: Limits & { onInfo?: (line: Line, engine: Engine) => void }): Line[];
  play(board: Board, limits: Limits & { onInfo?: (line: Line, engine: Engine) => void }): Move | null;
  /** Ends the search that runs: for `onInfo`. */
  stop(): void;
  newGame(): void;
  readonly options: EngineOption[];
  /** Throws while the engine searches: `onInfo` cannot change it. */
  setOption(name: string, value: string | number | boolean): void;
  review(game: Game | Board, options: ReviewOptions): Review;
}

export interface AsyncLimits extends Limits {
  /** Another level for this search. */
  level?: number;
  onInfo?: (line: Line, engine: AsyncEngine) => void;
}

/** A worker of a browser or of Node. */
export interface WorkerLike {
  postMessage(message: any): void;
  terminate(): unknown;
}

/** An engine in a worker. Calls are answered in their order. */
export class AsyncEngine {
  private constructor();
  /** `worker` makes another worker than that of the package, in which `serve` is called. */
  static start(options?: Sources & { threads?: number; hash?: number; level?: number; worker?: () => WorkerLike }): Promise<AsyncEngine>;
  /** Without limits until `stop` is called. */
  analyse(board: Board, limits?: AsyncLimits): Promise<Line[]>;
  play(board: Board, limits?: AsyncLimits): Promise<Move | null>;
  /** The lines as they are found: leaving the loop ends this search, and none that waits behind it. */
  infos(board: Board, limits?: Omit<AsyncLimits, 'onInfo'>): AsyncGenerator<Line, void>;
  /** Ends the search that runs; its result is what it has found by then. */
  stop(): void;
  newGame(): Promise<void>;
  setOption(name: string, value: string | number | boolean): Promise<void>;
  evaluate(board: Board): Promise<number>;
  review(game: Game | Board, options: ReviewOptions): Promise<Review>;
  bench(options?: BenchOptions): Promise<Bench>;
  /** Ends what runs, with all that was learned, and begins anew. */
  restart(): Promise<void>;
  /** Ends the worker. */
  close(): void;
}

/** What runs in a worker of one's own. */
export function serve(port?: unknown): void;

export interface BenchOptions { depth?: number; progress?: (made: number, of: number) => void }
export interface Bench { nodes: number; time: number; nps: number }
/** Searches the fixed suite of positions: its nodes are the signature of the engine. */
export function bench(options?: BenchOptions): Bench;

/** The static evaluation, in centipawns for the side to move. Needs the network. */
export function evaluate(board: Board): number;
/** What the tables of solved endings say, or null. Needs the tables. */
export function probe(board: Board): { kind: 'win' | 'draw' | 'loss'; winner: Side | null; plies: number | null } | null;

export interface MateAnswer {
  /** Refuted only where no move of the kind asked for mates, and all were searched; never for `threats`, which are partly guessed. */
  status: 'proved' | 'refuted' | 'unknown';
  /** Moves to the mate, or within which there is none. */
  moves: number | null;
  /** Which moves of the attacker were searched; null where nothing is known. */
  attack: 'checks' | 'threats' | 'any' | null;
  line: Move[];
  firstMoves: Move[];
  isShortest: boolean;
  nodes: number;
}

/** Looks for a forced mate of the side to move, and proves it. After `nodes` positions it gives up: the status is `unknown`. */
export function proveMate(board: Board, options?: {
  moves?: number; attack?: 'checks' | 'threats' | 'any'; nodes?: number; shortest?: boolean; allMoves?: boolean; hash?: number;
}): MateAnswer;

/** How strong a player is, on the scale of `UCI_Elo`. */
export interface PlayerLevel {
  /** Below 600 and above 2690, where the scale ends, it says little more than that it lies there. */
  elo: number;
  /** The true strength lies at most so far from `elo` in 95 cases of 100. */
  error: number;
  games: number;
  /** The level of the engine against which the player scores about a half. */
  nextLevel: number;
}

/** How strong a player is after games against levels of the engine: level and points (0, 0.5, 1) of each. */
export function playerLevel(games: [level: number, points: number][]): PlayerLevel;

export interface BookMove { move: Move; weight: number; games: number }

/** An opening book: the bytes of its file. */
export class Book extends Kept {
  constructor(source: Uint8Array | ArrayBuffer);
  /** The moves for a position, the heaviest first. */
  moves(board: Board): BookMove[];
  /** One of them, each as often as its weight says; the same for the same seed. */
  choose(board: Board, options?: { seed?: number }): Move | null;
}

/** What tables say of a position for one side. */
export interface EndingValue {
  kind: 'win' | 'draw' | 'loss';
  /** Whether it holds by force, because a side may not check for ever, or only where chases are free. */
  by: 'force' | 'rule' | 'chases';
  /** Moves of the winner to the end, the next one of the side to move included. */
  moves: number | null;
}

/** What a move has done, seen by the side that made it. */
export interface AssessedMove {
  before: EndingValue;
  after: EndingValue;
  /** Whether what was won is still won, and what was drawn at least drawn. */
  kept: boolean;
  /** The same in a word. */
  word: 'still-won' | 'slower' | 'still-rule' | 'slower-rule' | 'chases' | 'still-drawn' | 'still-lost' | 'still-lost-rule'
    | 'now-drawn' | 'now-lost' | 'now-lost-rule';
  /** Moves of the winner that are left, and after a best move; 0 where they have no number. */
  left: number;
  least: number;
  best: Move[];
}

/** The endings of which there are tables, such as `KRKAB`. */
export function endingClasses(): string[];

/** Positions of an ending to practise, and an opponent that makes no mistake. Needs the tables. */
export class Practice extends Kept {
  constructor(ending: string, options?: {
    /** Win by force, win by the rule against perpetual check, or hold a draw; `win` if not said. */
    goal?: 'win' | 'rule' | 'draw';
    /** Moves to the win, `12`, `10..20`; or `easy`, `middle`, `hard`, `any`. */
    length?: string;
    /** The same seed gives the same positions; a random one if not said. */
    seed?: number;
    /** Also positions in which a capture at once does it. */
    captures?: boolean;
    rules?: string;
  });
  readonly ending: string;
  readonly goal: 'win' | 'rule' | 'draw';
  readonly seed: number;
  /** A draw counts as held after so many moves. */
  readonly hold: number;
  /** The position of a number, from 1 on: Red is to move, and is who practises. */
  position(number: number): Board;
  /** Null where there is no table. */
  value(board: Board): EndingValue | null;
  assess(board: Board, move: Move | string): AssessedMove | null;
  /** A best move. */
  hint(board: Board): Move | null;
  /** The opponent's move: the same for the same game. */
  reply(board: Board): Move | null;
}
