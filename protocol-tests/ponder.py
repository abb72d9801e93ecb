"""Games by the clock between two engines that think on each other's time, over pipes.

    python3 protocol-tests/ponder.py PROGRAM PROGRAM OPENINGS [GAMES] [THREADS]

`chuhe match` does not ponder; this does, with 0.5+0.005 s, in games of at most 300 plies from
the lines of OPENINGS (FEN), each line with both colours. What it counts as wrong: an answer
that comes more than 100 ms after the clock has run out, a second answer to one `go`, a line
that says that something was illegal or an error, an engine that ends. Every ten games it
prints what it has seen, with the resident size of both engines in kB. Status 1 when anything
was wrong.
"""

import queue
import subprocess
import sys
import threading
import time

BASE, INCREMENT, GRACE = 0.5, 0.005, 0.1
PLIES = 300


class Engine:
    """A program that speaks UCI, with each of its lines and when it came."""

    def __init__(self, program, threads):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.complaints = []
        self.guess = None
        self.send("uci")
        self.wait("uciok")
        for option, value in [("Threads", threads), ("Hash", 16), ("Ponder", "true")]:
            self.send(f"setoption name {option} value {value}")

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.strip()))
        self.lines.put((time.monotonic(), None))

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word, seconds=20):
        """The line that begins with a word, and when it came."""
        end = time.monotonic() + seconds
        while True:
            at, line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            if line is None:
                raise EOFError("an engine has ended")
            if line.startswith("info string") and ("llegal" in line or "error" in line):
                self.complaints.append(line)
            if line.split(" ")[0] == word:
                return at, line.split()

    def stop_pondering(self):
        """Ends a search on the other's time, whose answer nobody wants."""
        if self.guess is not None:
            self.guess = None
            self.send("stop")
            self.wait("bestmove")

    def resident(self):
        """Its resident size in kB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def play(engines, fen, seen):
    """One game, the first engine to move."""
    for engine in engines:
        engine.send("ucinewgame")
        engine.send("isready")
        engine.wait("readyok")
    moves, clocks = [], [BASE, BASE]
    black_first = fen.split()[1] != "w"
    while len(moves) < PLIES:
        mover = len(moves) % 2
        engine = engines[mover]
        shown = [max(1, int(clock * 1000)) for clock in clocks]
        red, black = reversed(shown) if black_first else shown
        step = int(INCREMENT * 1000)
        times = f"wtime {red} btime {black} winc {step} binc {step}"
        begun = time.monotonic()
        if moves and engine.guess == moves[-1]:
            engine.guess = None
            engine.send("ponderhit")
            seen["hits"] += 1
        else:
            seen["misses"] += engine.guess is not None
            engine.stop_pondering()
            begun = time.monotonic()
            engine.send(f"position fen {fen} moves {' '.join(moves)}")
            engine.send(f"go {times}")
        at, answer = engine.wait("bestmove")
        clocks[mover] -= at - begun
        seen["worst over, ms"] = max(seen["worst over, ms"], round(-clocks[mover] * 1000))
        if -clocks[mover] > GRACE:
            seen["time forfeits"] += 1
        clocks[mover] = max(clocks[mover], 0) + INCREMENT
        if answer[1] in ("(none)", "0000"):
            break
        moves.append(answer[1])
        seen["moves"] += 1
        if len(answer) > 3 and answer[2] == "ponder":
            engine.guess = answer[3]
            engine.send(f"position fen {fen} moves {' '.join(moves)} {engine.guess}")
            engine.send(f"go ponder {times}")
    for engine in engines:
        engine.stop_pondering()
        engine.send("isready")
        engine.wait("readyok")
        while not engine.lines.empty():
            line = engine.lines.get()[1] or ""
            seen["faults"] += line.startswith("bestmove")
        seen["faults"] += len(engine.complaints)
        for line in engine.complaints:
            print(f"{line}\n  {fen} moves {' '.join(moves)}")
        engine.complaints.clear()
    seen["games"] += 1


def main():
    if not 4 <= len(sys.argv) <= 6:
        sys.exit(__doc__)
    games = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    threads = int(sys.argv[5]) if len(sys.argv) > 5 else 4
    with open(sys.argv[3]) as file:
        fens = [line.strip() for line in file if line.strip()]
    engines = [Engine(program, threads) for program in sys.argv[1:3]]
    names = ["games", "moves", "hits", "misses", "time forfeits", "faults", "worst over, ms"]
    seen = dict.fromkeys(names, 0)
    for game in range(games):
        play(engines[:: -1 if game % 2 else 1], fens[game // 2 % len(fens)], seen)
        if game % 10 == 9 or game == games - 1:
            sizes = [engine.resident() for engine in engines]
            print(", ".join(f"{name} {count}" for name, count in seen.items()), sizes, flush=True)
    sys.exit(1 if seen["time forfeits"] or seen["faults"] else 0)


main()
