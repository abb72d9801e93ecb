#!/bin/sh
# pyffish 0.0.90, variant xiangqi: an attack that only goes on as it was counts as a chase.
#
# A rook attacks a horse along rank 8, withdraws along that rank and attacks the horse as before.
# Guess: the attack existed before the move and is not renewed by it, which the Asian rule (its
#   diagram 106) does not call a chase; so the third occurrence is a draw.
# Seen:  the side with the rook loses.
# Fails when pyffish answers otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
    --target "$folder" pyffish==0.0.90
PYTHONPATH=$folder python3 - <<'EOF'
import pyffish

FEN = "3k5/8R/9/5n3/9/9/9/5K3/9/9 w - - 0 1"
# Ranks from 1: the rook to f9, the horse to e9, the rook back along the rank, the horse back.
LOOP = ["i9f9", "f7e9", "f9i9", "e9f7"]

print("pyffish", pyffish.version())
assert pyffish.version() == (0, 0, 90)
assert pyffish.validate_fen(FEN, "xiangqi") == pyffish.FEN_OK
# Before the rook withdraws and after, it could take the horse.
before = pyffish.get_fen("xiangqi", FEN, LOOP[:2])
assert "f9e9" in pyffish.legal_moves("xiangqi", before, [])
after = pyffish.get_fen("xiangqi", FEN, LOOP[:3]).replace(" b ", " w ")
assert "i9e9" in pyffish.legal_moves("xiangqi", after, [])
seen = pyffish.is_optional_game_end("xiangqi", FEN, LOOP * 2)
print("third occurrence, side to move (the rook's):", seen)
assert seen == (True, -pyffish.VALUE_MATE), "this has changed"
print("as found: the rook's side has lost")
EOF
