// How fast the package is beside ffish, by hand:
//
// npm install --prefix FOLDER ffish@0.7.10
// CHUHE_PACKAGE=target/npm FFISH=FOLDER node web/npm/tests/speed.mjs
//
// Each task is done by both in turns, in processor time of this process; the best of five turns
// counts. Ends with status 1 where the package is the slower one.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import chuhe from './package.mjs';

const TURNS = 5;
const SECONDS = 0.5;

// The other package, or null: in Node it is loaded only where there is no `fetch`.
async function ffish() {
  if (!process.env.FFISH) return null;
  const { fetch } = globalThis;
  globalThis.fetch = undefined;
  const module = createRequire(`${resolve(process.env.FFISH)}/`)('ffish');
  if (!module.calledRun) await new Promise((ready) => { module.onRuntimeInitialized = ready; });
  globalThis.fetch = fetch;
  return module;
}

// Moves of a random game.
function randomGame(plies) {
  let seed = 7;
  const below = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) % n;
  const board = new chuhe.Board();
  while (board.ply < plies && board.legalMoves.length) board.push(board.legalMoves[below(board.legalMoves.length)]);
  return board.moves;
}

const seconds = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };

// Prints the best speed of each task, a function that returns how much it has done.
function timed(title, unit, tasks) {
  console.log(title);
  const best = new Map();
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [name, task] of Object.entries(tasks)) {
      const began = seconds();
      let done = 0;
      do done += task(); while (seconds() - began < SECONDS);
      best.set(name, Math.max(best.get(name) ?? 0, done / (seconds() - began)));
    }
  }
  const ours = Math.min(...[...best].filter(([name]) => name.startsWith('chuhe')).map(([, speed]) => speed));
  for (const [name, speed] of best) {
    const beside = name.startsWith('chuhe') ? '' : `, 1/${(ours / speed).toFixed(1)} of ours`;
    console.log(`  ${name.padEnd(28)} ${Math.round(speed).toLocaleString('en').padStart(14)} ${unit}${beside}`);
    if (speed > ours) process.exitCode = 1;
  }
}

function leaves(board, depth) {
  const moves = board.legalMoves;
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    board.push(move);
    count += leaves(board, depth - 1);
    board.pop();
  }
  return count;
}

function leavesOfFfish(board, depth) {
  const moves = board.legalMoves().split(' ');
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    board.push(move);
    count += leavesOfFfish(board, depth - 1);
    board.pop();
  }
  return count;
}

const other = await ffish();
if (!other) console.log('FFISH is not set: not compared with ffish');
const board = new chuhe.Board();
const line = randomGame(120);
const texts = line.map(String);
const fromOne = texts.map((text) => text.replaceAll(/\d/g, (rank) => Number(rank) + 1));
const play = (moves) => () => {
  for (const move of moves) {
    if (!board.legalMoves.length) throw new Error('no moves');
    board.push(move);
  }
  for (const _ of moves) board.pop();
  return moves.length;
};
const [moves, lines] = [{ 'chuhe, Move': play(line), 'chuhe, texts': play(texts) }, { 'chuhe, perft(3) in JavaScript': () => leaves(board, 3) }];
if (other) {
  const theirs = new other.Board('xiangqi');
  moves.ffish = () => {
    for (const move of fromOne) {
      if (!theirs.legalMoves().split(' ').length || !theirs.push(move)) throw new Error('no moves');
    }
    for (const _ of fromOne) theirs.pop();
    return fromOne.length;
  };
  lines['ffish, perft(3) in JavaScript'] = () => leavesOfFfish(theirs, 3);
}
timed('all legal moves as a list, a push, later a pop:', 'moves/s', moves);
timed('lines of three moves:', 'lines/s', lines);
timed('perft(4) from the start, 3,290,240 lines:', 'lines/s', { chuhe: () => board.perft(4) });
