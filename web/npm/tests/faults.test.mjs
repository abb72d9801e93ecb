// Faults of the module: a new one takes its place, and a search that still runs in the old one keeps to that.
import assert from 'node:assert/strict';
import test from 'node:test';
import { file } from './package.mjs';

// A copy of the package of its own, in whose module one function can be made to fail.
let failing = null;
const { Instance } = WebAssembly;
WebAssembly.Instance = class {
  constructor(...words) {
    const { exports } = new Instance(...words);
    this.exports = Object.fromEntries(Object.entries(exports).map(([name, found]) => [name, typeof found !== 'function' ? found : (...given) => {
      if (name === failing) {
        failing = null;
        throw new WebAssembly.RuntimeError('unreachable');
      }
      return found(...given);
    }]));
  }
};
const chuhe = await import(`${file('chuhe.js')}?faults`);
await chuhe.init({ network: true });
const { Board, Engine } = chuhe;

for (const [name, call] of Object.entries({
  ask: (board) => board.fen(), push: (board) => board.push('h2e2'), pop: (board) => board.pop(), peek: (board) => board.peek(),
  legal: (board) => board.legalMoves, fact: (board) => board.isCheck(), piece: (board) => board.pieceAt('e0'), copy: (board) => board.copy(),
  learner: (board) => board.toPlanes(),
})) {
  test(`a fault of ${name}`, () => {
    const board = new Board();
    board.push('b2e2');
    failing = name;
    assert.throws(() => call(board), { name: 'ChuheError', kind: 'engine', message: /are gone/ });
    assert.equal(failing, null);
    assert.throws(() => board.fen(), { kind: 'value', message: /freed/ });
    assert.equal(new Board().legalMoves.length, 44);
  });
}

test('a fault of what a hearer asks', () => {
  const engine = new Engine({ hash: 1 });
  const board = new Board();
  let heard = 0;
  const onInfo = () => {
    if (++heard > 1) return;
    failing = 'copy';
    assert.throws(() => board.copy(), { kind: 'engine' });
    // The new one works while the search of the old one goes on.
    assert.equal(new Board().perft(2), 1920);
  };
  assert.throws(() => engine.analyse(board, { depth: 6, onInfo }), { kind: 'engine', message: /are gone/ });
  assert.ok(heard > 1);
  assert.equal(new Engine({ hash: 1 }).analyse(new Board(), { depth: 3 })[0].depth, 3);
});
