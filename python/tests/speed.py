"""How fast the package is, beside others and beside the program, by hand:

pip install chuhe pyffish==0.0.90 cchess==1.25.5 gym-xiangqi==0.5.0
CHUHE=target/release/chuhe python speed.py

Each task is done by all in turns, in processor time of this process; the best of five turns
counts, of searches the median of 21. Ends with status 1 where the package is not as fast as
is promised: 5 times pyffish, 50 times cchess, 97 % of the nodes a second of the program. Says
which of the others is not installed.
"""

import importlib
import os
import random
import resource
import statistics
import subprocess
import sys
import time

import chuhe

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # gym-xiangqi makes a window

TURNS = 5
SEARCHES = 21
NODES = 600_000
# The least that we are faster than others.
LEAST = {"pyffish": 5, "cchess": 50}


def other(name):
    """A package, or None with a line."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"{name}: not compared ({error})")
        return None


def games(count, plies):
    """Random games, as lists of moves."""
    chance = random.Random(3)
    found = []
    while len(found) < count:
        board = chuhe.Board()
        while board.ply < plies and board.legal_moves:
            board.push(chance.choice(list(board.legal_moves)))
        found.append([str(move) for move in board.moves])
    return found


def from_one(text):
    return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"


def timed(title, unit, tasks):
    """Prints the best speed of each task, a function that returns how much it has done; whether
    ours is as much faster as is promised."""
    print(title)
    best = dict.fromkeys(tasks, 0.0)
    for _ in range(TURNS):
        for name, task in tasks.items():
            began = time.process_time()
            done = task()
            best[name] = max(best[name], done / (time.process_time() - began))
    ours = best["chuhe"]
    kept = True
    for name, speed in best.items():
        least = LEAST.get(name.split(",")[0], 1)
        is_less = ours < least * speed
        kept = kept and not is_less
        beside = "" if name == "chuhe" else f", 1/{ours / speed:,.0f} of ours" + is_less * f": LESS THAN {least} TIMES"
        print(f"  {name:28} {speed:14,.0f} {unit}{beside}")
    return kept


def legal(played):
    done = 0
    for game in played:
        board = chuhe.Board()
        for text in game:
            list(board.legal_moves)
            board.push(text)
            done += 1
    return done


def pushes(played):
    for game in played:
        board = chuhe.Board()
        for text in game:
            board.push(text)
        for _ in game:
            board.pop()
    return sum(map(len, played))


def legal_pyffish(pyffish, one):
    done = 0
    for game in one:
        fen = pyffish.start_fen("xiangqi")
        for text in game:
            pyffish.legal_moves("xiangqi", fen, [])
            fen = pyffish.get_fen("xiangqi", fen, [text])
            done += 1
    return done


def legal_pyffish_history(pyffish, one):
    done = 0
    for game in one:
        for ply in range(len(game)):
            pyffish.legal_moves("xiangqi", pyffish.start_fen("xiangqi"), game[:ply])
            done += 1
    return done


def pushes_pyffish(pyffish, one):
    for game in one:
        fen = pyffish.start_fen("xiangqi")
        for text in game:
            fen = pyffish.get_fen("xiangqi", fen, [text])
    return sum(map(len, one))


def leaves_pyffish(pyffish, fen, depth):
    moves = pyffish.legal_moves("xiangqi", fen, [])
    if depth == 1:
        return len(moves)
    return sum(leaves_pyffish(pyffish, pyffish.get_fen("xiangqi", fen, [move]), depth - 1) for move in moves)


def legal_cchess(cchess, played):
    done = 0
    for game in played:
        board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
        for text in game:
            [move for move in board.create_moves() if not board.is_checked_move(*move)]
            board.move_iccs(text)
            board.next_turn()
            done += 1
    return done


def pushes_cchess(cchess, played):
    for game in played:
        board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
        for text in game:
            board.move_iccs(text)
            board.next_turn()
    return sum(map(len, played))


def steps_gym(gym, steps):
    """A step makes a move and all moves that can follow."""
    chance = random.Random(3)
    env = gym.XiangQiEnv()
    for _ in range(steps):
        actions = (env.ally_actions if env.turn == 1 else env.enemy_actions).nonzero()[0]
        if env.step(int(chance.choice(actions)))[2]:
            env.reset()
    return steps


def planes():
    board = chuhe.Board()
    for _ in range(2000):
        board.to_planes(relative=True)
        board.legal_mask(relative=True)
    return 2000


def used(who):
    return resource.getrusage(who).ru_utime


def search_of_program(program, nodes):
    before = used(resource.RUSAGE_CHILDREN)
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write(f"go nodes {nodes}\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("bestmove"):
            pass
        process.communicate("quit\n")
    return used(resource.RUSAGE_CHILDREN) - before


def search_of_package(engine, nodes):
    engine.new_game()
    before = used(resource.RUSAGE_SELF)
    engine.analyse(chuhe.Board(), nodes=nodes)
    return used(resource.RUSAGE_SELF) - before


def searches(program):
    """Nodes a second of user time, alternating; what a start takes is taken away from both."""
    print(f"the first {NODES:,} nodes from the start:")
    engine = chuhe.Engine()
    search_of_package(engine, 100)
    found = {"program": [], "chuhe": []}
    for _ in range(SEARCHES):
        found["program"].append(search_of_program(program, NODES) - search_of_program(program, 100))
        found["chuhe"].append(search_of_package(engine, NODES) - search_of_package(engine, 100))
    medians = {name: NODES / statistics.median(times) for name, times in found.items()}
    for name, speed in medians.items():
        print(f"  {name:28} {speed:14,.0f} nodes/s")
    pairs = [theirs / ours for theirs, ours in zip(*found.values())]
    share = statistics.median(pairs)
    print(f"  median of {SEARCHES} pairs: {share:.1%} of the program" + (share < 0.97) * ": LESS THAN 97 %")
    return share >= 0.97


def main():
    pyffish, cchess, gym = (other(name) for name in ("pyffish", "cchess", "gym_xiangqi.envs"))
    played = games(20, 80)
    one = [[from_one(text) for text in game] for game in played]
    tasks = {"chuhe": lambda: legal(played)}
    moves = {"chuhe": lambda: pushes(played)}
    lines = {"chuhe": lambda: chuhe.Board().perft(4)}
    if pyffish:
        tasks["pyffish, FEN by FEN"] = lambda: legal_pyffish(pyffish, one[:10])
        tasks["pyffish, with the history"] = lambda: legal_pyffish_history(pyffish, one[:10])
        moves["pyffish"] = lambda: pushes_pyffish(pyffish, one[:10])
        lines["pyffish, perft(2) in Python"] = lambda: leaves_pyffish(pyffish, pyffish.start_fen("xiangqi"), 2)
    if cchess:
        tasks["cchess"] = lambda: legal_cchess(cchess, played[:2])
        moves["cchess"] = lambda: pushes_cchess(cchess, played)
    if gym:
        tasks["gym-xiangqi, step"] = lambda: steps_gym(gym, 200)
    kept = [
        timed("lists of legal moves in all positions of random games, and the moves pushed:", "positions/s", tasks),
        timed("pushes and pops of random games:", "moves/s", moves),
        timed("perft(4) from the start, 3,290,240 lines:", "lines/s", lines),
        timed("planes and masks:", "positions/s", {"chuhe": planes}),
    ]
    program = os.environ.get("CHUHE")
    if program:
        kept.append(searches(program))
    else:
        print("CHUHE is not set: no program to compare searches with")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
