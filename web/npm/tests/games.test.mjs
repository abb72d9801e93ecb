import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import chuhe from './package.mjs';

const { Board, Game, read } = chuhe;
const PGN = `[Game "Chinese Chess"]
[Red "甲"]
[Result "1-0"]

1. 炮二平五 {centre} 马8进7 (1... 炮8平5 2. 马二进三) 2. 马二进三! 车9平8 1-0

[Red "乙"]

1. h2e2 nonsense *
`;

test('games of a file come one at a time', () => {
  const games = read(PGN);
  assert.equal(games.format, 'pgn');
  const [first, second] = [...games];
  assert.equal(first.tag('red'), '甲');
  assert.equal(first.result, '1-0');
  assert.equal(first.fault, null);
  assert.deepEqual(first.moves.map(String), ['h2e2', 'h9g7', 'h0g2', 'i9h9']);
  assert.deepEqual(first.texts('wxf'), ['C2.5', 'H8+7', 'H2+3', 'R9.8']);
  assert.equal(first.opening, 'central-cannon');
  assert.equal(second.fault.kind, 'game');
  assert.equal(second.fault.line, 9);
  assert.equal(second.moves.length, 1);
  assert.throws(() => [...read(PGN, { strict: true })], { kind: 'game' });
});

test('places are one object each, and games are copied as a whole', () => {
  const [game, faulty] = [...read(PGN)];
  assert.equal(game.root, game.root.main.parent);
  assert.equal(game.root.main, game.walk()[0]);
  assert.equal(game.end, game.walk().find((node) => node.ply === 4));
  assert.equal(game.root.add('h2e2'), game.root.main);
  assert.equal(game.root.children[0], game.root.add(new chuhe.Move('h2e2')));
  assert.deepEqual([`${game.root}`, `${game.root.main}`], ['root', 'h2e2']);
  assert.equal(`${game}`, game.write());
  assert.equal(JSON.parse(JSON.stringify({ game })).game, game.write());
  assert.equal(inspect(game.root.main), "Node(1, 'h2e2')");
  assert.equal(inspect(game), 'Game(甲 - ? 1-0, 4 plies)');
  const freed = game.copy();
  const { root } = freed;
  freed.free();
  assert.deepEqual([inspect(freed), inspect(root)], ['Game(freed)', 'Node(0, freed)']);
  assert.throws(() => { game.tags.Red = 'another'; }, TypeError);
  for (const one of [game, faulty]) {
    const copy = one.copy();
    const told = (of) => [of.write(), of.line, of.column, String(of.fault), of.result, of.tags];
    const before = told(one);
    assert.deepEqual(told(copy), before);
    copy.setTag('Red', 'another');
    copy.root.comment = 'another';
    assert.deepEqual(told(one), before);
    assert.notDeepEqual(told(copy), before);
    assert.notEqual(copy.root, one.root);
  }
});

test('a tree can be walked and grown', () => {
  const [game] = [...read(PGN)];
  const first = game.root.main;
  assert.equal(first.comment, 'centre');
  assert.equal(first.children.length, 2);
  assert.equal(first.children[1].move, new chuhe.Move('h7e7'));
  assert.deepEqual(first.main.main.nags, [1]);
  assert.equal(game.length, 6);
  assert.deepEqual(game.walk().map(({ number, move }) => `${number} ${move}`).slice(0, 2), ['1 h2e2', '2 h9g7']);
  assert.equal(game.walk().length, game.length);
  const added = game.end.add('b0c2');
  added.comment = 'more';
  added.nags = [2];
  assert.equal(added.ply, 5);
  assert.equal(added.parent.move, new chuhe.Move('i9h9'));
  assert.equal(game.end.number, added.number);
  assert.throws(() => game.end.add('a0a9'), { kind: 'move' });
  game.setTag('Event', 'test');
  game.result = '*';
  for (const format of chuhe.FORMATS) {
    const [again] = [...read(game.write(format))];
    assert.deepEqual(again.moves, game.moves, format);
  }
  assert.ok(game.write('xqf') instanceof Uint8Array);
  assert.match(game.write('pgn', 'simplified'), /炮二平五/);
});

test('moves in any notation are added, also to a record whose start is not legal', () => {
  // The side that is not to move is in check.
  const [game] = [...read('[FEN "3k5/9/9/9/9/9/9/3R5/9/4K4 w - - 0 1"]\n\n1. d2d3 *')];
  assert.throws(() => game.board(), { kind: 'position' });
  for (const move of ['车六进一', 'R6+1', 'd2d3', new chuhe.Move('d2d3')]) assert.equal(game.root.add(move).number, 1);
  assert.throws(() => game.root.add('nonsense'), { kind: 'move' });
  assert.throws(() => game.root.add(7), { kind: 'value' });
});

test('bytes in encodings of China are read', () => {
  const gbk = Uint8Array.of(0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5); // 炮二平五
  const [game] = [...read(gbk)];
  assert.deepEqual(game.moves.map(String), ['h2e2']);
  assert.throws(() => read(gbk, { encoding: 'nonsense' }), { kind: 'value' });
  assert.throws(() => read(5), { kind: 'value' });
});

test('a board makes a game, and a game boards', () => {
  const board = new Board();
  for (const move of ['h2e2', 'h9g7']) board.push(move);
  const game = Game.fromBoard(board);
  assert.deepEqual(game.moves, board.moves);
  assert.equal(game.board().fen(), board.fen());
  assert.equal(game.outcome(), null);
  assert.equal(new Game().moves.length, 0);
  assert.throws(() => new Game('9/9 w'), { kind: 'position' });
});
