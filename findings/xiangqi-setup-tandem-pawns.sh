#!/bin/sh
# xiangqi-setup 2.2.0 (PyPI): the front or rear of two pawns on a file is taken from the whole board.
#
# Input: WXF files of one move, with P+ or P- for one of two red pawns on file 7, as in the federation's
# table. Red has no other pawn on the board, or one on file 3, or three on files 1, 5 and 9.
# Guess: a pawn of file 7 goes each time, since it is the only file with two.
# Seen: right without other pawns. With a third one, P-.6 takes the pawn on g3, which has not moved yet
# and stands behind the two, and P+.6 the pawn on g7 in front of them: each goes three files sideways,
# without a message, and the picture shows that. With five pawns an AssertionError.
#
# Prints the pawns before and after the move, as the program puts them into its picture; fails when
# these are others than were seen. The libraries that draw are not needed for that. Needs python3 with
# venv and a package registry.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps xiangqi-setup==2.2.0
cat > "$folder/read.py" <<'PYTHON'
import contextlib
import io
import sys
from importlib.metadata import version

from xiangqi_setup.file_formats.wxf import iterate_wxf_tokens
from xiangqi_setup.pieces import PAWN

# Position, move, pawns before, pawns after, and what would be right.
CASES = [
    ("4k4/9/9/2P6/2P6/9/9/9/9/3K5", "P-.6", "c5 c6", "c6 d5", "c6 d5"),
    ("4k4/9/9/2P6/2P6/9/6P2/9/9/3K5", "P-.6", "c5 c6 g3", "c5 c6 d3", "c6 d5 g3"),
    ("4k4/9/6P2/2P6/2P6/9/9/9/9/3K5", "P+.6", "c5 c6 g7", "c5 c6 d7", "c5 d6 g7"),
    ("4k4/9/9/2P6/2P6/9/P3P3P/9/9/3K5", "P+.6", "a3 c5 c6 e3 i3", "AssertionError", "a3 c5 d6 e3 i3"),
]


def pawns(fen, move, count):
    text = f"FORMAT\tWXF\nFEN\t{fen} r\n\nSTART{{\n1. {move}\n}}END\n"
    try:
        # It tells each move that it makes.
        with contextlib.redirect_stdout(io.StringIO()):
            pieces = list(iterate_wxf_tokens(text, count, False))
    except AssertionError as error:
        return type(error).__name__
    return " ".join(sorted(f"{'abcdefghi'[piece.x]}{piece.y}" for piece in pieces if piece.piece == PAWN))


assert version("xiangqi-setup") == "2.2.0"
same = True
for fen, move, before, after, right in CASES:
    found = (pawns(fen, move, "0"), pawns(fen, move, "all"))
    print(f"xiangqi-setup 2.2.0, {move}: {found[0]} -> {found[1]} (right: {right})")
    same = same and found == (before, after)
sys.exit(0 if same else 1)
PYTHON
"$folder/venv/bin/python" "$folder/read.py"
