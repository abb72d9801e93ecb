#!/bin/sh
# pyffish 0.0.90, variant xiangqi: a piece that may not capture counts as a chaser when it is the leg
# of an enemy horse.
#
# A cannon on c1 has the horse on c8 in its line with every second move of its bishop only: when the
# bishop goes to e2, the horse on c2 is the screen, but then the cannon is the leg that keeps this
# horse from checking the king on d0, so that it may not leave.
# Guess: pinned pieces do not chase, so the third occurrence is a draw.
# Seen:  the side with the cannon loses, although its capture is not among pyffish's own legal moves.
# Fails when pyffish answers otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
    --target "$folder" pyffish==0.0.90
PYTHONPATH=$folder python3 - <<'EOF'
import pyffish

FEN = "5k3/2n6/9/9/9/2B6/9/2n6/2C6/3K5 w - - 0 1"
# Ranks from 1: the bishop to e3, the horse to a4, both back.
LOOP = ["c5e3", "c3a4", "e3c5", "a4c3"]

print("pyffish", pyffish.version())
assert pyffish.version() == (0, 0, 90)
assert pyffish.validate_fen(FEN, "xiangqi") == pyffish.FEN_OK


def may_capture(moves):
    """Whether the cannon could take the horse on c9 after these moves, were it Red's turn."""
    fen = pyffish.get_fen("xiangqi", FEN, moves).replace(" b ", " w ")
    return "c2c9" in pyffish.legal_moves("xiangqi", fen, [])


print("may capture after the bishop's moves:", may_capture(LOOP[:1]), may_capture(LOOP[:3]))
assert (may_capture(LOOP[:1]), may_capture(LOOP[:3])) == (False, True)
seen = pyffish.is_optional_game_end("xiangqi", FEN, LOOP * 2)
print("third occurrence, side to move (the cannon's):", seen)
assert seen == (True, -pyffish.VALUE_MATE), "this has changed"
print("as found: the cannon's side has lost")
EOF
