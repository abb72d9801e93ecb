import assert from 'node:assert/strict';
import test from 'node:test';
import chuhe, { file } from './package.mjs';

const { AsyncEngine, Board, Engine, Game } = chuhe;
const board = new Board();

test('the suite of the engine has its nodes', () => {
  const steps = [];
  const found = chuhe.bench({ depth: 6, progress: (step) => steps.push(step) });
  assert.ok(found.nodes > 1000 && steps.length > 10);
  assert.equal(chuhe.bench({ depth: 6 }).nodes, found.nodes);
});

test('an engine analyses, and tells what it finds', () => {
  const engine = new Engine({ hash: 4 });
  const told = [];
  const lines = engine.analyse(board, { depth: 8, multipv: 3, onInfo: (line) => told.push(line) });
  assert.equal(lines.length, 3);
  assert.ok(told.length >= 8 && told.every((line) => line.pv.length > 0));
  assert.equal(lines[0].depth, 8);
  assert.ok(Math.abs(lines[0].chances.reduce((sum, n) => sum + n) - 1) < 0.01);
  assert.equal(lines[0].turn, 'red');
  assert.ok(board.isLegal(lines[0].move));
  assert.deepEqual(engine.analyse(board, { nodes: 500, moves: ['a0a1'] })[0].move, new chuhe.Move('a0a1'));
  const nodes = engine.analyse(board, { nodes: 20_000 })[0].nodes;
  assert.ok(nodes <= 20_500, `${nodes} nodes`);
});

test('who is told of a search may stop it, ask for more, or throw', () => {
  const engine = new Engine({ hash: 4 });
  const [line] = engine.analyse(board, { onInfo: ({ depth }, searching) => { if (depth >= 5) searching.stop(); } });
  assert.ok(line.depth >= 5 && line.depth <= 7);
  const seen = [];
  engine.analyse(board, { depth: 4, onInfo: () => seen.push(board.legalMoves.length) });
  assert.ok(seen.length && seen.every((count) => count === 44));
  assert.throws(() => engine.analyse(board, { depth: 4, onInfo: () => engine.analyse(board, { depth: 2 }) }), { kind: 'engine' });
  assert.throws(() => engine.analyse(board, { depth: 9, onInfo: () => { throw new TypeError('mine'); } }), { message: 'mine' });
  assert.equal(engine.analyse(board, { depth: 4 })[0].depth, 4);
});

test('an engine that is asked for threads has one where memory is not shared', () => {
  const engine = new Engine({ threads: 4, hash: 4 });
  engine.newGame();
  assert.equal(engine.analyse(board, { depth: 4 })[0].depth, 4);
  engine.newGame();
  assert.equal(board.ply, 0, 'the module is still the same');
});

test('bad limits and options are refused', () => {
  const engine = new Engine({ hash: 1 });
  for (const limits of [{}, { depth: 0 }, { depth: 1e9 }, { nodes: -1 }, { nodes: NaN }, { time: 0 }, { time: -1 }, { time: 'x' }, { depth: 3, multipv: 0 }, { depth: 3, moves: ['a0a9'] }]) {
    assert.throws(() => engine.analyse(board, limits), { name: 'ChuheError' }, JSON.stringify(limits));
  }
  assert.throws(() => engine.analyse('startpos', { depth: 3 }), { kind: 'value' });
  assert.throws(() => new Engine({ hash: 0 }), { kind: 'value' });
  assert.throws(() => new Engine({ hash: 1e15 }), { kind: 'value' });
  assert.throws(() => engine.setOption('Nothing', 1), { kind: 'value' });
  assert.ok(engine.options.some(({ name, type }) => name === 'Skill Level' && type === 'spin'));
});

test('levels, proofs, endings, books and reviews', () => {
  const engine = new Engine({ hash: 4, level: 3 });
  assert.ok(board.isLegal(engine.play(board, { nodes: 1000 })));
  const won = new Board('3k5/9/9/9/9/9/9/9/4R4/R3K4 w');
  const mate = chuhe.proveMate(won);
  assert.equal(mate.status, 'proved');
  assert.equal(mate.moves, 1);
  assert.deepEqual(mate.line.map(String), ['a0d0']);
  assert.equal(chuhe.probe(new Board('3k5/9/9/9/9/9/9/9/4R4/4K4 w')).kind, 'win');
  assert.equal(chuhe.probe(board), null);
  assert.equal(typeof chuhe.evaluate(board), 'number');
  assert.throws(() => new chuhe.Book(new Uint8Array(5)), { kind: 'io' });
  const game = new Board();
  for (const move of ['h2e2', 'h9g7', 'e2e6']) game.push(move);
  const progress = [];
  const review = engine.review(Game.fromBoard(game), { nodes: 3000, progress: (made, of) => progress.push([made, of]) });
  assert.deepEqual(review.moves.map(({ move }) => String(move)), ['h2e2', 'h9g7', 'e2e6']);
  assert.equal(review.curve.length, 4);
  assert.equal(progress.at(-1)[0], progress.at(-1)[1]);
});

test('an engine in a worker is asked, stopped and closed', async () => {
  const engine = await AsyncEngine.start({ hash: 4 });
  const [line] = await engine.analyse(board, { depth: 8 });
  assert.equal(line.depth, 8);
  assert.equal(line.move, new Engine({ hash: 4 }).analyse(board, { depth: 8 })[0].move);
  setTimeout(() => engine.stop(), 200);
  const began = performance.now();
  assert.ok((await engine.analyse(board))[0].pv.length);
  assert.ok(performance.now() - began < 5000);
  let count = 0;
  for await (const found of engine.infos(board)) {
    assert.ok(found.pv.length);
    if (++count === 5) break;
  }
  const both = Promise.all([engine.analyse(board), engine.analyse(board)]);
  setTimeout(() => engine.stop(), 100);
  assert.equal((await both).length, 2);
  assert.equal((await engine.review(board, { nodes: 500 })).curve.length, 1);
  await assert.rejects(engine.analyse(board, { depth: 1000 }), { kind: 'value' });
  const lost = assert.rejects(engine.analyse(board), { kind: 'engine' });
  await engine.restart();
  await lost;
  assert.equal((await engine.analyse(board, { depth: 3 }))[0].depth, 3);
  engine.close();
  await assert.rejects(engine.analyse(board, { depth: 3 }), { kind: 'engine' });
  await assert.rejects(AsyncEngine.start({ module: Uint8Array.of(1, 2, 3) }));
});

test('without shared memory a search is made in slices', async () => {
  const { SharedArrayBuffer } = globalThis;
  globalThis.SharedArrayBuffer = undefined;
  const engine = await AsyncEngine.start({ hash: 4 });
  globalThis.SharedArrayBuffer = SharedArrayBuffer;
  assert.equal(engine._flag, null);
  const depths = [];
  setTimeout(() => engine.stop(), 900);
  const began = performance.now();
  const [line] = await engine.analyse(board, { onInfo: ({ depth }) => depths.push(depth) });
  assert.ok(performance.now() - began < 5000 && line.depth > 5);
  assert.deepEqual(depths, depths.toSorted((a, b) => a - b));
  assert.equal((await engine.analyse(board, { depth: 6 }))[0].depth, 6);
  engine.close();
});

test('CommonJS and the inlined module say the same', async () => {
  const { createRequire } = await import('node:module');
  const require = createRequire(import.meta.url);
  const { fileURLToPath } = await import('node:url');
  const common = require(fileURLToPath(file('chuhe.cjs')));
  const { module } = await import(file('inline.js'));
  await common.init({ module });
  assert.equal(new common.Board().perft(2), 1920);
  const engine = await common.AsyncEngine.start({ hash: 1 });
  assert.equal((await engine.analyse(new common.Board(), { depth: 3 }))[0].depth, 3);
  engine.close();
});

test('a module may have more than 2 GiB', { skip: process.env.LARGE ? false : 'LARGE=1: it takes as much memory' }, () => {
  const engines = [1, 2].map(() => new Engine({ hash: 1100 }));
  for (const engine of engines) engine.analyse(board, { depth: 1 });
  // More than there is room for below that.
  const [game] = chuhe.read(`${' '.repeat(30 << 20)}h2e2`);
  const late = game.board();
  assert.equal(late.legalMoves.length, 45);
  assert.equal(late.toPlanes().reduce((sum, n) => sum + n), 32);
  assert.match(late.svg(), /^<svg /);
  for (const engine of engines) engine.free();
});
