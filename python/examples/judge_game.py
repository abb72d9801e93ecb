"""Why did a game end? Judges the games of a file by every rule set.

python judge_game.py FILE: of any format; a page of a site with a game in it will do.
"""

import sys

import chuhe


def main(path: str) -> None:
    for game in chuhe.read(path):
        names = f"{game.tag('Red') or '?'} - {game.tag('Black') or '?'}"
        print(f"{names}, {len(game.moves)} plies, the file says {game.result}")
        if game.fault:
            print(f"  read up to a fault: {game.fault}")
            continue
        for rules, outcome in chuhe.judge_all(game).items():
            print(f"  {rules:13} {outcome or 'the game goes on'}")


if __name__ == "__main__":
    main(sys.argv[1])
