"""Why did a game end? Judges the games of a file by every rule set.

python judge_game.py FILE: of any format; a page of a site with a game in it will do.
"""

import sys

import chuhe


def judge_file(path: str) -> None:
    for game in chuhe.read(path):
        names = f"{game.tag('Red') or '?'} - {game.tag('Black') or '?'}"
        print(f"{names}, {len(game.moves)} plies, the file says {game.result}")
        try:
            for rules, outcome in chuhe.judge_all(game).items():
                print(f"  {rules:13} {outcome or 'the game goes on'}")
        except chuhe.Error as error:  # a fault in the file, or an impossible position
            print(f"  not judged: {error}")


if __name__ == "__main__":
    try:
        judge_file(sys.argv[1])
    except (chuhe.Error, OSError) as error:
        sys.exit(f"cannot be read: {error}")
