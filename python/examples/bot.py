"""A bot that answers by level: reads a move a line, in any notation, and answers with its own.

python bot.py [LEVEL]: 0, the weakest, to 20.
"""

import sys

import chuhe


def main(level: int) -> None:
    board = chuhe.Board()
    engine = chuhe.Engine(level=level)
    for line in sys.stdin:
        try:
            board.push(line.strip())
        except chuhe.MoveError as error:
            print(error)
            continue
        if not board.is_game_over():
            answer = engine.play(board, time=1.0)
            if answer is not None:
                text = board.write(answer)
                board.push(answer)
                print(text, answer, flush=True)
        outcome = board.outcome()
        if outcome is not None:
            print(outcome, outcome.sentence("zh-Hans"))
            break


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
