"""Xiangqi (Chinese chess): boards, rules with their reasons, files of games, and an engine.

>>> import chuhe
>>> board = chuhe.Board()
>>> for move in ("炮二平五", "马8进7", "H2+3", "i9h9"):
...     _ = board.push(move)
>>> board.fen()
'rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3'

`Board` is a position with its history, `Game` a game of a file with its variations, `read` the
games of a file, `judge` says how a game ends by a rule set and why, `Engine` searches.
"""

from . import errors
from ._chuhe import (
    FORMATS,
    RULES,
    START_FEN,
    STYLES,
    Analysis,
    AssessedMove,
    Board,
    Book,
    BookMove,
    Ending,
    Game,
    Judged,
    LegalMoves,
    Line,
    MateAnswer,
    Move,
    Node,
    Outcome,
    Practice,
    Reader,
    Review,
    Side,
    Tables,
    __version__,
    ending_classes,
    evaluate,
    judge,
    judge_all,
    probe,
    prove_mate,
    read,
    square_index,
    square_name,
)
from .engine import Engine
from .errors import (
    ArgumentError,
    EngineError,
    Error,
    FileError,
    GameError,
    MoveError,
    PositionError,
)

__all__ = [
    "FORMATS",
    "RULES",
    "START_FEN",
    "STYLES",
    "Analysis",
    "ArgumentError",
    "AssessedMove",
    "Board",
    "Book",
    "BookMove",
    "Ending",
    "Engine",
    "EngineError",
    "Error",
    "FileError",
    "Game",
    "GameError",
    "Judged",
    "LegalMoves",
    "Line",
    "MateAnswer",
    "Move",
    "MoveError",
    "Node",
    "Outcome",
    "PositionError",
    "Practice",
    "Reader",
    "Review",
    "Side",
    "Tables",
    "__version__",
    "ending_classes",
    "errors",
    "evaluate",
    "judge",
    "judge_all",
    "probe",
    "prove_mate",
    "read",
    "square_index",
    "square_name",
]
