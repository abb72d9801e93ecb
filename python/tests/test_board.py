"""Boards, moves, games: what Python adds to the shared suite."""

import base64
import copy
import json
import os
import pathlib
import pickle

import numpy
import pytest

import chuhe


def test_moves_are_values():
    move = chuhe.Move("h2e2")
    assert move == chuhe.Move("h2", "e2") == chuhe.Move(25, 22) == chuhe.Move("H2E2")
    assert hash(move) == hash(chuhe.Move("h2", "e2")) and {move: 1}[chuhe.Move("h2e2")] == 1
    assert move != chuhe.Move("h2e3") and move != "h2e2" and not move == None  # noqa: E711
    assert sorted([chuhe.Move("i0i1"), chuhe.Move("a0a1")])[0] == chuhe.Move("a0a1")
    assert move.index == 25 * 90 + 22 and chuhe.Move.from_index(move.index) is chuhe.Move.from_index(move.index)
    assert move.mirror() == chuhe.Move("b2e2") and move.flip() == chuhe.Move("h7e7")
    assert pickle.loads(pickle.dumps(move)) == move and copy.deepcopy(move) is move
    assert f"{move}|{move:>6}|{move:<6}|{move!r}" == "h2e2|  h2e2|h2e2  |Move('h2e2')"
    with pytest.raises(ValueError):
        f"{move:d}"
    for index in (8100, 10**9):
        with pytest.raises(chuhe.ArgumentError):
            chuhe.Move.from_index(index)
    for wrong in (None, 3, b"h2e2", ["h2", "e2"]):
        with pytest.raises(TypeError):
            chuhe.Move(wrong)


def test_squares_are_names_or_numbers():
    board = chuhe.Board()
    for number in range(90):
        name = chuhe.square_name(number)
        assert chuhe.square_index(name) == number
        assert board.piece_at(name) == board.piece_at(number)
    assert board.pieces() == {
        chuhe.square_name(number): board.piece_at(number)
        for number in range(90)
        if board.piece_at(number)
    }
    for wrong in (90, -1, 2**70, "e10"):
        with pytest.raises(chuhe.ArgumentError):
            board.piece_at(wrong)
    for wrong in (None, True, 1.0, b"e0"):
        with pytest.raises(TypeError):
            board.piece_at(wrong)
    for red in ("red", "Red", "RED", "r", "w"):
        assert (board.king(red), board.attackers(red, "c4")) == ("e0", ["c3"])


def test_a_board_goes_back_and_forth():
    board = chuhe.Board()
    seen = [board.fen()]
    for move in ("h2e2", "马8进7", chuhe.Move("h0g2"), "R9.8"):
        pushed = board.push(move)
        assert board.peek() == pushed == board.moves[-1]
        seen.append(board.fen())
    assert (board.ply, board.move_number, board.turn, board.quiet_plies) == (4, 3, "red", 4)
    other = board.copy()
    assert other == board and hash(other) == hash(board) and other.moves == board.moves
    assert board.copy(history=False).moves == [] and board.copy(history=False) == board
    for fen in reversed(seen[:-1]):
        board.pop()
        assert board.fen() == fen
    assert other.ply == 4 and other != board and board.peek() is None
    with pytest.raises(IndexError):
        board.pop()
    assert board == chuhe.Board() and board != chuhe.START_FEN and board.start_fen == chuhe.START_FEN


def test_boards_are_copied_with_rules_and_moves():
    board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 7 9", "asianrule")
    for move in ["e1d1", "d9e9", "d1e1", "e9d9"] * 2:
        board.push(move)
    for other in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board)):
        assert (other, other.rules, other.moves) == (board, "AsianRule", board.moves)
        assert other.fen() == board.fen() and other.outcome() == board.outcome()
        assert other.outcome().offender == "red"
        other.pop()
        assert other != board
    board.rules = "NoJudgement"
    assert board.outcome().kind == "repetition" and board.is_game_over()
    with pytest.raises(chuhe.ArgumentError):
        board.rules = "Rule"
    assert board.rules == "NoJudgement"


def test_legal_moves_are_a_snapshot():
    board = chuhe.Board()
    moves = board.legal_moves
    board.push("h2e2")
    assert len(moves) == moves.count() == 44 and "h2e2" in moves and "h9g7" not in moves
    assert [moves[0], moves[-1]] == [list(moves)[0], list(moves)[-1]]
    assert all(move in moves for move in moves) and None not in moves and 1 not in moves
    whole = list(moves)
    assert list(reversed(moves)) == whole[::-1]
    for cut in (slice(3), slice(-3, None), slice(40, 2, -7), slice(50, 60), slice(None, None, -1)):
        assert moves[cut] == whole[cut]
    for wrong in ("0", None, 1.0, (1, 2)):
        with pytest.raises(TypeError):
            moves[wrong]
    for wrong in (44, -45, 2**62, 2**70, -(2**70), 2**200):
        with pytest.raises(IndexError):
            moves[wrong]
    assert not chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/3RK4 b").legal_moves


def test_a_move_that_is_not_legal_changes_nothing():
    board = chuhe.Board()
    before = board.fen()
    for wrong in ("h2h0", "e4e5", "炮九平一", "", chuhe.Move("a0a9"), chuhe.Move("e4e5")):
        with pytest.raises(chuhe.MoveError):
            board.push(wrong)
        assert not board.is_legal(wrong) and not board.gives_check(wrong)
    for wrong in (None, 1, b"h2e2", object()):
        with pytest.raises(TypeError):
            board.push(wrong)
        with pytest.raises(TypeError):
            board.is_legal(wrong)
    assert board.fen() == before and board.ply == 0


def test_planes_and_masks_agree_with_the_board():
    board = chuhe.Board("2bak1b2/4a4/4c4/p3C3p/9/2P6/P7P/4B4/4A4/2BAK4 b")
    planes = board.to_planes()
    letters = "KABNRCPkabnrcp"
    for (plane, rank, file), value in numpy.ndenumerate(planes):
        piece = board.piece_at(rank * 9 + file)
        assert bool(value) == (piece == letters[plane])
    relative = board.to_planes(relative=True)
    assert (relative == board.flip().to_planes()).all() and (relative != planes).any()
    mask, seen = board.legal_mask(), board.legal_mask(relative=True)
    assert mask.dtype == bool and mask.shape == (8100,) and planes.dtype == numpy.uint8
    moves = set(board.legal_moves)
    assert {board.move_of(index) for index in numpy.flatnonzero(mask).tolist()} == moves
    assert {board.move_of(index, True) for index in numpy.flatnonzero(seen).tolist()} == moves
    for move in moves:
        assert mask[board.index_of(move)] and seen[board.index_of(move, relative=True)]
    planes[:] = 0  # the array is the caller's own
    assert board.to_planes().sum() == len(board.pieces())


def test_pictures():
    board = chuhe.Board()
    plain = board._repr_svg_()
    assert plain == board.svg() and plain.endswith("</svg>\n")
    pictures = {plain, board.svg(pieces="letters"), board.svg(flipped=True), board.svg(arrow="h2e2")}
    board.push("h2e2")
    pictures |= {board.svg(), board.svg(last=False)}
    assert len(pictures) == 6
    with pytest.raises(chuhe.ArgumentError):
        board.svg(pieces="none")
    with pytest.raises(chuhe.MoveError):
        board.svg(arrow="h2e2")


def test_games_are_built_and_read_back(tmp_path):
    game = chuhe.Game()
    first = game.root.add("h2e2")
    assert game.root.add("炮二平五") == first and len(game) == 1
    main = first.add("h9g7")
    other = first.add("h7e7")
    main.comment, main.nags, game.root.comment = "好\n棋", [1, 146], "begin"
    game.set_tag("Red", "甲")
    game.result = "红胜"
    assert (main.parent, first.main, other.ply, other.board().turn) == (first, main, 2, "red")
    assert [node.number for node in game.walk()] == [1, 2, 3] and game.end == main
    for form in chuhe.FORMATS:
        path = tmp_path / f"game.{form}"
        data = game.write(form)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        for source in (path, str(path), path.read_bytes(), open(path, "rb")):
            again = next(chuhe.read(source))
            assert (again.moves, again.result) == (game.moves, "1-0"), form
        if form not in ("lines", "wxf"):
            assert len(again) == 3 and again.root.main.main.comment == "好\n棋", form
    with pytest.raises(chuhe.MoveError):
        main.add("h9g7")
    with pytest.raises(chuhe.ArgumentError):
        game.root.nags = [1]
    with pytest.raises(chuhe.ArgumentError):
        main.nags = [256]
    assert main.nags == [1, 146]
    game.set_tag("red", None)
    assert game.tags == {} and game.tag("Red") is None


def test_a_long_file_is_read_one_game_at_a_time(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text("h2e2 h9g7 h0g2 i9h9\n" * 20_000)
    games = chuhe.read(path)
    assert games.format == "lines"
    first = next(games)
    assert (first.line, len(first.moves)) == (1, 4)
    assert next(games).line == 2
    assert sum(1 for _ in games) == 19_998


def test_a_file_can_be_closed(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text("h2e2\n" * 1000)
    opened = pathlib.Path("/proc/self/fd")
    held = lambda: [link for link in opened.iterdir() if os.path.realpath(link) == str(path)]  # noqa: E731
    with chuhe.read(path) as games:
        assert len(next(games)) == 1
        assert not opened.exists() or len(held()) == 1
    assert list(games) == [] and games.format == "lines"
    assert not opened.exists() or not held()
    with pytest.raises(KeyError):
        with chuhe.read(path) as games:
            raise KeyError
    games.close()
    games.close()
    assert next(games, None) is None


def test_a_text_in_place_of_a_path_is_known(tmp_path):
    for text in ("1. h2e2 h9g7", "h2e2", '[Red "a"]\n\n1. 炮二平五 *', "1. C2.5\n" * 500):
        with pytest.raises(chuhe.FileError, match="from bytes: text.encode"):
            chuhe.read(text)
        assert next(chuhe.read(text.encode())).moves
    for name in ("none.pgn", "h2e2.pgn", "", str(tmp_path), "games of today"):
        with pytest.raises((chuhe.FileError, chuhe.GameError)) as raised:
            list(chuhe.read(name))
        assert "encode" not in str(raised.value)


def test_faults_say_where(tmp_path):
    path = tmp_path / "broken.pgn"
    path.write_text('[Red "a"]\n\n1. h2e2 h9g8 *\n\n[Red "b"]\n\n1. C2.5 *\n')
    one, two = chuhe.read(path)
    assert isinstance(one.fault, chuhe.GameError) and two.fault is None
    assert (one.fault.line, one.fault.column, one.fault.file) == (3, 9, str(path))
    assert str(one.fault).startswith(f"{path}:3:9: move 2, 'h9g8'")
    games = chuhe.read(path, strict=True)
    with pytest.raises(chuhe.GameError):
        next(games)
    assert next(games).tag("Red") == "b"
    for wrong in (tmp_path / "none.pgn", tmp_path):
        with pytest.raises(OSError) as raised:
            chuhe.read(wrong)
        assert isinstance(raised.value, chuhe.FileError) and raised.value.file == str(wrong)
    with pytest.raises(chuhe.GameError):
        list(chuhe.read(b"%PDF-1.4"))
    for wrong in (None, 1, object(), ["a"]):
        with pytest.raises(TypeError):
            chuhe.read(wrong)


def test_a_position_that_is_not_legal_can_be_kept():
    game = next(chuhe.read("4k4/9/9/9/9/9/9/9/9/4K4 w moves e0e1".encode()))
    assert game.start_fen.split()[0] == "4k4/9/9/9/9/9/9/9/9/4K4"
    assert isinstance(game.fault, chuhe.GameError) and game.moves == [] and "e0e1" in str(game.fault)
    with pytest.raises(chuhe.PositionError):
        game.board()
    with pytest.raises(chuhe.PositionError):
        game.outcome()


def shown(game):
    """All that can be told of a game."""
    nodes = [
        (node.number, node.parent and node.parent.number, node.move, node.comment, node.nags, [child.number for child in node.children])
        for node in [game.root, *game.walk()]
    ]
    fault = game.fault and (type(game.fault), str(game.fault))
    return nodes, list(game.tags.items()), game.result, game.start_fen, game.line, game.column, fault, game.write()


def test_games_are_copied_and_pickled_as_a_whole():
    games = [chuhe.Game(), chuhe.Game("3k5/9/9/9/9/9/9/9/4R4/5K3 w")]
    games += chuhe.read(b"{Two lines} 1. C2.5 $1 {as usual} H8+7 (1... C8.5 2. H2+3 (2. H8+7)) 2. H2+3 $2 $146 1-0")
    games += chuhe.read('[Red "甲"]\n[题 "乙"]\n\n1. h2e2 h9g8 *\n\n\n[Red "b"]\n\n1. C2.5 (1. C2.5 {again}) *\n'.encode())
    games += chuhe.read("4k4/9/9/9/9/9/9/9/9/4K4 w moves e0e1".encode())
    suite = pathlib.Path(__file__).resolve().parents[2] / "protocol-tests" / "languages" / "files.json"
    for file in json.loads(suite.read_text(encoding="utf-8")):
        games += chuhe.read(base64.b64decode(file["base64"]))
    assert len(games) > 20 and sum(game.fault is not None for game in games) > 2
    for game in games:
        for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game), game.copy()):
            assert shown(again) == shown(game)
            before = shown(game)
            again.set_tag("Event", "another")
            again.root.comment = "another"
            assert shown(game) == before != shown(again)
    for wrong in (("x", "*", ""), (chuhe.START_FEN, "x", "")):
        with pytest.raises(chuhe.Error):
            chuhe.Game._restore(wrong, [], [], None, (1, 1))
    for node in ((7, "h2e2", "", []), (0, "h2h0", "", []), (0, "h2e2", "", [256])):
        with pytest.raises(chuhe.Error):
            chuhe.Game._restore((chuhe.START_FEN, "*", ""), [], [node], None, (1, 1))
    with pytest.raises(chuhe.Error, match="no kind of a fault"):
        chuhe.Game._restore((chuhe.START_FEN, "*", ""), [], [], ("luck", "why", None, None), (1, 1))


def test_outcomes_are_values():
    fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w"
    found = [chuhe.judge(["e1d1", "d9e9", "d1e1", "e9d9"] * 2, rules, fen=fen) for rules in chuhe.RULES]
    suite = pathlib.Path(__file__).resolve().parents[2] / "protocol-tests" / "languages" / "games.tsv"
    for line in suite.read_text(encoding="utf-8").splitlines()[1::9]:
        _, fen, moves, *_ = line.split("\t")
        found += chuhe.judge_all(moves.split() if moves != "-" else [], fen=fen).values()
    found = [outcome for outcome in found if outcome]
    assert len({outcome.kind for outcome in found}) > 6 and any(outcome.victim for outcome in found)
    for outcome in found:
        again = pickle.loads(pickle.dumps(outcome))
        assert again == outcome == copy.deepcopy(outcome) and hash(again) == hash(outcome)
        assert [again.sentence(tag) for tag in ("en", "vi")] == [outcome.sentence(tag) for tag in ("en", "vi")]
        assert (again.victim, again.offender, again.plies) == (outcome.victim, outcome.offender, outcome.plies)
    assert len(set(found)) < len(found)
    good = ("1-0", "perpetual chase", "AsianRule")
    assert chuhe.Outcome._restore(good, "black", ("p", "e4"), 8).victim == ("p", "e4")
    for words in (("1-0", "luck", "AsianRule"), ("*", "checkmate", "AsianRule"), ("1-0", "checkmate", "luck")):
        with pytest.raises(chuhe.Error):
            chuhe.Outcome._restore(words, None, None, 0)
    for offender, victim in (("blue", None), ("black", ("", "e4")), ("black", ("x", "e4")), ("black", ("pp", "e4")), ("black", ("p", "e10"))):
        with pytest.raises(chuhe.Error):
            chuhe.Outcome._restore(good, offender, victim, 8)


def test_errors_are_pickled():
    error = chuhe.GameError("why", 3, 4, "a.pgn")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, type(again)) == ("a.pgn:3:4: why", 3, chuhe.GameError)
    assert issubclass(chuhe.FileError, OSError) and issubclass(chuhe.Error, ValueError)
    assert str(chuhe.FileError("why", file="a")) == "a: why"


def test_moves_are_judged_as_moves_and_texts_in_either_way_of_counting():
    assert chuhe.judge(["h3e3", "h10g8"]) is None and chuhe.judge(["h2e2", "h9g7"]) is None
    for wrong in ([chuhe.Move("h3e3")], [chuhe.Move("h3e3"), "h10g8"], ["h2e2", chuhe.Move("h9g8")]):
        with pytest.raises(chuhe.MoveError):
            chuhe.judge(wrong)
        with pytest.raises(chuhe.MoveError):
            chuhe.judge_all(wrong)
    with pytest.raises(chuhe.MoveError, match="move 2, 'h9g8'"):
        chuhe.judge([chuhe.Move("h2e2"), chuhe.Move("h9g8")])
    loop = ["e1d1", "d9e9", "d1e1", "e9d9"] * 2
    fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w"
    for moves in (loop, [chuhe.Move(move) for move in loop], [chuhe.Move(loop[0]), *loop[1:]]):
        assert chuhe.judge(moves, fen=fen).offender == "red"
        assert chuhe.judge(moves, fen=fen, occurrences=4) is None


def test_a_text_that_cannot_be_judged_says_where():
    for text, place in (("h2e2 h9g8", (1, 6)), ("h2e2\nh9g7 x0x0", (2, 6)), ("1. h2e2 h9g8", (1, 9))):
        with pytest.raises(chuhe.MoveError) as raised:
            chuhe.judge(text)
        assert (raised.value.line, raised.value.column) == place
    with pytest.raises(chuhe.MoveError) as raised:
        chuhe.judge(["h2e2", "h9g8"])
    assert raised.value.line is None and "move 2, 'h9g8'" in str(raised.value)


def test_boards_and_games_are_judged_with_their_own_start():
    board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/5K3 w")
    for move in ["e1d1", "d9e9", "d1e1", "e9d9"] * 2:
        board.push(move)
    game = chuhe.Game.from_board(board)
    for whole in (board, game):
        assert chuhe.judge(whole).offender == "red"
        assert chuhe.judge_all(whole, occurrences=4)["ComputerRule"] is None
        with pytest.raises(chuhe.ArgumentError, match="fen"):
            chuhe.judge(whole, fen=chuhe.START_FEN)
    broken = next(chuhe.read(b"h2e2 h9g8"))
    for call in (chuhe.judge, chuhe.judge_all):
        with pytest.raises(chuhe.GameError):
            call(broken)
