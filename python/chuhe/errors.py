"""What can be wrong. All errors of this package are an Error, which is a ValueError."""

from __future__ import annotations

from typing import Any, Optional, Tuple

__all__ = [
    "ArgumentError",
    "EngineError",
    "Error",
    "FileError",
    "GameError",
    "MoveError",
    "PositionError",
]


class Error(ValueError):
    """Something is wrong with what was handed over.

    >>> import chuhe
    >>> try:
    ...     next(chuhe.read(b"h2e2 h9g8", strict=True))
    ... except chuhe.Error as error:
    ...     print(error.line, error.column, error)
    1 6 1:6: move 2, 'h9g8', no legal move of this position
    """

    #: What is wrong, without its place.
    message: str
    #: The line of the text or file, from 1; None where that means nothing.
    line: Optional[int]
    #: The column of the line, from 1, in characters.
    column: Optional[int]
    #: The name of the file, if it was in one.
    file: Optional[str]

    def __init__(
        self,
        message: str,
        line: Optional[int] = None,
        column: Optional[int] = None,
        file: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.file = file

    def __str__(self) -> str:
        place = "" if self.line is None else f"{self.line}:{self.column}: "
        if self.file is None:
            return place + self.message
        return f"{self.file}:{place or ' '}{self.message}"

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.message, self.line, self.column, self.file)


class PositionError(Error):
    """A text is no FEN, or its position is not legal."""


class MoveError(Error):
    """A text is no move, or the move is not legal."""


class GameError(Error):
    """A game of a file cannot be read, or cannot be written."""


class FileError(Error, OSError):
    """A file cannot be read."""


class ArgumentError(Error):
    """An argument has none of the values that are possible."""


class EngineError(Error):
    """The engine cannot do what was asked for."""
