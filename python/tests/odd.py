"""Calls everything with arguments that mean nothing: an exception is an answer, a crash is none.

python odd.py [CALLS [SEED [THREADS]]]; the tests make a few thousand calls, by hand it is a
million.
"""

import datetime
import gc
import inspect
import io
import math
import pathlib
import random
import sys
import threading

import chuhe

FENS = [
    None,
    chuhe.START_FEN,
    "3k5/9/9/9/9/9/9/9/4R4/R3K4 w",
    "3k5/9/9/9/9/9/9/9/4R4/3RK4 b",
    "9/9/9/9/9/9/9/9/9/9 w",
    "k" * 5000,
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 4294967295 99999",
]

TEXTS = [
    "", " ", "\0", "h2e2", "H2-E2", "h2e2\0", "炮二平五", "马8进7", "C2.5", "red", "black", "e0",
    "i9", "j10", "ComputerRule", "asianrule", "x" * 10_000, "\ud800", "\U0010ffff", "🀄" * 50, "-1",
    "1e999", "pgn", "xqf", "wxf", "simplified", "en", "zh-Hant", "utf-8", "big5", "../..", "/dev/null",
    "h2e2 h9g7 h0g2", "%s%n{}", "1-0", "any", "Hash", "EvalFile", "startpos moves h2e2",
]

NUMBERS = [
    0, 1, -1, 2, 3, 89, 90, 255, 256, 2**31 - 1, 2**31, -(2**31), 2**32, 2**63 - 1, 2**63, 2**64,
    -(2**64), 10**30, 0.0, -0.0, 0.5, 1e308, -1e308, math.inf, -math.inf, math.nan, True, False,
]


class Hostile:
    """An object whose every answer is an error."""

    def fail(self, *_):
        raise RuntimeError("hostile")

    __len__ = __iter__ = __index__ = __int__ = __float__ = __fspath__ = __bool__ = fail
    __getitem__ = __contains__ = __str__ = __next__ = __hash__ = __eq__ = read = fail


class Long:
    """A list of a hundred thousand things that are no moves. One without an end would catch Python
    itself: `error.args = …` makes a tuple of it."""

    def __iter__(self):
        return iter([1] * 100_000)


def others():
    return [
        None, b"", b"\0", b"h2e2 h9g7", bytearray(b"XQ\x12"), memoryview(b"h2e2"), b"\xff" * 100, [],
        [1], ["h2e2"], ("h2e2", "h9g7"), ["h2e2"] * 300, {}, {"h2e2": 1}, set(), object(), object,
        type, len, Hostile(), Hostile, Long(), range(10), datetime.date(2026, 1, 1), 1j,
        pathlib.Path("no/such"), io.BytesIO(b"h2e2"), io.StringIO("h2e2"), iter(["h2e2"]), Ellipsis,
        NotImplemented, sys, lambda *_: None,
    ]


class Caller:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.others = others()
        self.engine = chuhe.Engine(hash=1)
        self.made = self.fresh()
        self.calls = 0

    def fresh(self):
        """Objects of the package, which are arguments and are called."""
        board = chuhe.Board()
        for _ in range(self.chance.randrange(30)):
            moves = board.legal_moves
            if not moves:
                break
            board.push(self.chance.choice(list(moves)))
        game = next(chuhe.read(b"{Two lines} 1. C2.5 {as usual} H8+7 (1... C8.5) 2. H2+3"))
        mated = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/3RK4 b")
        return [
            board, mated, game, game.root, game.end, board.legal_moves, mated.outcome(), chuhe.Move("h2e2"),
            chuhe.read(b"h2e2\nh9g7\n"), chuhe.Game(), self.engine,
        ]

    def argument(self):
        kind = self.chance.randrange(10)
        if kind < 2:
            return self.chance.choice(TEXTS)
        if kind < 4:
            return self.chance.choice(NUMBERS)
        if kind < 5:
            return self.chance.choice(FENS)
        if kind < 8:
            return self.chance.choice(self.made)
        return self.chance.choice(self.others)

    def target(self):
        """Something to be called, with the names of its arguments."""
        if self.chance.random() < 0.3:
            name = self.chance.choice(chuhe.__all__)
            return getattr(chuhe, name), name
        owner = self.chance.choice(self.made)
        name = self.chance.choice(dir(owner))
        if self.chance.random() < 0.05:
            setattr(owner, name, self.argument())
        return getattr(owner, name), name

    def call(self):
        target, name = self.target()
        if not callable(target) or name in ("__class__", "infos_async", "analyse_async", "play_async", "_search_async"):
            return
        if inspect.isclass(target) and target is chuhe.Engine:
            return  # thousands of them are made elsewhere
        given = [self.argument() for _ in range(self.chance.choice([0, 1, 1, 1, 2, 2, 3, 4]))]
        named = {}
        if name in ("analyse", "play", "infos"):
            named["nodes"] = self.chance.randrange(1, 300)
        if name == "review":
            named["nodes"] = self.chance.randrange(1, 50)
        if name in ("prove_mate", "set_option"):
            named["nodes"] = 100
        if name == "perft":
            given = [self.chance.choice([0, 1, 2, 3, 65, 2**32, -1, None, "3"])]
        if name == "set_option":
            # Nothing that fills the memory or the disk.
            given, named = [self.chance.choice(TEXTS), self.argument()], {}
        result = target(*given, **named)
        if type(result).__module__.startswith("chuhe") and len(self.made) < 60:
            self.made.append(result)

    def run(self, calls):
        errors = 0
        for number in range(calls):
            if number % 500 == 0:
                self.made = self.fresh()
            try:
                self.call()
            except Exception:
                errors += 1
        return errors


def main(calls, seed, threads):
    each = calls // threads
    errors = []

    def work(number):
        errors.append(Caller(seed + number).run(each))

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    gc.collect()
    assert len(errors) == threads, "a thread has ended by something that is no Exception"
    return sum(errors)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    calls, seed, threads = (given + [1_000_000, 1, 4][len(given) :])[:3]
    print(f"{calls} calls in {threads} threads: {main(calls, seed, threads)} exceptions")
