"""Memory over 100,000 boards and 1,000 engines, by hand: python memory.py. Linux only."""

import gc

import chuhe


def resident():
    """MiB of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20


def boards(count):
    for _ in range(count):
        board = chuhe.Board()
        board.push("h2e2")
        board.copy().legal_moves
        board.svg() if count < 1000 else None


def games(count):
    for _ in range(count):
        game = next(chuhe.read(b"{Two lines} 1. C2.5 {as usual} H8+7 (1... C8.5) 2. H2+3"))
        game.root.main.board()
        try:
            game.root.add("h9g7")
        except chuhe.MoveError:
            pass


def engines(count):
    for _ in range(count):
        engine = chuhe.Engine(hash=1)
        engine.analyse(chuhe.Board(), depth=3)
        next(engine.infos(chuhe.Board()))


def main():
    for what, count in ((boards, 100_000), (games, 50_000), (engines, 1_000)):
        what(count // 20)  # what is made once
        gc.collect()
        sizes = [resident()]
        for _ in range(5):
            what(count // 5)
            gc.collect()
            sizes.append(resident())
        print(f"{count} {what.__name__}: " + " ".join(f"{size:.1f}" for size in sizes) + " MiB")
        assert sizes[-1] < sizes[1] + 8, "memory grows"


if __name__ == "__main__":
    main()
