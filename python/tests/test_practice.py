"""Endings to practise."""

import pytest

import chuhe


def test_best_moves_win_in_as_many_moves_as_was_said():
    assert "KRKAB" in chuhe.ending_classes()
    practice = chuhe.Practice("krkba", length="5..9", seed=3)
    assert (practice.ending, practice.goal, practice.seed, practice.hold) == ("KRKAB", "win", 3, 20)
    board = practice.position(1)
    assert board.fen() == chuhe.Practice("KRKAB", length="5..9", seed=3).position(1).fen()
    assert board.turn == "red"
    value = practice.value(board)
    assert (value.kind, value.by, value.winner) == ("win", "force", "red")
    assert 5 <= value.moves <= 9
    made = 0
    while True:
        move = practice.hint(board)
        found = practice.assess(board, move)
        assert found.kept and found.word == "still-won" and found.left == found.least == value.moves - made - 1
        assert move in found.best and found.before.kind == found.after.kind == "win"
        board.push(move)
        made += 1
        if board.outcome():
            break
        board.push(practice.reply(board))
    assert made == value.moves and board.outcome().winner == "red"


def test_wins_by_the_rules_and_draws_have_their_words():
    rule = chuhe.Practice("KRKN", goal="rule", seed=1)
    value = rule.value(rule.position(1))
    assert (value.kind, value.by, value.moves, value.plies) == ("win", "rule", None, None)
    draw = chuhe.Practice("KRKAABB", goal="draw", length="hard", seed=1)
    board = draw.position(1)
    kept = [move for move in board.legal_moves if draw.assess(board, move).kept]
    assert len(kept) == 1
    other = next(move for move in board.legal_moves if move not in kept)
    lost = draw.assess(board, other)
    assert lost.word == "now-lost" and lost.left > 0 and lost.best == kept
    assert draw.assess(board, str(other)).word == "now-lost"


def test_chinese_names_and_other_tables():
    assert chuhe.Practice("车对马", seed=1).ending == "KRKN"
    tables = chuhe.Tables()
    assert chuhe.ending_classes(tables) == chuhe.ending_classes()
    assert chuhe.Practice("KRK", seed=1, tables=tables).position(2).turn == "red"
    assert chuhe.Practice("KRK").seed >= 0


def test_what_there_is_not_is_an_error():
    for ending, options, message in [
        ("rooks", {}, "there is no ending 'rooks'; the nearest are "),
        ("KRNKR", {}, "there is no table of KRNKR"),
        ("KRK", {"goal": "lose"}, "goal 'lose': expected win, rule or draw"),
        ("KRK", {"length": "x"}, "length: expected moves such as"),
        ("KRK", {"goal": "rule"}, "no position of KRK of this kind"),
        ("KRKN", {"goal": "draw", "length": "3"}, "a draw has no length"),
        ("KRK", {"seed": -1}, "seed"),
        ("KRK", {"seed": 2**70}, "seed"),
        ("KRK", {"rules": "none"}, "none"),
    ]:
        with pytest.raises(chuhe.ArgumentError, match=message):
            chuhe.Practice(ending, **options)
    practice = chuhe.Practice("KRK", seed=1)
    board = practice.position(1)
    for wrong in ("a0a0", "e9e8"):
        with pytest.raises(chuhe.Error):
            practice.assess(board, wrong)
    with pytest.raises(chuhe.ArgumentError, match="number"):
        practice.position(-1)
    for wrong in (5, None):
        with pytest.raises(TypeError):
            chuhe.Practice(wrong)
    with pytest.raises(TypeError):
        practice.value("board")
    assert practice.value(chuhe.Board()) is None
