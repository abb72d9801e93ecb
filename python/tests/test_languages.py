"""The suite that Rust, Python and JavaScript share: protocol-tests/languages."""

import base64
import csv
import importlib.util
import json
import pathlib

import pytest

import chuhe

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "protocol-tests" / "languages"


def maker():
    """The program that makes the files; it also knows what is asked."""
    spec = importlib.util.spec_from_file_location("make", FOLDER / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = maker()


def table(name):
    with open(FOLDER / name, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) > 40
    return rows


def test_positions():
    for row in table("positions.tsv"):
        board = chuhe.Board(row["fen"])
        moves = list(board.legal_moves)
        assert f"{board.key:016x}" == row["key"]
        assert MAKE.state(board) == row["state"]
        assert MAKE.names(moves) == row["moves"]
        assert all(move in board.legal_moves and board.is_legal(move) for move in moves)
        assert MAKE.names(filter(board.is_capture, moves)) == row["captures"]
        assert MAKE.names(filter(board.gives_check, moves)) == row["checks"]
        assert str(chuhe.evaluate(board)) == row["evaluation"]
        assert board.mirror().fen() == row["mirror"]
        assert board.flip().fen() == row["flip"]


def test_games():
    rows = table("games.tsv")
    assert len(rows) > 1000
    for row in rows:
        moves = [] if row["moves"] == "-" else row["moves"].split()
        judged = chuhe.judge_all(moves, fen=row["fen"])
        assert {rules: MAKE.verdict(found) for rules, found in judged.items()} == {
            rules: row[rules] for rules in chuhe.RULES
        }, row["id"]
        usual = judged["ComputerRule"]
        for language in MAKE.LANGUAGES:
            assert (usual.sentence(language) if usual else "-") == row[language]
        board = chuhe.Board(row["fen"])
        for move in moves:
            board.push(move)
        assert board.outcome() == usual
        assert chuhe.judge(board) == usual
        assert chuhe.Game.from_board(board).outcome() == usual


def test_notation():
    for row in table("notation.tsv"):
        board = chuhe.Board(row["fen"])
        for style in chuhe.STYLES:
            assert board.write(row["uci"], style) == row[style]
            assert board.parse(row[style], style) == chuhe.Move(row["uci"])


def test_errors():
    for row in table("errors.tsv"):
        with pytest.raises(chuhe.Error) as raised:
            MAKE.ask(row["call"], json.loads(row["words"]))
        error = raised.value
        place = f"{error.line}:{error.column}" if error.line else "-"
        assert (MAKE.KINDS[type(error)], place, error.message) == (
            row["kind"],
            row["place"],
            row["message"],
        )


def test_files():
    files = json.loads((FOLDER / "files.json").read_text(encoding="utf-8"))
    assert len(files) > 10
    for file in files:
        assert MAKE.read(file["name"], base64.b64decode(file["base64"])) == file
