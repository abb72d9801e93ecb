#!/bin/sh
# xiangqi 1.0.5 (PyPI): the move number of a FEN counts as moves without a capture.
#
# Input: a position where the rook mates with i1i9, given to Env.from_fen with several pairs of the two
# last fields of a FEN: half moves without a capture, and number of the move. (Red to move is "r" here;
# "w" raises a KeyError.)
# Guess: the mate wins each time, and only the first number brings a draw nearer.
# Seen: with "0 29" Red wins, with "0 30" the same move is a draw, as is every move there that captures
# nothing. The program takes twice the move number as half moves, all without a capture, and calls 60 of
# them a draw; the first number is read and not used ("59 1" goes on). The draw is looked for before the
# mate.
#
# Prints the results of the mate and of a king's move; fails when these are others than were seen.
# Needs python3 with venv and a package registry.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check xiangqi==1.0.5
cat > "$folder/play.py" <<'PYTHON'
import sys
from importlib.metadata import version

from xiangqi import Env

BOARD = "4k4/R8/9/9/9/9/9/9/8R/3K5"
# Move, the numbers of the FEN, what was seen, and what would be right by the limit of 60.
CASES = [
    ("i1i9", "0 1", "win", "win"),
    ("i1i9", "0 29", "win", "win"),
    ("i1i9", "0 30", "draw", "win"),
    ("i1i9", "0 60", "draw", "win"),
    ("d0d1", "0 29", "goes on", "goes on"),
    ("d0d1", "0 30", "draw", "goes on"),
    ("d0d1", "59 1", "goes on", "draw"),
]


def result(move, numbers):
    game = Env.from_fen(f"{BOARD} r - - {numbers}")
    assert move in game.get_valid_actions()
    _, reward, done, _ = game.step(move)
    return {1: "win", 0: "draw"}[reward] if done else "goes on"


assert version("xiangqi") == "1.0.5"
same = True
for move, numbers, seen, right in CASES:
    found = result(move, numbers)
    print(f"xiangqi 1.0.5, {numbers}, {move}: {found} (right: {right})")
    same = same and found == seen
sys.exit(0 if same else 1)
PYTHON
"$folder/venv/bin/python" "$folder/play.py"
