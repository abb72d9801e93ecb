"""How soon programs know forced mates.

    python3 protocol-tests/prover/times.py [--seconds S] [--processor] [--go WORDS] [--hash MIB]
        [--threads N] [--out FILE] [--solve NAME=PROGRAM]... [--engine NAME=PROGRAM]... FILE...

Reads positions as the suites have them (`FEN ; ...`, a line each) and asks each program in turn,
one process at a time: `chuhe solve --any-length` of a --solve, and `go infinite`, or what --go
says, over UCI of an --engine, which is stopped when it says `score mate N` of a win, not a bound.
Prints, for each program, how many mates it knew within 0.1, 0.7, 1 and 10 s (as far as S reaches)
and the sum of the times, in which a mate that was not found counts S. With --processor an engine's
times are those that its process has had of the processors: on a machine with other work too they
say what a quiet one would. --out has a line a position, with the nodes that an engine has told.
"""

import argparse
import queue
import re
import subprocess
import threading
import time

SHARES = [0.1, 0.7, 1, 10]
# An engine that does not answer `stop` within so many seconds is ended.
PATIENCE = 20
# How long to wait at least before the processor time of an engine is read again, in seconds.
GLANCE = 0.5
MATE = re.compile(r"\bscore mate (\d+)\b(?!.*\b(?:lower|upper)bound\b)")
NODES = re.compile(r"\bnodes (\d+)\b")


class Engine:
    """A program that speaks UCI; its lines go through a queue, so that waiting can end."""

    def __init__(self, program, args):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.go, self.by_processor = args.go, args.processor
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.send("uci")
        self.wait("uciok", PATIENCE)
        self.send(f"setoption name Hash value {args.hash}")
        self.send(f"setoption name Threads value {args.threads}")

    def now(self):
        """Seconds on the clock that the limit is about."""
        if not self.by_processor:
            return time.monotonic()
        # The clock of all threads of a process, as clock_getcpuclockid gives it.
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def read(self):
        for line in self.process.stdout:
            self.lines.put((self.now(), line))
        self.lines.put((0, None))

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def next(self, seconds):
        at, line = self.lines.get(timeout=max(0.001, seconds))
        if line is None:
            raise EOFError("an engine has ended")
        return at, line

    def wait(self, word, seconds):
        end = time.monotonic() + seconds
        while not self.next(end - time.monotonic())[1].startswith(word):
            pass

    def mate(self, fen, seconds):
        """Seconds to the first mate, its length and the nodes until then, or None."""
        for line in ["ucinewgame", f"position fen {fen}", "isready"]:
            self.send(line)
        self.wait("readyok", PATIENCE)
        began, found, is_over, seen = self.now(), None, False, None
        self.send(f"go {self.go}")
        while found is None and not is_over:
            now = self.now()
            left = began + seconds - now
            # A search at its greatest depth waits for `stop` and takes no more time.
            if left <= 0 or now == seen:
                break
            seen = now
            try:
                at, line = self.next(max(left, GLANCE) if self.by_processor else left)
            except queue.Empty:
                continue
            seen = None
            is_over = line.startswith("bestmove")
            mate, nodes = MATE.search(line), NODES.search(line)
            if mate and int(mate[1]) > 0:
                found = (at - began, int(mate[1]), int(nodes[1]) if nodes else 0)
        if not is_over:
            self.send("stop")
            self.wait("bestmove", PATIENCE)
        return found if found and found[0] <= seconds else None

    def end(self):
        self.process.kill()
        self.process.wait()


class Solver:
    """`chuhe solve`, a process a position; the time is the one that it prints."""

    def __init__(self, program, args):
        self.command = [program, "solve", "--any-length", "--lang", "en", "--hash", str(args.hash),
                        "--nodes", "1000000000000"]

    def mate(self, fen, seconds):
        command = self.command + ["--seconds", str(seconds), fen]
        text = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              text=True, timeout=seconds + PATIENCE, check=True).stdout
        mate = re.match(r"mate in (\d+)\b.* ([\d,]+) nodes, ([\d.]+) s", text)
        return (float(mate[3]), int(mate[1]), int(mate[2].replace(",", ""))) if mate else None

    def end(self):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--go", default="infinite", metavar="WORDS")
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=argparse.FileType("w"))
    parser.add_argument("--solve", action="append", default=[])
    parser.add_argument("--engine", action="append", default=[])
    parser.add_argument("files", nargs="+", type=argparse.FileType())
    args = parser.parse_args()
    fens = [line.split(";")[0].strip() for file in args.files for line in file]
    fens = [fen for fen in fens if fen and not fen.startswith("#")]
    programs = {}
    for kind, settings in [(Solver, args.solve), (Engine, args.engine)]:
        for name, program in (setting.split("=", 1) for setting in settings):
            programs[name] = kind(program, args)
    found = {name: [] for name in programs}
    try:
        for fen in fens:
            for name, program in programs.items():
                found[name].append(program.mate(fen, args.seconds))
            if args.out:
                row = [f"{mates[-1][0]:.3f} {mates[-1][1]} {mates[-1][2]}" if mates[-1] else "-"
                       for mates in found.values()]
                print("\t".join([fen, *row]), file=args.out, flush=True)
    finally:
        for program in programs.values():
            program.end()
    print(len(fens), "positions")
    for name, mates in found.items():
        times = [mate[0] if mate else args.seconds for mate in mates]
        shares = [f"{sum(1 for mate in mates if mate and mate[0] <= s)} within {s} s"
                  for s in SHARES if s <= args.seconds]
        print(f"{name}: {', '.join(shares)}; {sum(times):.1f} s in all")


main()
