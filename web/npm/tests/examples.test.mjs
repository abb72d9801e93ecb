// The examples, each run as a person would, with the package installed in an empty folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after } from 'node:test';
import { file } from './package.mjs';

const folder = mkdtempSync(join(tmpdir(), 'chuhe-npm-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(resolve(fileURLToPath(file('.'))), join(folder, 'node_modules/chuhe'));
cpSync(resolve(import.meta.dirname, '../examples'), folder, { recursive: true });

function run(script, words = [], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { cwd: folder, input, encoding: 'utf8', timeout: 120_000 });
  assert.equal(status, 0, `${script}: ${stderr}`);
  return stdout;
}

test('a game is judged', () => {
  writeFileSync(join(folder, 'a.pgn'), '[Red "甲"]\n[FEN "3k5/9/9/9/9/9/9/9/4R4/R3K4 w"]\n\n1. a0d0 1-0\n');
  const told = run('judge-game.mjs', ['a.pgn']);
  assert.match(told, /^甲 - \?, 1 moves, 1-0\n {2}ComputerRule: 1-0: black is mated\n/);
});

test('a folder is analysed', () => {
  const games = join(folder, 'games');
  mkdirSync(games);
  writeFileSync(join(games, 'b.pgn'), '1. h2e2 h9g7 2. e2e6 *\n');
  assert.match(run('analyse-folder.mjs', ['games', '500']), /^games\/b\.pgn 1: red .*, black .*; blunders: /);
  assert.match(readFileSync(join(games, 'b.pgn.1.svg'), 'utf8'), /^<svg .*polyline/);
});

test('a bad file is named, and the others are analysed', () => {
  const games = join(folder, 'odd');
  mkdirSync(join(games, 'e.pgn'), { recursive: true });
  writeFileSync(join(games, 'a.xqf'), Uint8Array.from({ length: 300 }, (_, i) => i * 37));
  writeFileSync(join(games, 'b.pgn'), '1. h2e2 h9g7 2. a0a9 *\n');
  writeFileSync(join(games, 'c.pgn'), '[FEN "4k4/9/9/9/9/9/9/9/9/4K4 w"]\n\n*\n');
  writeFileSync(join(games, 'd.WXF'), 'FORMAT\tWXF\n1. C2.5 H8+7\n');
  const told = run('analyse-folder.mjs', ['odd', '500']);
  assert.match(told, /^odd\/a\.xqf cannot be reviewed: .*known format/m);
  assert.match(told, /^odd\/b\.pgn 1: .*\n {2}read up to a fault: 1:\d+: move 3, 'a0a9'/m);
  assert.match(told, /^odd\/c\.pgn cannot be reviewed: .*kings face/m);
  assert.match(told, /^odd\/d\.WXF 1: red/m);
  assert.match(told, /^odd\/e\.pgn cannot be reviewed: /m);
  assert.match(run('judge-game.mjs', ['odd/b.pgn']), /^\? - \?, 2 moves, \*\n {2}not judged: 1:\d+: move 3, 'a0a9'[^\n]*\n$/);
  assert.match(run('judge-game.mjs', ['odd/c.pgn']), /not judged: .*kings face/);
  const { status, stderr } = spawnSync(process.execPath, ['judge-game.mjs', 'odd/a.xqf'], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^odd\/a\.xqf cannot be read: .*\n$/);
});

test('a bot answers', () => {
  const told = run('bot.mjs', ['0'], 'nonsense\nh2e2\n').trim().split('\n');
  assert.equal(told.length, 2);
  assert.match(told[0], /nonsense/);
  assert.match(told[1], /^[\p{Script=Han}１-９]{4}$/u);
});

test('a random game ends', () => {
  assert.match(run('environment.mjs'), /^a random game of \d+ plies, reward -?[01]\n$/);
});

test('what the README shows is true', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');
  const [minute] = readme.match(/(?<=```js\n)[^`]*/);
  writeFileSync(join(folder, 'minute.mjs'), minute);
  assert.equal(run('minute.mjs'), '炮二平五 马８进７ 马二进三 车９平８ 车一平二 车１进１ 炮八进七\nblack 车１进１ blunder\nthe game goes on\n');
  const rows = new Map([...readme.matchAll(/^\| `(\S+)` \| ([\d,]+) \|/gm)].map(([, name, size]) => [name, Number(size.replaceAll(',', ''))]));
  const files = readdirSync(join(folder, 'node_modules/chuhe')).filter((name) => /\.(bin|wasm)$/.test(name));
  assert.deepEqual([...rows.keys()].sort(), files.sort());
  // The module of tests is another than that of the package.
  for (const name of files.filter((name) => name.endsWith('.bin'))) assert.equal(rows.get(name), statSync(file(name)).size, name);
});

test('the values that the README shows are those of its calls', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');
  const [, lines] = readme.match(/(?<=```js\n)[^`]*/g);
  let checks = 0;
  const told = lines.replace(/^([^/\n]*);\s*\/\/ (\d+|'[^']*'|null)(?![\w']).*$/gm, (_, call, value) => {
    checks++;
    return `assert.deepEqual(${call}, ${value}, ${JSON.stringify(call)});`;
  });
  assert.ok(checks >= 4, lines);
  const head = "import assert from 'node:assert';\nimport init, { Board, judge, judgeAll } from 'chuhe';\nawait init();\nconst moves = ['h2e2'];\n";
  writeFileSync(join(folder, 'values.mjs'), head + told);
  assert.equal(run('values.mjs'), '');
});
