"""A board of xiangqi in plain Python: slow, and without code of the engine or of pyffish."""

FILES = "abcdefghi"
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def text(move, first_rank):
    """The move in coordinates, where the first rank has this number."""
    return "".join(f"{FILES[x]}{y + first_rank}" for x, y in move)


class Board:
    """Pieces by square (file, rank): the letter of the FEN and a name that stays with it."""

    def __init__(self, pieces, side):
        self.pieces = pieces
        self.side = side

    def fen(self):
        rows = []
        for rank in range(9, -1, -1):
            row = "".join(self.letter((file, rank)) for file in range(9))
            for n in range(9, 0, -1):
                row = row.replace("." * n, str(n))
            rows.append(row)
        return "/".join(rows) + f" {self.side} - - 0 1"

    def letter(self, square):
        return self.pieces[square][0] if square in self.pieces else "."

    def is_red(self, square):
        return self.pieces[square][0].isupper()

    def after(self, move):
        pieces = dict(self.pieces)
        pieces[move[1]] = pieces.pop(move[0])
        return Board(pieces, "b" if self.side == "w" else "w")

    def reach(self, start):
        """The squares that the piece on `start` could move to, safety of its king apart."""
        red = self.is_red(start)
        squares = PIECES[self.letter(start).lower()](self, start, red)
        return [s for s in squares if 0 <= s[0] <= 8 and 0 <= s[1] <= 9
                and (s not in self.pieces or self.is_red(s) != red)]

    def king(self, red):
        return next(s for s, (letter, _) in self.pieces.items() if letter == "kK"[red])

    def is_attacked(self, red):
        """Whether the king of this colour could be captured, also by the other along a file."""
        king, other = self.king(red), self.king(not red)
        if king[0] == other[0]:
            ranks = range(min(king[1], other[1]) + 1, max(king[1], other[1]))
            if all((king[0], rank) not in self.pieces for rank in ranks):
                return True
        return any(king in self.reach(s) for s, (letter, _) in self.pieces.items()
                   if letter.isupper() != red and may_reach(letter.lower(), s, king))

    def is_safe(self, move):
        """Whether the mover's king stands safely after the move, whoever is to move."""
        return not self.after(move).is_attacked(self.is_red(move[0]))

    def in_check(self):
        return self.is_attacked(self.side == "w")

    def quiet_moves(self, names=None):
        """The legal quiet moves, of all pieces or of those with these names."""
        red = self.side == "w"
        return [(s, t) for s, (letter, name) in self.pieces.items()
                if letter.isupper() == red and (names is None or name in names)
                for t in self.reach(s) if t not in self.pieces and self.is_safe((s, t))]


def may_reach(kind, start, target):
    """Whether a piece could attack a king there on some board: spares looking."""
    dx, dy = abs(start[0] - target[0]), abs(start[1] - target[1])
    if kind in "rc":
        return dx == 0 or dy == 0
    return kind == "n" and dx + dy == 3 or kind == "p" and dx + dy == 1


def slide(board, start, _red, is_cannon):
    for dx, dy in ORTHOGONAL:
        screens, at = 0, (start[0] + dx, start[1] + dy)
        while 0 <= at[0] <= 8 and 0 <= at[1] <= 9:
            if at in board.pieces:
                screens += 1
                if screens == 1 + is_cannon:
                    yield at
                    break
            elif screens == 0:
                yield at
            at = (at[0] + dx, at[1] + dy)


def leap(board, start, _red):
    x, y = start
    for dx, dy in ORTHOGONAL:
        if (x + dx, y + dy) not in board.pieces:
            for side in (1, -1):
                yield (x + 2 * dx + side * dy, y + 2 * dy + side * dx)


def elephant(board, start, red):
    x, y = start
    for dx, dy in DIAGONAL:
        home = y + 2 * dy <= 4 if red else y + 2 * dy >= 5
        if home and (x + dx, y + dy) not in board.pieces:
            yield (x + 2 * dx, y + 2 * dy)


def palace(steps):
    def squares(_board, start, red):
        for dx, dy in steps:
            x, y = start[0] + dx, start[1] + dy
            if 3 <= x <= 5 and (y <= 2 if red else y >= 7):
                yield (x, y)
    return squares


def has_crossed(square, red):
    return square[1] >= 5 if red else square[1] <= 4


def pawn(_board, start, red):
    x, y = start
    yield (x, y + 1 if red else y - 1)
    if has_crossed(start, red):
        yield (x + 1, y)
        yield (x - 1, y)


PIECES = {
    "r": lambda *where: slide(*where, False), "c": lambda *where: slide(*where, True),
    "n": leap, "b": elephant, "a": palace(DIAGONAL), "k": palace(ORTHOGONAL), "p": pawn,
}
