#!/bin/sh
# cchess 1.25.5 (PyPI): games that were deleted from a CBL are listed with the others.
#
# Input: a CBL of CCBridge with two games, of which the second one was deleted: byte 56 of the
# header is 1, and the first number of the game's entry in the index is 5 instead of 7. So it is
# in a file of cchess's own tests, a library of 35 games by its name: it has 38 records, two of
# them pages of text and one, with the entry 5, a second copy of the last game.
# Guess: one game, that which CCBridge lists.
# Seen: both games (read_cbr.py goes from slot to slot and skips the index).
#
# Prints the titles that cchess finds; fails when these are others than were seen. Needs python3
# with venv and a package registry.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check cchess==1.25.5
cat > "$folder/read.py" <<'PYTHON'
import struct
import sys
from cchess.read_cbr import read_from_cbl

BACK, ENTRIES, SLOT = (1, 2, 3, 4, 5, 4, 3, 2, 1), 128, 4096


def text(value, size):
    return value.encode("utf-16le").ljust(size, b"\0")


def board():
    rows = [[0] * 9 for _ in range(10)]
    for side, back, cannons, pawns in ((0x20, 0, 2, 3), (0x10, 9, 7, 6)):
        rows[back] = [side + piece for piece in BACK]
        for file in (1, 7):
            rows[cannons][file] = side + 6
        for file in range(0, 9, 2):
            rows[pawns][file] = side + 7
    return bytes(sum(rows, []))


def record(title):
    bytes_ = bytearray(2214)
    bytes_[:16] = b"CCBridge Record\0"
    bytes_[19] = 2
    bytes_[180:308] = text(title, 128)
    bytes_[2112] = bytes_[2116] = 1
    bytes_[2120:2210] = board()
    bytes_[2210:2214] = b"\xff" * 4
    # The start, then h2e2, which ends the game.
    return bytes(bytes_) + bytes((0, 0, 0, 0, 1, 0, 70, 67))


def entry(number, flags, title):
    numbers = struct.pack("<4I", flags, number, 1, len(record(title)))
    return numbers.ljust(100, b"\0") + text(title, 176)


head = bytearray(66624)
head[:16] = b"CCBridgeLibrary\0"
head[16] = 3
head[52:64] = struct.pack("<3I", 0x7FFFFFFF, 1, ENTRIES)
index = (entry(0, 7, "kept") + entry(1, 5, "deleted")).ljust(276 * ENTRIES, b"\0")
slots = b"".join(record(title).ljust(SLOT, b"\0") for title in ("kept", "deleted"))
with open(sys.argv[1], "wb") as library:
    library.write(bytes(head) + index + slots)
print(" ".join(game.info["title"] for game in read_from_cbl(sys.argv[1])["games"]))
PYTHON
found=$("$folder/venv/bin/python" "$folder/read.py" "$folder/library.cbl")
echo "cchess 1.25.5 finds: $found"
test "$found" = "kept deleted" # right: kept
