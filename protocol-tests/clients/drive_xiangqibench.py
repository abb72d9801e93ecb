"""Drives an engine with the package xiangqibench, in the place of its own.

usage: drive_xiangqibench.py PROGRAM [GAMES [DEPTH]]

Every case of the package is taken by the engine, a position that nobody can play is named, and
so many cases are played from beginning to end, the engine on both sides. Prints "passed" at the
end, or what was missing, and then leaves with status 1.
"""
import re
import sys

from xiangqibench.cases import load_cases
from xiangqibench.defender import PikafishDefender, PikafishEngine
from xiangqibench.defender.engine import UnsupportedPosition
from xiangqibench.llm import Completion
from xiangqibench.modes import get_mode
from xiangqibench.runner import play_trial


def fail(text):
    print(text)
    sys.stdout.flush()
    sys.exit(1)


def has_pawn_at_home(fen):
    """Whether a pawn stands on its own side's back ranks, where no game brings it."""
    ranks = fen.split()[0].split("/")
    return "p" in "".join(ranks[:3]) or "P" in "".join(ranks[-3:])


class Player:
    """Answers in the words that the package wants of a language model."""

    name = "engine"

    def __init__(self, engine):
        self.engine = engine

    def complete(self, messages):
        fens = [fen for message in messages for fen in re.findall(r"FEN: (\S+ [wb])", message["content"])]
        move = self.engine.best_move(fens[-1])
        return Completion(text=f"```bash\nmove {move}\n```")


def main():
    program, games, depth = (sys.argv[1:] + ["8", "8"][len(sys.argv) - 2 :])[:3]
    games, depth = int(games), int(depth)
    engine = PikafishEngine(path=program, depth=depth, threads=1, hash_mb=16)
    if not engine.engine_id.startswith("Chuhe"):
        fail(f"the engine did not introduce itself: {engine.engine_id}")
    cases = load_cases()
    for case in cases:
        try:
            answer = engine.analyse(case.fen, 1)
        except UnsupportedPosition as error:
            fail(f"{case.id}: {error}")
        if answer.bestmove is None or answer.score_cp is None and answer.score_mate is None:
            fail(f"{case.id}: {answer}")
    print(f"{len(cases)} cases taken")
    try:
        engine.analyse("3k5/9/9/9/9/9/9/9/9/3K5 w - - 0 1", 1)
        fail("facing kings are taken")
    except UnsupportedPosition:
        pass
    won = 0
    composed = [case for case in cases if has_pawn_at_home(case.fen)]
    others = [case for case in cases if case not in composed]
    for case in (composed + others[:: max(1, len(others) // games)])[:games]:
        defender = PikafishDefender(case.challenger, engine)
        summary, record = play_trial(case, get_mode("sighted"), Player(engine), defender)
        backends = {turn.get("defender_backend") for turn in record["trajectory"]} - {None}
        print(f"{case.id}: {summary.outcome} ({summary.termination_reason}), {summary.plies} plies, {backends}")
        # The package answers in the engine's place where that has no legal move to offer.
        if summary.plies == 0 or not backends <= {"pikafish"}:
            fail(f"{case.id}: {summary.outcome}, moves by {backends}")
        won += summary.outcome == "challenger_win"
    print(f"{games} games, {won} won")
    print("passed")


main()
