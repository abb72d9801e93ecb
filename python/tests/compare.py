"""Compares the package with pyffish and cchess, by hand:

pip install chuhe pyffish==0.0.90 cchess==1.25.5
python compare.py [POSITIONS [GAMES]]

Random positions: legal moves, check, mate. Random whole games: verdicts of `chuhe judge`, whose
path the variable CHUHE names, under every rule set. Prints each kind of disagreement once.
"""

import collections
import os
import random
import subprocess
import sys
import tempfile

import cchess
import pyffish

import chuhe


def random_positions(count, seed):
    """Positions of random games, with many captures, so that few pieces are common too."""
    chance = random.Random(seed)
    found = 0
    while found < count:
        board = chuhe.Board()
        eager = chance.random()
        for _ in range(chance.randrange(20, 300)):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [move for move in moves if board.is_capture(move)]
            board.push(chance.choice(captures if captures and chance.random() < eager else moves))
            if chance.random() < 0.2 or not board.legal_moves:
                yield board
                found += 1
                if found == count:
                    return


def ours(board):
    moves = {str(move) for move in board.legal_moves}
    return {"moves": moves, "check": board.is_check(), "no moves": not moves}


def of_pyffish(board):
    fen = board.fen()
    raw = pyffish.legal_moves("xiangqi", fen, [])

    def from_zero(text):
        # h10g8: ranks from 1.
        cut = 3 if text[2].isdigit() else 2
        return "".join(f"{point[0]}{int(point[1:]) - 1}" for point in (text[:cut], text[cut:]))

    moves = {from_zero(text) for text in raw}
    return {"moves": moves, "check": pyffish.gives_check("xiangqi", fen, []), "no moves": not moves}


def of_cchess(board):
    other = cchess.ChessBoard(board.fen().split(" - ")[0])
    made = [cchess.pos2iccs(start, end) for start, end in other.create_moves()]
    # create_moves leaves those in that expose the king.
    moves = {text for text in made if is_safe(other, text)}
    return {"all moves": set(made), "moves": moves, "check": is_check(other), "no moves": other.no_moves()}


def is_check(board):
    other = board.copy()
    other.next_turn()
    return other.is_checking()


def is_safe(board, text):
    start, end = cchess.iccs2pos(text)
    return not board.is_checked_move(start, end)


def compare_positions(count):
    differences = collections.Counter()
    examples = {}
    totals = collections.Counter()
    for board in random_positions(count, 1):
        found = ours(board)
        totals["positions"] += 1
        totals["in check"] += found["check"]
        totals["without a move"] += found["no moves"]
        for name, other in (("pyffish", of_pyffish(board)), ("cchess", of_cchess(board))):
            for what, value in found.items():
                if other[what] != value:
                    differences[name, what] += 1
                    examples.setdefault((name, what), (board.fen(), value, other[what]))
            if name == "cchess" and not other["all moves"] <= other["moves"]:
                totals["cchess: create_moves has moves that leave the king in check"] += 1
    for key, count in totals.items():
        print(f"{key}: {count}")
    for key, count in differences.items():
        fen, value, other = examples[key]
        print(f"{' '.join(key)}: {count} differ, such as {fen}")
        if isinstance(value, set):
            value, other = sorted(value - other), sorted(other - value)
        print(f"  ours {value}, theirs {other}")
    return not differences


def compare_games(count):
    program = os.environ.get("CHUHE", "chuhe")
    made = subprocess.run(
        [program, "judge", "--generate", str(count), "--seed", "2"], capture_output=True, text=True, check=True
    ).stdout
    words = {"1-0": "red_wins", "0-1": "black_wins", "1/2-1/2": "draw"}
    bad = 0
    verdicts = collections.Counter()
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(made)
        file.flush()
        for rules in chuhe.RULES:
            judged = subprocess.run(
                [program, "judge", "--lang", "en", "--rules", rules, file.name], capture_output=True, text=True, check=True
            ).stdout.splitlines()
            for line, theirs in zip(made.splitlines(), judged):
                outcome = chuhe.judge(line, rules)
                said = f"{words[outcome.result]}\t{outcome.text}" if outcome else "ongoing\tthe game goes on"
                verdicts[outcome.kind if outcome else "ongoing"] += 1
                bad += said != theirs
                if said != theirs and bad < 5:
                    print(f"{rules} {line}\n  ours {said}, judge {theirs}")
    print(f"{count} games under {len(chuhe.RULES)} rule sets, {bad} differ: {dict(verdicts)}")
    return not bad


if __name__ == "__main__":
    positions, games = [int(word) for word in sys.argv[1:]] + [10_000, 1_000][len(sys.argv) - 1 :]
    results = [compare_positions(positions), compare_games(games)]
    sys.exit(0 if all(results) else 1)
