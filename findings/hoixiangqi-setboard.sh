#!/bin/sh
# HoiXiangqi 0.22.0 (Debian's hoichess 0.22.0-3): it announces `setboard`, and refuses every position.
#
# The protocol of XBoard lets an engine say with `feature setboard=1` that it takes positions as FEN;
# for xiangqi that is the notation with ten ranks and the letters of chess, B and N or E and H.
# Guess: it takes at least the position that its own game begins with.
# Seen:  it announces setboard=1, then answers "tellusererror Illegal position" to the start position
#        with either letters, with four fields or six, and to two others. A match has to send moves.
# Fails when it takes one of them, or no longer announces it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq download hoichess=0.22.0-3
dpkg -x hoichess_*.deb .
engine=$folder/usr/games/hoixiangqi

# It answers after the next line may have been sent, so each answer gets a second.
ask() {
    { printf 'xboard\nprotover 2\nnew\nvariant xiangqi\nforce\n'; sleep 1; printf '%s\n' "$1"; sleep 1; printf 'quit\n'; } |
        timeout 20 "$engine" 2>&1 || true
}

taken=0
while read -r fen; do
    answer=$(ask "setboard $fen")
    echo "$answer" | grep -q 'myname="HoiXiangqi 0\.22\.0.* setboard=1 ' || {
        echo "it no longer announces setboard=1"
        exit 1
    }
    if echo "$answer" | grep -q '^tellusererror Illegal position'; then
        echo "refused: $fen"
    else
        echo "taken:   $fen"
        taken=$((taken + 1))
    fi
done <<'EOF'
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -
rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1
3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1
3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1
EOF
[ "$taken" -eq 0 ] || { echo "this has changed"; exit 1; }
echo "as found: announced, and refused each time"
