#!/bin/sh
# cchess 1.25.5 (PyPI): the variations of a CBF are read as moves of the main line.
#
# Input: a CBF as CCBridge writes it. branch="1" says that an alternative to this move follows
# when its line has ended, end="1" that a line ends. Here 1. h2e2 h9g7 2. h0g2, and for Black's
# first move b9c7 instead. Both lines are legal.
# Guess: a tree of both lines, as cchess makes of a CBR and an XQF, or the main line alone.
# Seen: one line of four moves (read_cbf.py never looks at the attributes branch and end), as if b9c7 were Black's answer to h0g2: a game that never was,
# without a message. Where the alternative is no legal move there, an exception instead ("bad
# move at ..."); so it is for CCBridge's own file with 281 alternatives
# (sample_22_ccbridge.cbf of zfdang/chinese-chess-fish-android).
#
# Prints what cchess reads; fails when that is something else than was seen. Needs python3 with
# venv and a package registry.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check cchess==1.25.5
cat > "$folder/game.cbf" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<ChineseChessRecord Version="1.0">
 <Head>
  <RecordResult>0</RecordResult>
  <FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN>
 </Head>
 <MoveList>
  <Move value="00-00" />
  <Move value="77-47" />
  <Move value="70-62" branch="1" />
  <Move value="79-67" end="1" />
  <Move value="10-22" end="1" />
 </MoveList>
</ChineseChessRecord>
XML
cat > "$folder/read.py" <<'PYTHON'
import sys
from cchess import Game

game = Game.read_from(sys.argv[1])
print("; ".join(" ".join(line) for line in game.dump_iccs_moves()))
PYTHON
found=$("$folder/venv/bin/python" "$folder/read.py" "$folder/game.cbf")
echo "cchess 1.25.5 reads: $found"
test "$found" = "h2e2 h9g7 h0g2 b9c7" # right: h2e2 h9g7 h0g2; h2e2 b9c7
