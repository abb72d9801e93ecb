// Speed beside ffish, by processor time: all legal moves as a list, a push and later a pop.
//
//     npm install --prefix /tmp/peer ffish
//     node web/npm/speed.mjs target/npm /tmp/peer
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const SECONDS = 1.5;
const ROUNDS = 3;
const PLIES = 120;

const [folder, peer] = process.argv.slice(2);
if (!folder) {
    console.error('usage: node speed.mjs PACKAGE [FOLDER with node_modules/ffish]');
    process.exit(2);
}
const { default: init, Board } = await import(pathToFileURL(resolve(folder, 'chuhe.js')));
await init();

/** ffish 0.7.10 takes Node for a browser where there is `fetch`. */
async function loadFfish() {
    if (!peer) return null;
    const kept = globalThis.fetch;
    globalThis.fetch = undefined;
    const ffish = createRequire(pathToFileURL(resolve(peer, 'x.js')))('ffish');
    await new Promise((done) => (ffish.calledRun ? done() : (ffish.onRuntimeInitialized = done)));
    globalThis.fetch = kept;
    return ffish;
}

const seconds = () => process.cpuUsage().user / 1e6;

/** Moves a second of `act`, which returns how many it made. */
function rate(act) {
    const started = seconds();
    let moves = 0;
    do moves += act();
    while (seconds() - started < SECONDS);
    return Math.round(moves / (seconds() - started));
}

/** A game of random moves, the same each time. */
function game() {
    const [board, line] = [new Board(), []];
    let seed = 7;
    while (line.length < PLIES) {
        const moves = board.legalMoves;
        if (!moves.length) break;
        seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
        const move = moves[seed % moves.length];
        board.push(move);
        line.push(move);
    }
    return line;
}

const line = game();
const texts = line.map(String);
// ffish counts ranks from 1.
const peerTexts = texts.map((text) => text.replace(/\d/g, (rank) => Number(rank) + 1));
const ffish = await loadFfish();
for (let round = 0; round < ROUNDS; round++) {
    const board = new Board();
    const walk = (moves) => {
        for (const move of moves) {
            board.legalMoves;
            board.push(move);
        }
        for (const _ of moves) board.pop();
        return moves.length;
    };
    const [mine, byText] = [rate(() => walk(line)), rate(() => walk(texts))];
    const report = [`chuhe ${mine}/s with moves, ${byText}/s with texts`];
    if (ffish) {
        const other = new ffish.Board('xiangqi');
        const theirs = rate(() => {
            for (const move of peerTexts) {
                other.legalMoves();
                other.push(move);
            }
            for (const _ of peerTexts) other.pop();
            return peerTexts.length;
        });
        report.push(`ffish ${theirs}/s`, `ratio ${(mine / theirs).toFixed(1)}`);
    }
    const started = seconds();
    const leaves = board.perft(4);
    report.push(`perft(4) ${leaves} in ${((seconds() - started) * 1000).toFixed(0)} ms`);
    console.log(report.join(', '));
}
process.exit(0);
