"""Judges random repetitions beside pyffish and says why the two disagree.

    python3 protocol-tests/pyffish/compare.py PROGRAM [--lines N] [--seed S] [--out FILE]

PROGRAM is `chuhe` or `chuhe-tools`. A line is a random position and a loop of four or eight plies,
walked three times, so that what leads into the window is a part of the loop as well. Loops whose
moves attack are preferred. `PROGRAM judge --rules AsianRule` judges all lines at once; pyffish,
which is installed in a temporary folder, judges them as its variant `xiangqi`.

Where the two disagree, `analyser.py`, slow and without code of either, judges too and names the
reason (its `CLASSES`). It prints how many lines are of which class; --out has a line a
disagreement: class, both verdicts, what the program says, and the game. The status is 1 when the
analyser is not of the program's opinion or finds no reason.
"""

import argparse
import collections
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from analyser import CLASSES, classify
from board import text
from lines import random_line

PYFFISH = "pyffish==0.0.90"


def pyffish_verdict(pyffish, board, moves):
    """The verdict of pyffish on a game, in the words of `chuhe judge`."""
    ended, value = pyffish.is_optional_game_end("xiangqi", board.fen(), moves)
    if not ended:
        return "ongoing"
    if value == 0:
        return "draw"
    to_move_is_red = (board.side == "w") == (len(moves) % 2 == 0)
    return "red_wins" if (value > 0) == to_move_is_red else "black_wins"


def verdicts(program, games):
    """The verdict of `PROGRAM judge` on each game and its reason."""
    command = [program, "judge", "--lang", "en", "--rules", "AsianRule", "-"]
    try:
        judged = subprocess.run(command, input="\n".join(games) + "\n", check=True, text=True,
                                capture_output=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{program}: {error}")
    if len(judged) != len(games):
        sys.exit(f"{len(judged)} verdicts on {len(games)} games")
    return [line.split("\t") for line in judged]


def compare(pyffish, args):
    """Judges all lines. Returns how many there are of each agreed verdict and of each class."""
    rng = random.Random(args.seed)
    lines = [random_line(rng) for _ in range(args.lines)]
    games = [f"{board.fen()} moves {' '.join(text(m, 0) for m in loop * 3)}"
             for board, loop in lines]
    agreed, classes, report = collections.Counter(), collections.Counter(), []
    for (board, loop), game, (ours, why) in zip(lines, games, verdicts(args.program, games)):
        theirs = pyffish_verdict(pyffish, board, [text(m, 1) for m in loop * 3])
        if ours == theirs:
            agreed[ours] += 1
            continue
        name = classify(board, loop, ours, theirs)
        classes[name] += 1
        report.append("\t".join((name, ours, theirs, why, game)))
    if args.out:
        with open(args.out, "w", encoding="utf-8") as out:
            out.writelines(line + "\n" for line in report)
    return agreed, classes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", help="chuhe or chuhe-tools")
    parser.add_argument("--lines", type=int, default=10000, help="default: 10000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--out", help="write the disagreements to this file")
    args = parser.parse_args()
    if args.lines < 1:
        parser.error("--lines must be at least 1")
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--root-user-action=ignore",
               "--target", folder]
        subprocess.run([*pip, "--disable-pip-version-check", PYFFISH], check=True)
        sys.path.insert(0, folder)
        import pyffish
        agreed, classes = compare(pyffish, args)
    print(f"{args.lines} lines of seed {args.seed}, AsianRule beside {PYFFISH}")
    words = ", ".join(f"{count} {verdict}" for verdict, count in sorted(agreed.items()))
    print(f"{agreed.total()} agree: {words}")
    print(f"{classes.total()} differ; pyffish")
    for name, what in CLASSES.items():
        print(f"{classes[name]:6}  {name:12} {what}")
    return 1 if classes["FAULT"] + classes["UNEXPLAINED"] else 0


if __name__ == "__main__":
    sys.exit(main())
