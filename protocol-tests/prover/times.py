"""How soon programs know forced mates.

    python3 protocol-tests/prover/times.py [--seconds S] [--hash MIB] [--out FILE]
        [--solve NAME=PROGRAM]... [--engine NAME=PROGRAM]... FILE...

Reads positions as the suites have them (`FEN ; ...`, a line each) and asks each program in turn,
one process at a time and one thread: `chuhe solve --any-length` of a --solve, and `go infinite`
over UCI of an --engine, which is stopped when it says `score mate N` of a win, not a bound.
Prints, for each program, how many mates it knew within 0.1, 1 and 10 s (as far as S reaches) and
the sum of the times, in which a mate that was not found counts S. --out has a line a position.
"""

import argparse
import queue
import re
import subprocess
import threading
import time

SHARES = [0.1, 1, 10]
# An engine that does not answer `stop` within so many seconds is ended.
PATIENCE = 20
MATE = re.compile(r"\bscore mate (\d+)\b(?!.*\b(?:lower|upper)bound\b)")


class Engine:
    """A program that speaks UCI; its lines go through a queue, so that waiting can end."""

    def __init__(self, program, hash_mib):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.send("uci")
        self.wait("uciok", PATIENCE)
        self.send(f"setoption name Hash value {hash_mib}")

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line))
        self.lines.put((time.monotonic(), None))

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
        """Seconds to the first mate and its length, or None."""
        for line in ["ucinewgame", f"position fen {fen}", "isready"]:
            self.send(line)
        self.wait("readyok", PATIENCE)
        began, found = time.monotonic(), None
        self.send("go infinite")
        while found is None:
            try:
                at, line = self.next(began + seconds - time.monotonic())
            except queue.Empty:
                break
            mate = MATE.search(line)
            if mate and int(mate[1]) > 0:
                found = (at - began, int(mate[1]))
        self.send("stop")
        self.wait("bestmove", PATIENCE)
        return found if found and found[0] <= seconds else None

    def end(self):
        self.process.kill()
        self.process.wait()


class Solver:
    """`chuhe solve`, a process a position; the time is the one that it prints."""

    def __init__(self, program, hash_mib):
        self.command = [program, "solve", "--any-length", "--lang", "en", "--hash", str(hash_mib),
                        "--nodes", "1000000000000"]

    def mate(self, fen, seconds):
        command = self.command + ["--seconds", str(seconds), fen]
        text = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              text=True, timeout=seconds + PATIENCE, check=True).stdout
        mate = re.match(r"mate in (\d+)\b.* nodes, ([\d.]+) s", text)
        return (float(mate[2]), int(mate[1])) if mate else None

    def end(self):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--hash", type=int, default=64)
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
            programs[name] = kind(program, args.hash)
    found = {name: [] for name in programs}
    try:
        for fen in fens:
            for name, program in programs.items():
                found[name].append(program.mate(fen, args.seconds))
            if args.out:
                row = [f"{mates[-1][0]:.3f} {mates[-1][1]}" if mates[-1] else "-"
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
