// The suite that Rust, Python and JavaScript share: protocol-tests/languages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import chuhe from './package.mjs';

const folder = resolve(import.meta.dirname, '../../../protocol-tests/languages');
const { Board, Game, Move } = chuhe;

function table(name, least) {
  const [header, ...rows] = readFileSync(resolve(folder, name), 'utf8').trimEnd().split('\n').map((line) => line.split('\t'));
  assert.ok(rows.length > least, `${name}: ${rows.length} rows`);
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [header[i], cell])));
}

const names = (moves) => moves.map(String).sort().join(' ') || '-';

test('positions', () => {
  for (const row of table('positions.tsv', 200)) {
    const board = new Board(row.fen);
    const moves = board.legalMoves;
    const state = board.isCheckmate() ? 'mate' : board.isStalemate() ? 'stalemate' : board.isCheck() ? 'check' : '-';
    assert.equal(board.key.toString(16).padStart(16, '0'), row.key);
    assert.equal(state, row.state, row.fen);
    assert.equal(names(moves), row.moves, row.fen);
    assert.equal(names(moves.filter((move) => board.isCapture(move))), row.captures, row.fen);
    assert.equal(names(moves.filter((move) => board.givesCheck(move))), row.checks, row.fen);
    assert.equal(String(chuhe.evaluate(board)), row.evaluation, row.fen);
    assert.equal(board.mirror().fen(), row.mirror);
    assert.equal(board.flip().fen(), row.flip);
  }
});

const verdict = (found) => (found ? [found.result, found.kind, found.offender ?? '-', found.victim?.join('') ?? '-', found.plies].join(';') : '-');

test('games', () => {
  for (const row of table('games.tsv', 1000)) {
    const moves = row.moves === '-' ? [] : row.moves.split(' ');
    const judged = chuhe.judgeAll(moves, { fen: row.fen });
    for (const rules of chuhe.RULES) assert.equal(verdict(judged[rules]), row[rules], `${row.id} ${rules}`);
    const usual = judged.ComputerRule;
    for (const language of ['en', 'zh-Hans', 'zh-Hant', 'vi'].filter((tag) => tag in row)) assert.equal(usual?.sentence(language) ?? '-', row[language], row.id);
    const board = new Board(row.fen);
    for (const move of moves) board.push(move);
    assert.equal(verdict(board.outcome()), row.ComputerRule, row.id);
    assert.equal(verdict(chuhe.judge(board)), row.ComputerRule, row.id);
    assert.equal(verdict(Game.fromBoard(board).outcome()), row.ComputerRule, row.id);
  }
});

test('notation', () => {
  for (const row of table('notation.tsv', 500)) {
    const board = new Board(row.fen);
    for (const style of chuhe.STYLES) {
      assert.equal(board.write(row.uci, style), row[style], `${style} ${row.fen}`);
      assert.equal(board.parse(row[style], style), new Move(row.uci), `${style} ${row[style]}`);
    }
  }
});

const CALLS = {
  board: (fen, rules) => new Board(fen, { rules }),
  push: (text) => new Board().push(text),
  parse: (text, style) => new Board().parse(text, style),
  write: (move, style) => new Board().write(new Move(move), style),
  king: (color) => new Board().king(color),
  square: (text) => chuhe.squareIndex(text),
  outcome: (rules) => new Board().outcome(rules),
  sentence: (language) => new Board('3k5/9/9/9/9/9/9/9/4R4/3RK4 b').outcome().sentence(language),
  judge: (text, rules) => chuhe.judge(text, { rules }),
  read: (text) => [...chuhe.read(text, { strict: true })],
  format: (format, style) => new Game().write(format, style),
  tag: (name, value) => new Game().setTag(name, value),
  result: (result) => { new Game().result = result; },
  option: (name, value) => new chuhe.Engine({ hash: 1 }).setOption(name, value),
};

test('errors', () => {
  for (const row of table('errors.tsv', 40)) {
    let error = null;
    try {
      CALLS[row.call](...JSON.parse(row.words));
    } catch (thrown) {
      error = thrown;
    }
    assert.ok(error instanceof chuhe.ChuheError, `${row.call} ${row.words}: ${error}`);
    const place = error.line === null ? '-' : `${error.line}:${error.column}`;
    assert.deepEqual([error.kind, place, error.message], [row.kind, row.place, row.message], `${row.call} ${row.words}`);
  }
});

test('files', () => {
  const files = JSON.parse(readFileSync(resolve(folder, 'files.json'), 'utf8'));
  assert.ok(files.length > 10);
  for (const file of files) {
    const games = chuhe.read(new Uint8Array(Buffer.from(file.base64, 'base64')));
    assert.equal(games.format, file.format, file.name);
    assert.equal(games.encoding, file.encoding, file.name);
    const found = [...games].map((game) => ({
      line: game.line,
      tags: Object.entries(game.tags),
      start: game.startFen,
      moves: game.moves.join(' '),
      tree: [game.root, ...game.walk()].map((node) => [node.number, node.parent?.number ?? null, node.move ? String(node.move) : 'root', node.comment, node.nags]),
      result: game.result,
      fault: game.fault && String(game.fault),
      pgn: game.write('pgn', 'iccs'),
    }));
    assert.deepEqual(found, file.games, file.name);
  }
});
