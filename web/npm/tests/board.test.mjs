import assert from 'node:assert/strict';
import test from 'node:test';
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
  assert.equal(judgeAll(line).NoJudgement?.kind !== 'perpetual check', true);
  assert.equal(judge(['h2e2', 'h9g7']), null);
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
