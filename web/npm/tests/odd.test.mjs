// Calls with odd arguments: each answers or throws a `ChuheError`, and no fault ends the module.
// ODD_CALLS=1000000 makes more of them, ODD_SEED=7 others.
import assert from 'node:assert/strict';
import test from 'node:test';
import chuhe from './package.mjs';

const CALLS = Number(process.env.ODD_CALLS ?? 20_000);
let seed = Number(process.env.ODD_SEED ?? 1);
const below = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const one = (list) => list[below(list.length)];

const ODD = [
  undefined, null, true, false, 0, 1, -1, 7, 89, 90, 8099, 8100, 1.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, 10n, Symbol('x'),
  '', ' ', '\0', 'h2e2', 'e0e1', 'a0a0', 'j9j9', '炮二平五', 'C2.5', '\ud800', 'x'.repeat(5000), 'startpos', chuhe.START_FEN, '3k5/9/9/9/9/9/9/9/4R4/3RK4 b',
  '9/9/9/9/9/9/9/9/9/9 w', '(((((', '1. h2e2 (1. ', 'red', 'black', 'e0', 'uci', 'pgn', 'xqf', 'en', 'ChineseRule', [], ['h2e2'], [[[]]], {}, { rules: 5 },
  { rules: 'AsianRule' }, { depth: 1 }, { nodes: 20 }, { relative: 1 }, () => 1, new Date(0), new Uint8Array(3), new Uint8Array(0), new ArrayBuffer(5),
  new Map(), new chuhe.Move('h2e2'), new Proxy({}, {}), Object.create(null), /x/, new Error('x'),
];
// Limits that end soon: an odd one might search for hours.
const SHORT = [{ depth: 1 }, { nodes: 50 }, { time: 0.001 }, { depth: '1' }, { depth: -1 }, { nodes: 0 }, { depth: 1, multipv: 500 }, { depth: 1, moves: ['h2e2', 7] }, { time: -1 }, {}, null];

const boards = [new chuhe.Board(), new chuhe.Board('3k5/9/9/9/9/9/9/9/4R4/R3K4 w')];
const games = [...chuhe.read('[Red "a"]\n\n1. h2e2 {c} h9g7 (1... h7e7) *\n\n1. x *')];
const engine = new chuhe.Engine({ hash: 1 });
const odd = () => (below(12) === 0 ? one([...boards, ...games, engine, games[0].root]) : one(ODD));
const words = (most) => Array.from({ length: below(most + 1) }, odd);
const methods = (object) => Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== 'constructor' && !name.startsWith('_') && name !== 'free');

function call() {
  const target = one([...boards, ...boards, ...games, games[0].root, games[0].end, engine, chuhe, chuhe]);
  if (target === chuhe) {
    const name = one(['Board', 'Move', 'Game', 'read', 'judge', 'judgeAll', 'evaluate', 'probe', 'proveMate', 'playerLevel', 'Book', 'squareIndex', 'squareName', 'Engine']);
    if (name === 'Engine') return new chuhe.Engine(one([{ hash: -1 }, { hash: 1, level: odd() }, { threads: odd(), hash: 1 }, { hash: 2 ** 40 }]));
    if (name === 'proveMate') return chuhe.proveMate(odd(), { nodes: one([1, 50, -1, NaN]), hash: one([1, 0, -1]), moves: odd() });
    return /^[A-Z]/.test(name) ? new chuhe[name](...words(3)) : chuhe[name](...words(3));
  }
  const name = one(methods(target));
  if (name === 'perft') return target.perft(one([0, 1, 2, -1, 1.5, NaN, 1e9, '2', null]));
  if (target === engine && /analyse|play|review/.test(name)) return target[name](odd(), one(SHORT) ?? {});
  const { get, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), name);
  if (set && below(2)) {
    target[name] = odd();
    return undefined;
  }
  return get ? target[name] : target[name](...words(3));
}

test(`${CALLS} odd calls`, () => {
  const kinds = {};
  for (let i = 0; i < CALLS; i++) {
    const before = seed;
    try {
      const made = call();
      if (made?.free && below(2)) made.free();
      kinds.fine = (kinds.fine ?? 0) + 1;
    } catch (error) {
      const fault = `call ${i} of seed ${before}: ${error.stack}`;
      assert.ok(error instanceof chuhe.ChuheError || error instanceof TypeError, fault);
      assert.ok(!/are gone|has been freed/.test(error.message), fault);
      kinds[error.kind ?? error.message] = (kinds[error.kind ?? error.message] ?? 0) + 1;
    }
    while (boards[0].ply > 50) boards[0].pop();
  }
  console.log(kinds);
  assert.equal(new chuhe.Board().perft(2), 1920);
});
