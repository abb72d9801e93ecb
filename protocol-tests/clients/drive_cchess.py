"""Drives an engine with the engine classes of the package cchess.

usage: drive_cchess.py UciEngine|UcciEngine PROGRAM

Three searches: to a depth, by the clock, and one that is stopped. Prints
"passed" at the end, or what was missing, and then leaves with status 1.
"""
import sys
import time

import cchess

FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"
PATIENCE = 60


def fail(text):
    print(text)
    sys.stdout.flush()
    sys.exit(1)


def answer(engine, what):
    """The move, and whether a line of the search was understood before it."""
    end = time.time() + PATIENCE
    lines = 0
    while time.time() < end:
        action = engine.get_action()
        if action is None:
            time.sleep(0.01)
        elif action["action"] == "info_move":
            lines += "score" in action and "moves" in action
        elif action["action"] == "bestmove":
            if lines == 0:
                fail(f"{what}: no line with a score and moves")
            if not isinstance(action.get("score", 0), int):
                fail(f"{what}: the score is no number: {action}")
            return action["move"]
        elif action["action"] in ("dead", "draw"):
            fail(f"{what}: no move: {action}")
    fail(f"{what}: no answer within {PATIENCE} s")


def main():
    kind, program = sys.argv[1:]
    engine = getattr(cchess, kind)()
    if not engine.load(program) or not engine.wait_for_ready(PATIENCE):
        fail("the engine did not get ready")
    if not engine.ids.get("name", "").startswith("Chuhe") or not engine.options:
        fail(f"the engine did not introduce itself: {engine.ids}")
    engine.set_option("Hash", 32)
    board = cchess.ChessBoard(FEN)
    clock = {"wtime": 2000, "btime": 2000} if kind == "UciEngine" else {"time": 2000, "increment": 0}
    for what, limits in (("depth", {"depth": 6}), ("clock", clock), ("stop", {"movetime": 600000})):
        engine.go_from(FEN, limits)
        if what == "stop":
            time.sleep(0.3)
            engine._send_cmd("stop")
        move = answer(engine, what)
        start, end = cchess.iccs2pos(move)
        if not board.is_valid_move(start, end):
            fail(f"{what}: not a move: {move}")
    engine.quit()
    engine.process.wait(10)
    print("passed")


main()
