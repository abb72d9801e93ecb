import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import chuhe from './package.mjs';

const { Board, Move, judge, judgeAll } = chuhe;
const MATED = '3k5/9/9/9/9/9/9/9/4R4/3RK4 b';

test('moves are made, taken back, and written in all styles', () => {
  const board = new Board();
  assert.equal(board.fen(), chuhe.START_FEN);
  assert.equal(board.legalMoves.length, 44);
  const move = board.push('炮二平五');
  assert.equal(move, new Move('h2e2'));
  assert.equal(board.peek(), move);
  assert.equal(board.turn, 'black');
  assert.deepEqual(board.attackers('red', 'e6'), ['e2']);
  assert.equal(board.pieceAt('e2'), 'C');
  assert.equal(board.pieceAt('h2'), null);
  assert.equal(board.pieces().get('e2'), 'C');
  for (const red of ['red', 'Red', 'RED', 'r', 'w']) assert.deepEqual([board.king(red), board.attackers(red, 'e6')], ['e0', ['e2']]);
  assert.equal(board.write('h9g7', 'wxf'), 'H8+7');
  for (const style of chuhe.STYLES) {
    for (const legal of board.legalMoves) assert.equal(board.parse(board.write(legal, style), style), legal);
  }
  assert.equal(board.pop(), move);
  assert.equal(board.peek(), null);
  assert.throws(() => board.pop(), { name: 'ChuheError', kind: 'value' });
});

test('a copy, a mirror and a flip are boards of their own', () => {
  const board = new Board();
  board.push('h2e2');
  const copy = board.copy();
  copy.push('h9g7');
  assert.equal(board.ply, 1);
  assert.equal(copy.ply, 2);
  assert.equal(board.copy({ history: false }).ply, 0);
  assert.ok(board.copy().equals(board) && !copy.equals(board));
  assert.equal(board.mirror().pieceAt('e2'), 'C');
  assert.equal(board.mirror().pieceAt('h2'), 'C');
  assert.equal(board.flip().turn, 'red');
  assert.notEqual(board.key, copy.key);
  assert.equal(typeof board.key, 'bigint');
});

test('ends are told with winner, kind and sentence', () => {
  const outcome = new Board(MATED).outcome();
  assert.equal(outcome.winner, 'red');
  assert.equal(outcome.kind, 'checkmate');
  assert.equal(String(outcome), '1-0: black is mated');
  assert.equal(outcome.sentence('zh-Hans'), '黑方被将死');
  assert.equal(new Board().outcome(), null);
  // Red checks for ever.
  const line = '3k5/9/9/9/9/9/9/R8/9/5K3 w moves a2d2 d9e9 d2e2 e9d9 e2d2 d9e9 d2e2 e9d9 e2d2 d9e9 d2e2 e9d9 e2d2';
  const judged = judge(line);
  assert.equal(judged?.kind, 'perpetual check');
  assert.equal(judged.winner, 'black');
  const all = judgeAll(line);
  assert.deepEqual(Object.keys(all), [...chuhe.RULES]);
  assert.deepEqual([all.ComputerRule.kind, all.ComputerRule.winner], ['perpetual check', 'black']);
  assert.deepEqual([all.NoJudgement.kind, all.NoJudgement.winner], ['repetition', null]);
  assert.equal(judge(['h2e2', 'h9g7']), null);
});

test('a whole game is judged as what it is', () => {
  const line = 'a2d2 d9e9 d2e2 e9d9 e2d2 d9e9 d2e2 e9d9';
  const fen = '3k5/9/9/9/9/9/9/R8/9/5K3 w';
  // Once more often.
  assert.equal(judge(line, { fen, occurrences: 2 }).kind, 'perpetual check');
  assert.equal(judgeAll(line, { fen, occurrences: 2 }).ComputerRule.kind, 'perpetual check');
  assert.equal(judgeAll(line, { fen, occurrences: 9 }).ComputerRule, null);
  assert.throws(() => judgeAll(line, { fen, occurrences: 1 }), { kind: 'value', message: /occurrences 1/ });
  const board = new Board(fen);
  for (const move of line.split(' ')) board.push(move);
  const game = chuhe.Game.fromBoard(board);
  for (const own of [board, game]) {
    assert.equal(judge(own, { occurrences: 2, fen: null }).kind, 'perpetual check');
    assert.throws(() => judge(own, { fen }), { kind: 'value', message: /^fen: / });
    assert.throws(() => judgeAll(own, { fen }), { kind: 'value', message: /^fen: / });
  }
  const [faulty] = chuhe.read('1. h2e2 nonsense *');
  assert.throws(() => judge(faulty), { kind: 'game', line: 1, column: 9 });
  assert.throws(() => judgeAll(faulty), { kind: 'game', line: 1 });
  // Moves of a board are no texts that might count ranks from 1.
  const lone = new Board('3k5/9/9/9/9/9/9/7R1/9/4K4 w');
  assert.equal(judge(['h3h4'], { fen: lone.fen() }), null);
  for (const moves of [[new Move('h3h4')], ['h2h3', new Move('h4h5')], [new Move('h2h3'), 'e9e8']]) {
    assert.throws(() => judge(moves, { fen: lone.fen() }), { kind: 'move' }, String(moves));
  }
  const rook = '3k5/9/9/9/9/9/9/9/9/R3K4 w';
  for (const move of ['a0d0', new Move('a0d0')]) assert.equal(judge([move], { fen: rook })?.kind, 'checkmate');
});

test('questions about moves take them in any notation, and what is not legal is not', () => {
  const board = new Board();
  for (const move of ['a0a9', 'nonsense', '炮二退五', new Move('a0a9'), '']) {
    for (const what of ['isLegal', 'isCapture', 'givesCheck']) assert.equal(board[what](move), false, `${what} ${move}`);
  }
  assert.equal(board.isCapture('炮二进七'), true);
  assert.throws(() => board.isCapture(7), { kind: 'value' });
  assert.deepEqual(board.writeLine(['炮二平五', 'H8+7', 'h0g2', new Move('i9h9')], 'uci'), ['h2e2', 'h9g7', 'h0g2', 'i9h9']);
  assert.throws(() => board.writeLine(['炮二平五', 'h2e2']), { kind: 'move' });
  assert.equal(board.ply, 0);
  assert.equal(board.svg({ arrow: '炮二平五' }), board.svg({ arrow: new Move('h2e2') }));
  assert.notEqual(board.svg({ arrow: 'C2.5' }), board.svg());
  assert.match(board.svg({ arrow: 'a0a9' }), /^<svg /);
  assert.throws(() => board.svg({ arrow: 'nonsense' }), { kind: 'move' });
});

test('what is wrong is said', () => {
  const board = new Board();
  const before = board.fen();
  assert.throws(() => board.push('e0e5'), { kind: 'move', message: /king/ });
  assert.throws(() => board.push('nonsense'), { kind: 'move' });
  assert.throws(() => board.push(7), { kind: 'value' });
  assert.throws(() => new Board('nonsense'), { kind: 'position' });
  assert.throws(() => new Board(null, { rules: 'Nobody' }), { kind: 'value', message: /ComputerRule/ });
  assert.throws(() => board.pieceAt('j9'), { kind: 'value' });
  assert.throws(() => board.perft(-1), { kind: 'value' });
  assert.throws(() => board.svg({ pieces: 'none' }), { kind: 'value' });
  assert.equal(board.fen(), before);
  board.free();
  assert.throws(() => board.fen(), { kind: 'value', message: /freed/ });
  assert.throws(() => board.legalMoves, { kind: 'value', message: /freed/ });
  assert.equal(inspect({ board }), '{ board: Board(freed) }');
});

test('options that there are not are refused everywhere', async () => {
  const board = new Board();
  const [game] = chuhe.read('1. h2e2 *');
  const engine = new chuhe.Engine({ hash: 1 });
  const calls = {
    Board: (options) => new Board(null, options),
    judge: (options) => judge('h2e2', options),
    judgeAll: (options) => judgeAll('h2e2', options),
    copy: (options) => board.copy(options),
    svg: (options) => board.svg(options),
    toPlanes: (options) => board.toPlanes(options),
    legalMask: (options) => board.legalMask(options),
    indexOf: (options) => board.indexOf('h2e2', options),
    moveOf: (options) => board.moveOf(7, options),
    read: (options) => chuhe.read('h2e2', options),
    gameBoard: (options) => game.board(options),
    gameOutcome: (options) => game.outcome(options),
    nodeBoard: (options) => game.root.board(options),
    Engine: (options) => new chuhe.Engine(options),
    analyse: (options) => engine.analyse(board, options),
    play: (options) => engine.play(board, options),
    review: (options) => engine.review(game, options),
    proveMate: (options) => chuhe.proveMate(board, options),
    bench: (options) => chuhe.bench(options),
  };
  const wrong = ['AsianRule', 7, true, () => 1, { rule: 'AsianRule' }, { Rules: 'AsianRule' }, { movetime: 1 }];
  for (const [name, call] of Object.entries(calls)) {
    for (const options of wrong) assert.throws(() => call(options), { name: 'ChuheError', kind: 'value', message: /expected (any of|an object)/ }, `${name} ${String(options)}`);
  }
  const worker = await chuhe.AsyncEngine.start({ hash: 1, endings: false });
  for (const options of wrong) {
    const begun = [chuhe.init(options), chuhe.AsyncEngine.start(options), worker.analyse(board, options), worker.play(board, options),
      worker.infos(board, options).next(), worker.review(game, options), worker.bench(options)];
    for (const one of begun) await assert.rejects(one, { kind: 'value', message: /expected (any of|an object)/ }, String(options));
  }
  worker.close();
  assert.equal(new Board(null, { rules: undefined }).rules, 'ComputerRule');
  assert.equal(new Board(null, null).rules, 'ComputerRule');
});

test('a point that there is not is named with what is expected', () => {
  const board = new Board();
  for (const odd of [90, -1, 2.5, NaN, null, {}]) {
    for (const call of [() => board.pieceAt(odd), () => new Move(odd, 1), () => new Move(1, odd), () => chuhe.squareName(odd), () => board.attackers('red', odd)]) {
      assert.throws(call, { kind: 'value', message: /^square .*: expected a name, a0 to i9, or a number from 0 to 89$/ }, String(odd));
    }
  }
  assert.equal(board.pieceAt(89), 'r');
});

test('boards and moves show themselves', () => {
  const board = new Board('3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 7 9', { rules: 'AsianRule' });
  board.push('e1d1');
  const { fen, rules, moves } = JSON.parse(JSON.stringify({ board })).board;
  const again = new Board(fen, { rules });
  for (const move of moves) again.push(move);
  assert.deepEqual([again.fen(), again.rules, again.ply], [board.fen(), 'AsianRule', 1]);
  assert.equal(inspect(board), `Board('${board.fen()}')`);
  assert.equal(inspect([new Move('h2e2')]), "[ Move('h2e2') ]");
});

test('arrays for learners', () => {
  const board = new Board();
  board.push('h2e2');
  const planes = board.toPlanes();
  assert.equal(planes.length, 14 * 90);
  assert.equal(planes.reduce((sum, n) => sum + n), 32);
  assert.equal(planes[5 * 90 + chuhe.squareIndex('e2')], 1);
  const mask = board.legalMask({ relative: true });
  assert.equal(mask.length, 8100);
  for (const move of board.legalMoves) {
    assert.equal(mask[board.indexOf(move, { relative: true })], 1);
    assert.equal(board.moveOf(board.indexOf(move, { relative: true }), { relative: true }), move);
    assert.equal(board.indexOf(move, { relative: true }), move.flip().index);
    assert.equal(board.indexOf(move), move.index);
  }
  assert.equal(mask.reduce((sum, n) => sum + n), board.legalMoves.length);
});

test('counts and pictures', () => {
  const board = new Board();
  assert.equal(board.perft(3), 79666);
  board.push('h2e2');
  assert.match(board.svg(), /^<svg /);
  assert.notEqual(board.svg(), board.svg({ last: null }));
  assert.notEqual(board.svg(), board.svg({ flipped: true }));
});

test('memory comes back', () => {
  const start = new Board();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 100_000; i++) {
    const copy = start.copy();
    copy.push('h2e2');
    copy.free();
  }
  assert.ok(process.memoryUsage().rss - before < 64 << 20);
});
