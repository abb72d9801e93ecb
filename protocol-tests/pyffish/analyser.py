"""A judge of its own for loops, and why another judge may be of another opinion."""

from board import Board, has_crossed

# Why pyffish may be of another opinion where the analyser is of the program's, by what is behind
# its chase, the strongest first.
CLASSES = {
    "turns": "counts pieces that take turns on a victim that stays under attack: open",
    "with-check": "counts a chase by moves of which some give check: no chase",
    "goes-on": "counts an attack that only goes on as it was: no chase",
    "protected": "counts an attack on a protected piece, or by one that may not capture: no chase",
    "king-pawn": "counts an attack by a king or pawn: no chase",
    "missed": "misses a chase that begins anew with every move: it loses",
    "FAULT": "or the program: the analyser is of another opinion than the program",
    "UNEXPLAINED": "for no reason known to the analyser",
}


def where(board, name):
    return next(s for s, (_, other) in board.pieces.items() if other == name)


def chases(board, start, target):
    """Whether a piece that could take an enemy piece chases it by the rule: legally, and one that
    is unprotected, or with a horse or cannon a rook."""
    chaser, victim = board.letter(start).lower(), board.letter(target).lower()
    if chaser in "kp" or not board.is_safe((start, target)):
        return False
    if victim == "p" and not has_crossed(target, board.is_red(target)):
        return False
    if chaser in "nc" and victim == "r":
        return True
    if chaser == victim and start in board.reach(target) and board.is_safe((target, start)):
        return False
    taken = board.after((start, target))
    return not any(target in taken.reach(s) and taken.is_safe((s, target))
                   for s in taken.pieces if taken.is_red(s) != taken.is_red(target))


def is_pinned_rook(board, square):
    """Whether a rook stands on the leg of a horse that would otherwise check its king."""
    red = board.is_red(square)
    without = Board({s: p for s, p in board.pieces.items() if s != square}, board.side)
    king = board.king(red)
    return board.letter(square) in "rR" and any(
        king in without.reach(s) and king not in board.reach(s)
        for s in without.pieces if board.letter(s) == ("n" if red else "N"))


class Step:
    """What one move does to one victim: names of the pieces that attack and that chase it."""

    def __init__(self, board, before, move, victim):
        self.mover = board.pieces[move[0]][1]
        self.has_fled = board.pieces.get(before[1], ("", None))[1] == victim
        self.earlier = self.look(board, where(board, victim), board.side == "w")[1]
        after = board.after(move)
        square = where(after, victim)
        self.attackers, self.chasers = self.look(after, square, board.side == "w")
        self.is_pinned_rook = is_pinned_rook(after, square)

    @staticmethod
    def look(board, square, red):
        attackers = [s for s in board.pieces
                     if board.is_red(s) == red and square in board.reach(s)]
        name = {s: board.pieces[s][1] for s in attackers}
        return ({name[s]: board.letter(s).lower() in "kp" for s in attackers},
                {name[s] for s in attackers if chases(board, s, square)})

    def begins(self):
        """Whether the move begins to chase: nothing did before, or, if the victim has just fled,
        the moved piece did not."""
        follows = self.has_fled and self.mover in self.chasers - self.earlier
        return bool(self.chasers) and not self.earlier or follows


def offences(board, loop, red):
    """What a side does with every move: a set of the words of CLASSES for attacks, "chase", the
    same of a rook pinned by a horse, or "check"."""
    here, before, boards = board, loop[-1], []
    for move in loop:
        if (here.side == "w") == red:
            boards.append((here, before, move))
        here, before = here.after(move), move
    checks = [b.after(m).in_check() for b, _, m in boards]
    if all(checks):
        return {"check"}
    found = set()
    for letter, victim in board.pieces.values():
        if letter.isupper() == red or letter in "kK":
            continue
        steps = [Step(b, before, move, victim) for b, before, move in boards]
        if all(s.begins() for s in steps):
            found.add("chase")
            if all(s.is_pinned_rook for s in steps):
                found.add("pinned rook")
        elif all(s.chasers - s.earlier for s in steps):
            found.add("turns")
        elif all(s.chasers for s in steps):
            found.add("goes-on")
        elif all(not all(s.attackers.values()) for s in steps):
            found.add("protected")
        elif all(s.attackers for s in steps):
            found.add("king-pawn")
    if any(checks) and found & {"chase", "turns", "goes-on"}:
        return {"with-check"}
    return found


def analyse(red, black):
    """The verdict by the offences of both sides."""
    for offence in ("check", "pinned rook", "chase"):
        if (offence in red) != (offence in black):
            return "black_wins" if offence in red else "red_wins"
        if offence == "check" and "check" in red:
            return "draw"
    return "draw"


def classify(board, loop, ours, theirs):
    """Why the verdicts of the program and of pyffish differ: a key of CLASSES."""
    by_side = {red: offences(board, loop, red) for red in (True, False)}
    if analyse(by_side[True], by_side[False]) != ours:
        return "FAULT"
    red_loses = {"black_wins": True, "red_wins": False}
    loser = red_loses.get(theirs)
    if loser is not None and "chase" not in by_side[loser]:
        return next((c for c in CLASSES if c in by_side[loser]), "UNEXPLAINED")
    # It does not see one of two chases, or the only one, or it sees a second by the other side.
    unseen = not loser if loser is not None else red_loses[ours]
    if "chase" not in by_side[unseen]:
        return "UNEXPLAINED"
    seconds = by_side[not unseen] & {"turns", "with-check", "goes-on"} if loser is None else set()
    return next((c for c in CLASSES if c in seconds), "missed")
