#!/bin/sh
# cchess 1.25.5 (PyPI): of a PGN whose move numbers have no blank behind them no move is read, and of
# one in traditional characters only the moves before the first 馬; neither with a message.
#
# Input: the same three moves of a PGN in Chinese notation with `1. ` and with `1.` before the move,
# which the PGN standard allows in files that are read, and in simplified and traditional characters.
# Guess: three moves each time, or an error.
# Seen: three moves with a blank, none without it, one in traditional characters.
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
    "a blank": "1. 炮二平五 马8进7 2. 马二进三 *\n",
    "no blank": "1.炮二平五 马8进7 2.马二进三 *\n",
    "traditional": "1. 炮二平五 馬8進7 2. 馬二進三 *\n",
}
SEEN = {"a blank": [["h2e2", "h9g7", "h0g2"]], "no blank": [], "traditional": [["h2e2"]]}
found = {}
for name, moves in CASES.items():
    path = f"{sys.argv[1]}/{name}.pgn"
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD + moves)
    found[name] = Game.read_from(path).dump_iccs_moves()
    print(f"cchess 1.25.5, {name}: {found[name]}")
sys.exit(0 if found == SEEN else 1)
PYTHON
"$folder/venv/bin/python" "$folder/read.py" "$folder"
