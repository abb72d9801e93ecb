"""Who erred, and where? Reviews all games of a folder and draws the chances of Red as SVG.

python analyse_folder.py FOLDER [NODES]: beside each file of games, FILE-1.svg for the first game.
"""

import pathlib
import sys
from typing import List

import chuhe

ENDINGS = {".pgn", ".xqf", ".cbr", ".cbl", ".cbf", ".che", ".mxq", ".ccm", ".pfc", ".wxf", ".txt"}


def curve(points: List[float], width: int = 600, height: int = 200) -> str:
    """The points that Red may expect, 0 below and 1 above."""
    step = width / max(len(points) - 1, 1)
    line = " ".join(f"{i * step:.1f},{(1 - y) * height:.1f}" for i, y in enumerate(points))
    middle = f'<path d="M0 {height / 2}H{width}" stroke="#bbb"/>'
    drawn = f'<polyline points="{line}" fill="none" stroke="#b0241a" stroke-width="2"/>'
    box = f'viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{middle}{drawn}</svg>\n'


def review_file(engine: chuhe.Engine, path: pathlib.Path, nodes: int) -> None:
    for number, game in enumerate(chuhe.read(path), 1):
        review = engine.review(game, nodes=nodes)
        print(f"{path} {number}: {review.red.accuracy} - {review.black.accuracy}")
        if game.fault:
            print(f"  read up to a fault: {game.fault}")
        for move in review.moves:
            if move.grade:
                best = " ".join(move.best_text[:3])
                number_of_move = move.ply // 2 + 1
                print(f"  {number_of_move}. {move.turn} {move.text}: {move.grade}, best {best}")
        unjudged = review.red.unjudged + review.black.unjudged
        if unjudged:
            print(f"  not judged with {nodes} nodes: {unjudged} moves")
        drawn = path.with_name(f"{path.stem}-{number}.svg")
        drawn.write_text(curve(review.curve), encoding="utf-8")


def main(folder: str, nodes: int) -> None:
    engine = chuhe.Engine()
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix.lower() in ENDINGS and path.is_file():
            try:
                review_file(engine, path, nodes)
            except (chuhe.Error, OSError) as error:
                print(f"{path} cannot be reviewed: {error}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 50_000)
