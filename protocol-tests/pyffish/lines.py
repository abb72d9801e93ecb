"""Random positions with a loop of moves that both sides can walk."""

from board import Board


def random_board(rng):
    pieces = {}

    def put(letter, red):
        for _ in range(50):
            kind = letter.lower()
            if kind == "k":
                x, y = rng.randint(3, 5), rng.randint(0, 2)
            elif kind == "a":
                x, y = rng.choice([(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)])
            elif kind == "b":
                x, y = rng.choice([(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)])
            elif kind == "p":
                x, y = rng.randint(0, 8), rng.randint(3, 9)
                if y < 5 and x % 2:
                    continue
            else:
                x, y = rng.randint(0, 8), rng.randint(0, 9)
            square = (x, y) if red else (x, 9 - y)
            if square not in pieces:
                pieces[square] = (letter.upper() if red else letter.lower(), len(pieces))
                return

    for red in (True, False):
        put("k", red)
        for letter, most in (("a", 2), ("b", 2), ("r", 2), ("n", 2), ("c", 2), ("p", 4)):
            for _ in range(rng.randint(0, most)):
                put(letter, red)
    return Board(pieces, rng.choice("wb"))


def attacked(board, red):
    """The names of the pieces of this colour that the other could take, kings apart."""
    return {board.pieces[t][1] for s in board.pieces if board.is_red(s) != red
            for t in board.reach(s) if t in board.pieces and board.letter(t) not in "kK"}


def sharp(rng, board, moves):
    """One of the moves, mostly one that attacks something or runs away from an attack."""
    red = board.side == "w"
    pick = rng.random()
    if pick < 0.6:
        before = attacked(board, not red)
        good = [m for m in moves if attacked(board.after(m), not red) - before]
    elif pick < 0.75:
        good = [m for m in moves if board.after(m).in_check()]
    else:
        mine = attacked(board, red)
        good = [m for m in moves if board.pieces[m[0]][1] in mine]
    return rng.choice(good or moves)


def back(move):
    return (move[1], move[0])


def random_loop(rng, board):
    """The moves of a loop from this position, or None where luck had none."""
    shape = rng.random()
    if shape < 0.7:
        hunt = hunts(rng, board)
        if hunt:
            return hunt
    count = rng.choice((1, 1, 2))
    line, here = [], board
    for _ in range(2 * count):
        moves = here.quiet_moves()
        if not moves:
            return None
        line.append(sharp(rng, here, moves))
        here = here.after(line[-1])
    # Both sides take their moves back, first moves first or last moves first.
    order = list(range(count))
    if rng.random() < 0.5:
        order.reverse()
    for i in order:
        line += [back(line[2 * i]), back(line[2 * i + 1])]
    return line


def hunts(rng, board):
    """A loop of four plies whose first and third move attack the same piece."""
    red = board.side == "w"
    found = []
    moves = board.quiet_moves()
    rng.shuffle(moves)
    for ours in moves[:20]:
        first = board.after(ours)
        hit = attacked(first, not red)
        if not hit:
            continue
        replies = first.quiet_moves(hit)
        rng.shuffle(replies)
        for theirs in replies[:6]:
            second = first.after(theirs)
            if back(ours)[1] in second.pieces or not second.is_safe(back(ours)):
                continue
            victim = first.pieces[theirs[0]][1]
            if victim in attacked(second.after(back(ours)), not red):
                found.append([ours, theirs, back(ours), back(theirs)])
    return rng.choice(found) if found else None


def random_line(rng):
    """A position and a loop that both sides can walk from it."""
    while True:
        board = random_board(rng)
        if board.is_attacked(board.side != "w") or board.in_check() and rng.random() < 0.8:
            continue
        loop = random_loop(rng, board)
        if loop and is_loop(board, loop):
            return board, loop


def is_loop(board, loop):
    """Whether the moves are legal and quiet and lead back to the position, but not sooner."""
    here, seen = board, []
    for move in loop:
        if move not in here.quiet_moves():
            return False
        seen.append((here.side, here.pieces))
        here = here.after(move)
        if (here.side, here.pieces) in seen[1:]:
            return False
    return here.pieces == board.pieces and here.side == board.side
