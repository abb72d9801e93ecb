#!/bin/sh
# elephantops 0.1.1 (npm): makeSan writes moves that parseSan of the same package does not take back.
#
# Input: two legal positions where two pieces of a kind reach the same square: pawns side by side and
# behind (a7b7 beside b6b7), and knights of which one has a piece next to the target (g5e4 beside c3e4,
# a pawn on d4).
# Guess: both moves of each pair are written with the file of origin (Pab7, Pbb7; Nge4, Nce4), and
# parseSan gives back the move that makeSan was given.
# Seen: the one is written without (Pb7, Ne4), and parseSan says undefined for it, since both pieces
# fit; the other has its file and comes back. Rivals are looked for backwards, from the target
# square: a pawn does not go backwards, and the leg of a knight lies at the other end of its way.
#
# Prints move, text and what came back; fails when that is something else than was seen. Needs node,
# npm and a package registry.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > npm.log
npm install --silent --no-audit --no-fund elephantops@0.1.1
cat > read.mjs <<'NODE'
import { parseFen } from 'elephantops/fen';
import { makeSan, parseSan } from 'elephantops/san';
import { makeSquare, parseSquare } from 'elephantops/util';
import { Xiangqi } from 'elephantops/xiangqi';

const CASES = [
  ['4k4/9/9/P8/1P7/9/9/9/9/3K5 w - - 0 1', 'a7b7', 'Pb7', 'none'],
  ['4k4/9/9/P8/1P7/9/9/9/9/3K5 w - - 0 1', 'b6b7', 'Pbb7', 'b6b7'],
  ['4k4/9/9/9/9/6N2/3p5/2N6/9/3K5 w - - 0 1', 'g5e4', 'Ne4', 'none'],
  ['4k4/9/9/9/9/6N2/3p5/2N6/9/3K5 w - - 0 1', 'c3e4', 'Nce4', 'c3e4'],
];
let same = true;
for (const [fen, move, text, back] of CASES) {
  const position = Xiangqi.fromSetup(parseFen(fen).unwrap()).unwrap();
  const [from, to] = [parseSquare(move.slice(0, 2)), parseSquare(move.slice(2))];
  if (!position.dests(from).has(to)) throw new Error(`${move} is not legal`);
  const written = makeSan(position, { from, to });
  const read = parseSan(position, written);
  const found = read ? makeSquare(read.from) + makeSquare(read.to) : 'none';
  console.log(`${move}: ${written}, read as ${found}`);
  same &&= written === text && found === back;
}
process.exit(same ? 0 : 1);
NODE
node read.mjs
