"""Makes the files of this folder anew, with the Python package: see protocol-tests/README.md.

python3 make.py, after cargo build -p chuhe-tools; a difference to what is there means that
a language would answer otherwise.
"""

import base64
import json
import pathlib
import random
import re
import subprocess
import sys

import chuhe

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "vi")


def write(name, header, rows):
    lines = ["\t".join(row) for row in [header, *rows]]
    (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(name, len(rows))


def fens():
    """Positions of the suites, and positions of random games."""
    found = []
    for path in sorted((TESTS / "perft").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                found.append(line.split(";")[0].strip())
    chance = random.Random(1)
    for _ in range(60):
        board = chuhe.Board()
        for ply in range(chance.randrange(160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            if ply % 29 == 28:
                found.append(board.copy(history=False).fen())
        found.append(board.copy(history=False).fen())
    return list(dict.fromkeys(found))


def state(board):
    if board.is_checkmate():
        return "mate"
    if board.is_stalemate():
        return "stalemate"
    return "check" if board.is_check() else "-"


def names(moves):
    return " ".join(sorted(str(move) for move in moves)) or "-"


def positions():
    rows = []
    for fen in fens():
        board = chuhe.Board(fen)
        moves = list(board.legal_moves)
        rows.append([
            fen,
            f"{board.key:016x}",
            state(board),
            names(moves),
            names(move for move in moves if board.is_capture(move)),
            names(move for move in moves if board.gives_check(move)),
            str(chuhe.evaluate(board)),
            board.mirror().fen(),
            board.flip().fen(),
        ])
    header = ["fen", "key", "state", "moves", "captures", "checks", "evaluation", "mirror", "flip"]
    write("positions.tsv", header, rows)


def verdict(outcome):
    if outcome is None:
        return "-"
    victim = "".join(outcome.victim) if outcome.victim else "-"
    parts = [outcome.result, outcome.kind, outcome.offender or "-", victim, str(outcome.plies)]
    return ";".join(parts)


def games():
    found = []
    for path in sorted((TESTS / "judge").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        for block in re.split(r"(?m)^(?=id )", text):
            fields = dict(re.findall(r"(?m)^(id|fen|moves)\s+(.*)$", block))
            if "fen" in fields:
                found.append((fields["id"], fields["fen"].strip(), fields.get("moves", "").strip()))
    command = [TESTS.parent / "target/debug/chuhe-tools", "judge", "--generate", "700"]
    random_games = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for number, line in enumerate(random_games.splitlines(), 1):
        fen, _, moves = line.partition(" moves ")
        found.append((f"random-{number}", fen, moves))
    rows = []
    for name, fen, moves in found:
        judged = chuhe.judge_all(moves.split(), fen=fen)
        usual = judged["ComputerRule"]
        sentences = [usual.sentence(language) for language in LANGUAGES] if usual else ["-"] * 4
        rows.append([name, fen, moves or "-", *map(verdict, judged.values()), *sentences])
    write("games.tsv", ["id", "fen", "moves", *chuhe.RULES, *LANGUAGES], rows)


def notation():
    chance = random.Random(2)
    rows = []
    for fen in fens():
        board = chuhe.Board(fen)
        moves = sorted(board.legal_moves)
        for move in chance.sample(moves, min(2, len(moves))):
            rows.append([fen, *(board.write(move, style) for style in chuhe.STYLES)])
    for fen in tandem():
        board = chuhe.Board(fen)
        for move in sorted(board.legal_moves):
            rows.append([fen, *(board.write(move, style) for style in chuhe.STYLES)])
    write("notation.tsv", ["fen", *chuhe.STYLES], rows)


def tandem():
    """Positions in which pieces stand one behind another."""
    found = []
    for name in ("tandem", "pawns"):
        text = (TESTS / "notation" / f"{name}.txt").read_text(encoding="utf-8")
        found += re.findall(r"(?m)^fen (.*)$", text)
    return found


#: What is asked, with what, and why it cannot be answered.
WRONG = [
    ("board", ["", "ComputerRule"]),
    ("board", ["startpos w", "ComputerRule"]),
    ("board", ["9/9/9/9/9/9/9/9/9/9 w", "ComputerRule"]),
    ("board", ["4k4/9/9/9/9/9/9/9/9/4K4 w", "ComputerRule"]),
    ("board", ["3k5/9/9/9/9/9/9/9/9/4K4 x", "ComputerRule"]),
    ("board", ["3k5/9/9/9/9/9/9/9/9/4K3 w", "ComputerRule"]),
    ("board", ["3k5/9/9/9/9/9/9/9/9/4K3Q w", "ComputerRule"]),
    ("board", ["3k5/9/9/9/9/9/9/9/9/4K4 w - - -1 1", "ComputerRule"]),
    ("board", ["3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 more", "ComputerRule"]),
    ("board", ["3k5/9/9/9/9/9/9/9/9/4K4 w\0", "ComputerRule"]),
    ("board", ["3k5/9/9/9/4K4/9/9/9/9/9 w", "ComputerRule"]),
    ("board", ["3k5/3R5/9/9/9/9/9/9/9/4K4 w", "ComputerRule"]),
    ("board", [chuhe.START_FEN, "Computer"]),
    ("board", [chuhe.START_FEN, ""]),
    ("push", ["h2h0"]),
    ("push", ["h2i4"]),
    ("push", ["h9g7"]),
    ("push", ["e4e5"]),
    ("push", ["h2e"]),
    ("push", [""]),
    ("push", ["炮九平一"]),
    ("push", ["炮二平十"]),
    ("push", ["C2.2"]),
    ("push", ["h2e2\0"]),
    ("push", ["將六進一"]),
    ("push", ["p" * 100]),
    ("push", ["h3e3"]),
    ("push", ["P2-5"]),
    ("push", ["Cba3"]),
    ("king", ["white"]),
    ("king", [""]),
    ("parse", ["h2e2", "wxf"]),
    ("parse", ["C2.5", "uci"]),
    ("parse", ["C2.5", "coordinates"]),
    ("write", ["h2e2", "lan"]),
    ("square", ["e10"]),
    ("square", ["j0"]),
    ("square", [""]),
    ("outcome", ["Chess"]),
    ("sentence", ["fr"]),
    ("judge", ["h2e2 h2e2", "ComputerRule"]),
    ("judge", ["h2e2 h9g8", "ComputerRule"]),
    ("judge", ["4k4/9/9/9/9/9/9/9/9/4K4 w moves e0e1", "ComputerRule"]),
    ("judge", ["h2e2", "Rule"]),
    ("read", ["h2e2 h9g8"]),
    ("read", ["[Event \"a\"]\n\n1. h2e2 {a comment"]),
    ("read", ["[Event \"a\"]\n\n1. h2e2 (1. h9g7"]),
    ("read", ["4k4/9/9/9/9/9/9/9/9/9 w moves e0e1"]),
    ("read", ["%PDF-1.4"]),
    ("format", ["doc", "iccs"]),
    ("format", ["pgn", "chess"]),
    ("tag", ["a b", "x"]),
    ("result", ["2-0"]),
    ("option", ["Repetition Fold", "1"]),
    ("option", ["Repetition Fold", "many"]),
    ("option", ["Skill Level", "21"]),
    ("option", ["MultiPV", "2"]),
]


def ask(call, words):
    """Asks what cannot be answered."""
    board = chuhe.Board()
    if call == "board":
        chuhe.Board(*words)
    elif call in ("push", "parse", "write"):
        getattr(board, call)(*words)
    elif call == "king":
        board.king(*words)
    elif call == "square":
        board.piece_at(*words)
    elif call == "outcome":
        board.outcome(*words)
    elif call == "sentence":
        chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/3RK4 b").outcome().sentence(*words)
    elif call == "judge":
        chuhe.judge(*words)
    elif call == "read":
        list(chuhe.read(words[0].encode(), strict=True))
    elif call == "format":
        chuhe.Game().write(*words)
    elif call == "tag":
        chuhe.Game().set_tag(*words)
    elif call == "result":
        chuhe.Game().result = words[0]
    else:
        assert call == "option", call
        chuhe.Engine().set_option(*words)


KINDS = {
    chuhe.PositionError: "position",
    chuhe.MoveError: "move",
    chuhe.GameError: "game",
    chuhe.FileError: "io",
    chuhe.ArgumentError: "value",
    chuhe.EngineError: "engine",
}


def errors():
    rows = []
    for call, words in WRONG:
        try:
            ask(call, words)
        except chuhe.Error as error:
            place = f"{error.line}:{error.column}" if error.line else "-"
            rows.append([call, json.dumps(words, ensure_ascii=False), KINDS[type(error)], place, error.message])
        else:
            raise AssertionError(f"{call} {words}: no error")
    write("errors.tsv", ["call", "words", "kind", "place", "message"], rows)


PGN = """[Event "月赛"]
[Red "许银川"]
[Black "吕钦"]
[Result "1/2-1/2"]

{Before the first move} 1. 炮二平五 {中炮} 马8进7 $1 (1... 炮8平5 2. 马二进三) 2. 马二进三 车9平8 1/2-1/2
"""

SHEET = """标题: 甲 负 乙
红方: 甲
黑方: 乙
结果: 黑方胜
日期: 2026.08.31

  1.炮二平五      士６进５
  2.马二进三（好） 炮８平４?
  3.车一平二      马８进７
"""

CHE = "1 3 21 32 1 2 7 2 4 0 0 0 21 32 0 9 7 7 6 0 1 0 21 32 1 0 7 2 6 0 2 0 "
DHTMLXQ = "<p>[DhtmlXQ]\n[DhtmlXQ_title]a game[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[/DhtmlXQ]"
BROKEN = '[Red "a"]\n\n1. h2e2 h9g7 2. h0g2 h9g7 *\n\n[Red "b"]\n\n1. C2.5 *\n'


def read(name, data):
    found = chuhe.read(data)
    games = []
    for game in found:
        fault = game.fault
        games.append({
            "line": game.line,
            "tags": list(map(list, game.tags.items())),
            "start": game.start_fen,
            "moves": names_in_order(game.moves),
            "tree": tree(game),
            "result": game.result,
            "fault": str(fault) if fault else None,
            "pgn": game.write("pgn"),
        })
    encoded = base64.b64encode(data).decode("ascii")
    return {"name": name, "base64": encoded, "format": found.format, "encoding": found.encoding, "games": games}


def names_in_order(moves):
    return " ".join(map(str, moves))


def tree(game):
    """Each node: its number, that of the node before, the move, comment and marks."""
    nodes = [game.root, *game.walk()]
    return [
        [node.number, node.parent.number if node.parent else None, str(node), node.comment, node.nags]
        for node in nodes
    ]


def files():
    game = next(chuhe.read(PGN.encode()))
    sources = [
        ("pgn", PGN.encode()),
        ("pgn in GBK", PGN.encode("gb18030")),
        ("pgn in UTF-16", PGN.encode("utf-16")),
        ("two games, one broken", BROKEN.encode()),
        ("a sheet", SHEET.encode()),
        ("a sheet in GBK", SHEET.encode("gb18030")),
        ("che", CHE.encode()),
        ("dhtmlxq in a page", DHTMLXQ.encode()),
        ("lines", b"h2e2 h9g7 1-0\n3k5/9/9/9/9/9/9/9/4R4/R3K4 w moves a0d0\n"),
        ("nothing", b""),
    ]
    for form in chuhe.FORMATS:
        written = game.write(form)
        sources.append((f"written as {form}", written.encode() if isinstance(written, str) else written))
    found = [read(name, data) for name, data in sources]
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in found)
    (HERE / "files.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print("files.json", len(found))


if __name__ == "__main__":
    only = sys.argv[1:]
    for make in (positions, games, notation, errors, files):
        if not only or make.__name__ in only:
            make()
