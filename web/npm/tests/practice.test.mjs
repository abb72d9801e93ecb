// Endings to practise.
import assert from 'node:assert/strict';
import test from 'node:test';
import chuhe from './package.mjs';

test('best moves win in as many moves as was said', () => {
  assert.ok(chuhe.endingClasses().includes('KRKAB'));
  const practice = new chuhe.Practice('krkba', { length: '5..9', seed: 3 });
  assert.equal(practice.ending, 'KRKAB');
  const board = practice.position(1);
  assert.equal(board.fen(), new chuhe.Practice('KRKAB', { length: '5..9', seed: 3 }).position(1).fen());
  assert.equal(board.turn, 'red');
  const { kind, by, moves } = practice.value(board);
  assert.deepEqual([kind, by], ['win', 'force']);
  assert.ok(moves >= 5 && moves <= 9);
  let made = 0;
  for (;;) {
    const move = practice.hint(board);
    const found = practice.assess(board, move);
    assert.ok(found.kept && found.word === 'still-won' && found.left === moves - made - 1, JSON.stringify(found));
    assert.ok(found.best.includes(move));
    board.push(move);
    made++;
    if (board.outcome()) break;
    board.push(practice.reply(board));
  }
  assert.equal(made, moves);
  assert.equal(board.outcome().winner, 'red');
});

test('wins by the rules and draws have their words', () => {
  const rule = new chuhe.Practice('KRKN', { goal: 'rule', seed: 1 });
  const value = rule.value(rule.position(1));
  assert.deepEqual([value.kind, value.by, value.moves], ['win', 'rule', null]);
  const draw = new chuhe.Practice('KRKAABB', { goal: 'draw', length: 'hard', seed: 1 });
  const board = draw.position(1);
  const kept = board.legalMoves.filter((move) => draw.assess(board, move).kept);
  assert.equal(kept.length, 1);
  const lost = draw.assess(board, board.legalMoves.find((move) => move !== kept[0]));
  assert.ok(lost.word === 'now-lost' && lost.left > 0 && lost.best[0] === kept[0], JSON.stringify(lost));
});

test('what there is not is an error', () => {
  for (const [ending, options, message] of [
    ['rooks', {}, /there is no ending 'rooks'; the nearest are /],
    ['KRNKR', {}, /there is no table of KRNKR/],
    ['KRK', { goal: 'lose' }, /goal 'lose': expected win, rule or draw/],
    ['KRK', { length: 'x' }, /length: expected moves such as/],
    ['KRK', { goal: 'rule' }, /no position of KRK of this kind/],
    ['KRKN', { goal: 'draw', length: '3' }, /a draw has no length/],
    ['KRK', { seed: -1 }, /seed/],
    ['KRK', { level: 3 }, /there is no option/],
    [5, {}, /ending/],
  ]) assert.throws(() => new chuhe.Practice(ending, options), message);
  const practice = new chuhe.Practice('KRK');
  assert.throws(() => practice.position(-1), /number/);
  assert.throws(() => practice.assess(practice.position(1), 'a0a0'), Error);
  assert.equal(practice.value(new chuhe.Board()), null);
});
