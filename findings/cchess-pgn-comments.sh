#!/bin/sh
# cchess 1.25.5 (PyPI): a PGN is read up to its first comment, without a message.
#
# Input: a PGN of three moves in Chinese notation, and the same with a comment in braces behind the
# first move, as the PGN standard has it.
# Guess: the comment is kept with its move, as cchess does with the comments of an XQF, or passed
# over; three moves both times.
# Seen: three moves without the comment, one move with it. With a variation in parentheses instead of
# the comment, which the standard has as well, an exception.
#
# Prints what cchess reads; fails when that is something else than was seen. Needs python3 with
# venv and a package registry.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check cchess==1.25.5
cat > "$folder/read.py" <<'PYTHON'
import sys

from cchess import Game

HEAD = '[Game "Chinese Chess"]\n[Event "x"]\n[Red "A"]\n[Black "B"]\n[Result "*"]\n\n'
CASES = {
    "plain": "1. 炮二平五 马8进7 2. 马二进三 *\n",
    "comment": "1. 炮二平五 {好着} 马8进7 2. 马二进三 *\n",
    "variation": "1. 炮二平五 马8进7 (1... 炮8平5) 2. 马二进三 *\n",
}
SEEN = {"plain": [["h2e2", "h9g7", "h0g2"]], "comment": [["h2e2"]], "variation": "ValueError"}
found = {}
for name, moves in CASES.items():
    path = f"{sys.argv[1]}/{name}.pgn"
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD + moves)
    try:
        found[name] = Game.read_from(path).dump_iccs_moves()
    except ValueError as error:
        found[name] = type(error).__name__
    print(f"cchess 1.25.5, {name}: {found[name]}")
sys.exit(0 if found == SEEN else 1)
PYTHON
"$folder/venv/bin/python" "$folder/read.py" "$folder"
