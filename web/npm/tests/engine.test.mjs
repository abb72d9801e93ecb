import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
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
  for (const change of [() => engine.setOption('Skill Level', 3), () => engine.setOption('Hash', 8), () => engine.newGame()]) {
    assert.throws(() => engine.analyse(board, { depth: 4, onInfo: change }), { kind: 'engine', message: 'the engine is searching' });
    change();
  }
  engine.setOption('Skill Level', 20);
  assert.equal(board.ply, 0, 'the module is still the same');
  const other = new Engine({ hash: 1 });
  engine.analyse(board, { depth: 3, onInfo: () => { other.newGame(); other.setOption('Hash', 2); other.analyse(board, { depth: 1 }); } });
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

test('a player has a level', () => {
  const { elo, error, games, nextLevel } = chuhe.playerLevel([[5, 1], [9, 0.5], [9, 0]]);
  assert.equal(games, 3);
  assert.ok(elo > 1150 && elo < 1700 && error > 100 && error < 600, `${elo} ${error}`);
  assert.ok(nextLevel >= 5 && nextLevel <= 10);
  assert.equal(chuhe.playerLevel([]).nextLevel, 5);
  for (const bad of [null, [5, 1], [[5]], [[21, 1]], [[5, 0.7]], [['5', 1]], [[5, 1n]]]) assert.throws(() => chuhe.playerLevel(bad), { kind: 'value' });
});

test('bad limits and options are refused', () => {
  const engine = new Engine({ hash: 1 });
  for (const limits of [{}, { depth: 0 }, { depth: 1e9 }, { nodes: -1 }, { nodes: NaN }, { time: 0 }, { time: -1 }, { time: 'x' }, { depth: 3, multipv: 0 }, { depth: 3, moves: ['a0a9'] }]) {
    assert.throws(() => engine.analyse(board, limits), { name: 'ChuheError' }, JSON.stringify(limits));
  }
  const hears = () => engine.stop();
  for (const limits of [{ time: Infinity }, { mate: 1 }, { mate: 3, time: Infinity }, { nodes: null, time: null }]) {
    for (const call of ['analyse', 'play']) assert.throws(() => engine[call](board, limits), { kind: 'value', message: /expected a limit/ }, JSON.stringify(limits));
    assert.equal(engine.analyse(board, { ...limits, onInfo: hears }).length, 1);
    assert.throws(() => engine.review(Game.fromBoard(board), limits), { kind: 'value', message: /expected (a limit|any of)/ });
  }
  assert.throws(() => engine.analyse(board, { depth: 3, moves: [] }), { kind: 'value', message: /^moves: expected at least one/ });
  assert.throws(() => engine.analyse(board, { depth: 3, multipv: 0 }), { kind: 'value', message: /^multipv 0: expected 1 to \d+$/ });
  for (const level of [21, -1, 'x', 2.5, null]) assert.throws(() => new Engine({ level }), { kind: 'value', message: /^level .*: expected a whole number from 0 to 20$/ });
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
  const quiet = new Board('3ak4/4a4/9/9/9/9/R8/1N7/9/3K5 w');
  const early = chuhe.proveMate(quiet, { nodes: 5 });
  assert.deepEqual([early.status, early.moves, early.attack], ['unknown', null, null], 'quiet moves were not searched');
  assert.equal(chuhe.proveMate(quiet, { attack: 'checks' }).status, 'refuted');
  assert.equal(chuhe.proveMate(quiet).moves, 3);
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
  const shallow = engine.review(Game.fromBoard(game), { depth: 1 });
  assert.deepEqual([shallow.moves[2].tooShallow, shallow.moves[2].grade], [true, null]);
  assert.ok(shallow.red.unjudged > 0 && review.moves.every(({ tooShallow }) => typeof tooShallow === 'boolean'));
  assert.ok(review.curve.every((expected) => expected >= 0 && expected <= 1) && review.curve[0] > 0.3);
  assert.ok(review.scores.length === 4 && review.scores.every(Number.isInteger));
  const [{ best }] = review.moves;
  assert.ok(best.length > 1 && board.isLegal(best[0]));
  const [{ hashfull }] = new Engine({ hash: 1 }).analyse(board, { nodes: 50_000 });
  assert.ok(hashfull > 0 && hashfull <= 1, `${hashfull}`);
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
  await assert.rejects(engine.analyse(board, { depth: 1, moves: [] }), { kind: 'value', message: /^moves: expected at least one/ });
  assert.equal(String((await engine.analyse(board, { depth: 1, moves: ['a0a1'] }))[0].move), 'a0a1');
  await assert.rejects(engine.analyse(board, { depth: 1000 }), { kind: 'value' });
  const lost = assert.rejects(engine.analyse(board), { kind: 'engine' });
  await engine.restart();
  await lost;
  assert.equal((await engine.analyse(board, { depth: 3 }))[0].depth, 3);
  engine.close();
  await assert.rejects(engine.analyse(board, { depth: 3 }), { kind: 'engine' });
  await assert.rejects(AsyncEngine.start({ module: Uint8Array.of(1, 2, 3) }));
});

const soon = (promise) => Promise.race([promise, new Promise((_, reject) => { setTimeout(() => reject(new Error('nothing has come')), 5000); })]);
// A worker that runs this text behind the package as `chuhe`.
const workerOf = (text) => () => new Worker(`import(${JSON.stringify(String(file('chuhe.js')))}).then((chuhe) => {
  const port = require('worker_threads').parentPort;
  ${text}
});`, { eval: true });

test('leaving a loop ends its own search, and none that waits', async () => {
  const engine = await AsyncEngine.start({ hash: 4 });
  for (const more of [1, 3]) {
    const waiting = [];
    for await (const line of engine.infos(board)) {
      assert.ok(line.pv.length);
      while (waiting.length < more) waiting.push(engine.analyse(board, { depth: 7 }));
      break;
    }
    for (const [line] of await Promise.all(waiting)) assert.equal(line.depth, 7);
  }
  // What was stopped before stays so.
  const endless = [];
  for await (const line of engine.infos(board)) {
    endless.push(engine.analyse(board), engine.analyse(board));
    engine.stop();
    assert.ok(line);
    break;
  }
  assert.equal((await soon(Promise.all(endless))).length, 2);
  engine.close();
});

test('the level of an engine in a worker can be changed', async () => {
  const engine = await AsyncEngine.start({ hash: 4 });
  const played = async () => {
    const found = new Set();
    for (let i = 0; i < 12; i++) {
      await engine.newGame();
      found.add(await engine.play(board, { nodes: 3000 }));
    }
    return found.size;
  };
  assert.equal(await played(), 1);
  await engine.setOption('skill level', 0);
  assert.ok(await played() > 2);
  await engine.setOption('Skill Level', 20);
  assert.equal(await played(), 1);
  await assert.rejects(engine.setOption('Skill Level', 21), { kind: 'value' });
  engine.close();
});

test('a player who is limited chooses once', async () => {
  const { SharedArrayBuffer } = globalThis;
  globalThis.SharedArrayBuffer = undefined;
  let searches = 0;
  const made = workerOf(`const search = chuhe.Engine.prototype._search;
    chuhe.Engine.prototype._search = function (...words) { port.postMessage({ search: true }); return search.apply(this, words); };
    chuhe.serve();`);
  const worker = () => {
    const thread = made();
    thread.on('message', ({ search }) => { searches += Boolean(search); });
    return thread;
  };
  const engine = await AsyncEngine.start({ hash: 4, worker });
  globalThis.SharedArrayBuffer = SharedArrayBuffer;
  const count = async () => {
    searches = 0;
    await engine.play(board, { time: 0.6 });
    return searches;
  };
  assert.ok(await count() > 1);
  const { max } = new Engine({ hash: 1 }).options.find(({ name }) => name === 'UCI_Elo');
  await engine.setOption('UCI_Elo', max);
  await engine.setOption('UCI_LimitStrength', true);
  assert.equal(await count(), 1);
  await engine.setOption('UCI_LimitStrength', false);
  assert.ok(await count() > 1);
  engine.close();
});

test('a worker that fails is ended, and what comes after says so', async () => {
  const ended = [];
  const watched = (make) => () => {
    const thread = make();
    thread.on('exit', () => ended.push(thread));
    return thread;
  };
  const once = `port.on('message', ({ id, call }) => { if (call === 'start') port.postMessage({ id, found: {} }); else`;
  for (const [fault, message] of [['setTimeout(() => { throw new Error("boom"); });', /boom/], ['process.exit(3);', /ended/]]) {
    const engine = await soon(AsyncEngine.start({ worker: watched(workerOf(`${once} ${fault} });`)) }));
    await assert.rejects(soon(engine.analyse(board, { depth: 1 })), { kind: 'engine', message });
    for (const call of [() => engine.analyse(board, { depth: 1 }), () => engine.newGame(), () => engine.evaluate(board)]) {
      await assert.rejects(soon(call()), { kind: 'engine', message });
    }
    engine.stop();
    engine.close();
  }
  await assert.rejects(AsyncEngine.start({ module: Uint8Array.of(1, 2, 3), worker: watched(workerOf('chuhe.serve();')) }));
  for (let i = 0; i < 200 && ended.length < 3; i++) await new Promise((done) => { setTimeout(done, 100); });
  assert.equal(ended.length, 3, 'a worker runs on');
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
