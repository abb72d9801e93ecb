"""How fast the package is, beside others where they are installed, by hand:

pip install chuhe pyffish==0.0.90 cchess==1.25.5 gym-xiangqi==0.5.0
python speed.py

Each task is done by all in turns, in processor time of this process; the best of five turns
counts. Needs a machine with nothing else to do.
"""

import random
import time

import chuhe

try:
    import pyffish
except ImportError:
    pyffish = None
try:
    import cchess
except ImportError:
    cchess = None
try:
    from gym_xiangqi.envs import XiangqiEnv
except Exception:
    XiangqiEnv = None

TURNS = 5


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


def timed(tasks, unit):
    """The best speed of each task, which returns how much it has done."""
    best = dict.fromkeys(tasks, 0.0)
    for _ in range(TURNS):
        for name, task in tasks.items():
            began = time.process_time()
            done = task()
            best[name] = max(best[name], done / (time.process_time() - began))
    ours = best["chuhe"]
    for name, speed in best.items():
        print(f"  {name:28} {speed:12,.0f} {unit}" + ("" if name == "chuhe" else f", 1/{ours / speed:.1f} of ours"))


def main():
    played = games(20, 80)
    one = [[from_one(text) for text in game] for game in played]
    print("lists of legal moves in all positions of random games, and the moves pushed:")

    def legal():
        done = 0
        for game in played:
            board = chuhe.Board()
            for text in game:
                list(board.legal_moves)
                board.push(text)
                done += 1
        return done

    def legal_pyffish():
        done = 0
        for game in one:
            fen = pyffish.start_fen("xiangqi")
            for text in game:
                pyffish.legal_moves("xiangqi", fen, [])
                fen = pyffish.get_fen("xiangqi", fen, [text])
                done += 1
        return done

    def legal_pyffish_history():
        done = 0
        for game in one:
            for ply in range(len(game)):
                pyffish.legal_moves("xiangqi", pyffish.start_fen("xiangqi"), game[:ply])
                done += 1
        return done

    def legal_cchess():
        done = 0
        for game in played[:2]:
            board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
            for text in game:
                [move for move in board.create_moves() if not board.is_checked_move(*move)]
                board.move_iccs(text)
                board.next_turn()
                done += 1
        return done

    def legal_gym():
        env = XiangqiEnv()
        env.reset()
        chance = random.Random(3)
        done = 0
        for _ in range(20):
            actions = (env.ally_actions if env.turn == 1 else env.enemy_actions).nonzero()[0]
            _, _, over, _ = env.step(int(chance.choice(list(actions))))
            done += 1
            if over:
                env.reset()
        return done

    tasks = {"chuhe": legal}
    if pyffish:
        tasks["pyffish, FEN by FEN"] = legal_pyffish
        tasks["pyffish, with the history"] = legal_pyffish_history
    if cchess:
        tasks["cchess"] = legal_cchess
    if XiangqiEnv:
        tasks["gym-xiangqi, step"] = legal_gym
    timed(tasks, "positions/s")

    print("pushes and pops of random games:")

    def pushes():
        done = 0
        for game in played:
            board = chuhe.Board()
            for text in game:
                board.push(text)
            for _ in game:
                board.pop()
            done += len(game)
        return done

    def pushes_pyffish():
        done = 0
        for game in one:
            fen = pyffish.start_fen("xiangqi")
            for text in game:
                fen = pyffish.get_fen("xiangqi", fen, [text])
                done += 1
        return done

    def pushes_cchess():
        done = 0
        for game in played:
            board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
            for text in game:
                board.move_iccs(text)
                board.next_turn()
                done += 1
        return done

    tasks = {"chuhe": pushes}
    if pyffish:
        tasks["pyffish"] = pushes_pyffish
    if cchess:
        tasks["cchess"] = pushes_cchess
    timed(tasks, "moves/s")

    print("perft(4) from the start, 3,290,240 lines:")

    def leaves(legal, push, depth):
        def count(state, depth):
            moves = legal(state)
            return len(moves) if depth == 1 else sum(count(push(state, move), depth - 1) for move in moves)

        return count, depth

    tasks = {"chuhe": lambda: chuhe.Board().perft(4)}
    if pyffish:
        count, _ = leaves(
            lambda fen: pyffish.legal_moves("xiangqi", fen, []),
            lambda fen, move: pyffish.get_fen("xiangqi", fen, [move]),
            3,
        )
        tasks["pyffish, perft(3) in Python"] = lambda: count(pyffish.start_fen("xiangqi"), 3)
    timed(tasks, "lines/s")

    print("analyse to depth 16 from the start:")
    engine = chuhe.Engine()

    def analyse():
        engine.new_game()
        began = time.perf_counter()
        line = engine.analyse(chuhe.Board(), depth=16)[0]
        print(f"  {line.nodes} nodes, {line.nodes / (time.perf_counter() - began):,.0f} nodes/s of wall clock")

    for _ in range(3):
        analyse()
    print("planes and masks:")

    def planes():
        board = chuhe.Board()
        for _ in range(2000):
            board.to_planes(relative=True)
            board.legal_mask(relative=True)
        return 2000

    timed({"chuhe": planes}, "positions/s")


if __name__ == "__main__":
    main()
