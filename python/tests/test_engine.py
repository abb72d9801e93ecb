"""The engine: threads, coroutines, limits, and what is known without it."""

import asyncio
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

import chuhe

MATE = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w"
OVER = "3k5/9/9/9/9/9/9/9/4R4/3RK4 b"
SMALL_BOOK = pathlib.Path(__file__).resolve().parents[2] / "protocol-tests" / "book" / "small.book"


@pytest.fixture(scope="module")
def engine():
    return chuhe.Engine()


def test_lines_are_those_of_the_side_to_move(engine):
    lines = engine.analyse(chuhe.Board(MATE), depth=6, multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    best = lines[0]
    assert (best.mate, best.cp, best.chances, best.expected) == (1, None, (1, 0, 0), 1)
    assert best.pv == [best.move] and best.turn == "red" and best.bound == "exact"
    board = chuhe.Board(MATE)
    board.push("e1e2")
    board.push("d9d8")
    board.push("a0d0")
    black = engine.analyse(board, nodes=1000)[0]
    assert black.turn == "black" and black.mate is not None and black.mate <= 0
    over = engine.analyse(chuhe.Board(OVER), depth=3)
    assert len(over) == 1 and over[0].pv == [] and over[0].move is None
    assert engine.play(chuhe.Board(OVER), depth=3) is None


def test_limits_hold(engine):
    board = chuhe.Board()
    engine.new_game()
    assert engine.analyse(board, depth=5)[0].depth == 5
    assert engine.analyse(board, nodes=3000)[0].nodes <= 3100
    began = time.monotonic()
    engine.analyse(board, time=0.2)
    assert 0.1 < time.monotonic() - began < 10
    only = engine.analyse(board, depth=4, moves=["a3a4", chuhe.Move("i3i4")], multipv=5)
    assert {str(line.move) for line in only} == {"a3a4", "i3i4"}
    assert engine.analyse(chuhe.Board(MATE), mate=1, depth=60)[0].mate == 1
    a, b = (chuhe.Engine().analyse(board, nodes=5000)[0] for _ in range(2))
    assert (a.nodes, a.cp, a.pv) == (b.nodes, b.cp, b.pv)


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"nodes": 0},
        {"depth": 0},
        {"depth": 10_000},
        {"time": 0},
        {"time": -1},
        {"time": float("nan")},
        {"time": float("inf")},
        {"mate": 0},
        {"nodes": 1, "multipv": 0},
        {"nodes": 1, "multipv": 129},
        {"nodes": 1, "moves": ["h2h0"]},
        {"nodes": 1, "moves": [chuhe.Move("h2h0")]},
    ],
)
def test_limits_that_are_none_are_errors(engine, limits):
    with pytest.raises(chuhe.Error):
        engine.analyse(chuhe.Board(), **limits)
    with pytest.raises(chuhe.Error):
        engine.play(chuhe.Board(), **limits)
    assert engine.analyse(chuhe.Board(), depth=2)[0].depth == 2


def test_engines_that_cannot_be():
    for wrong in ({"threads": 0}, {"hash": 0}, {"level": 21}, {"level": -1}, {"threads": -1}):
        with pytest.raises(chuhe.ArgumentError):
            chuhe.Engine(**wrong)
    for wrong in ({"threads": "1"}, {"hash": None}, {"level": 1.5}):
        with pytest.raises(TypeError):
            chuhe.Engine(**wrong)


def test_options(engine):
    options = engine.options
    assert options["Threads"]["type"] == "spin" and "MultiPV" not in options
    engine.set_option("ownbook", False)
    engine.set_option("Random Seed", 3)
    for name, value in (("EvalFile", "no/such"), ("Draw Rule", "x"), ("Threads", 10**6), ("no", 1)):
        with pytest.raises(chuhe.Error):
            engine.set_option(name, value)


def test_levels_play_differently():
    board = chuhe.Board()
    weak = chuhe.Engine(level=0)
    strong = chuhe.Engine()
    moves = set()
    for seed in range(1, 12):
        weak.set_option("Random Seed", seed)
        weak.new_game()
        moves.add(weak.play(board, nodes=20_000))
    assert len(moves) > 1 and strong.play(board, nodes=20_000) in board.legal_moves


def test_a_search_sees_the_history(engine):
    board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/5K3 w", "ComputerRule")
    for move in ["e1d1", "d9e9", "d1e1", "e9d9", "e1d1", "d9e9", "d1e1"]:
        board.push(move)
    board.push("e9d9")
    assert board.outcome().offender == "red"
    before = board.fen()
    engine.analyse(board, nodes=2000)
    assert board.fen() == before


def test_infos_are_read_until_somebody_stops(engine):
    board = chuhe.Board()
    with engine.infos(board) as infos:
        depths = []
        for line in infos:
            depths.append(line.depth)
            if line.depth >= 7:
                infos.stop()
        assert list(infos) == []
    assert depths == sorted(depths) and depths[-1] >= 7
    infos = engine.infos(board)
    next(infos)
    assert engine.analyse(board, depth=2)[0].depth == 2  # ends it
    others = engine.infos(board)
    assert len(list(infos)) < 200 and next(others).depth == 1
    others.close()
    assert list(others) == [] and engine.analyse(board, depth=2)
    next(engine.infos(board))  # thrown away
    assert engine.analyse(board, depth=2)
    assert [line.depth for line in engine.infos(board, depth=3)][-1] == 3


def test_four_threads_search_at_once():
    results = [None] * 4

    def work(number):
        results[number] = chuhe.Engine().analyse(chuhe.Board(), nodes=20_000)[0]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({(line.nodes, line.cp, tuple(line.pv)) for line in results}) == 1


def test_threads_wait_for_one_engine(engine):
    done = []

    def work():
        done.append(engine.analyse(chuhe.Board(), nodes=20_000))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 6 and all(lines[0].pv for lines in done)


def test_python_runs_while_the_engine_searches_and_stops_it(engine):
    found = []
    search = threading.Thread(target=lambda: found.append(engine.analyse(chuhe.Board(), time=600)))
    began = time.monotonic()
    search.start()
    count = 0
    while time.monotonic() < began + 0.3:
        count += 1
    engine.stop()
    while search.is_alive() and time.monotonic() < began + 60:
        engine.stop()  # it may not have begun before
        search.join(0.05)
    assert found and found[0][0].pv and count > 1000


def test_coroutines():
    async def together():
        engines = [chuhe.Engine() for _ in range(3)]
        board = chuhe.Board()
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        ticking = asyncio.create_task(tick())
        many = [engine.analyse_async(board, nodes=20_000) for engine in engines]
        many += [engines[0].analyse_async(board, nodes=5_000) for _ in range(2)]
        lines = await asyncio.gather(*many)
        move = await engines[1].play_async(board, depth=4)
        depths = [line.depth async for line in engines[2].infos_async(board, depth=5)]
        ticking.cancel()
        return lines, move, depths, ticks

    lines, move, depths, ticks = asyncio.run(together())
    assert all(found[0].pv for found in lines) and move in chuhe.Board().legal_moves
    assert depths[-1] == 5 and ticks > 3


def test_cancelled_coroutines_end_their_searches():
    async def cancelled():
        engine = chuhe.Engine()
        task = asyncio.create_task(engine.analyse_async(chuhe.Board(), time=600))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.wait_for(engine.analyse_async(chuhe.Board(), depth=3), 60)
        async for line in engine.infos_async(chuhe.Board()):
            if line.depth >= 5:
                break
        return await asyncio.wait_for(engine.analyse_async(chuhe.Board(), depth=3), 60)

    assert asyncio.run(cancelled())[0].depth == 3


def interrupted(script):
    """What a script prints that is interrupted, as by Ctrl+C, when it has printed 'ready'."""
    # Shells start what runs in the background with this signal ignored.
    first = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    process = subprocess.Popen([sys.executable, "-c", first + script], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    return out


@pytest.mark.skipif(os.name == "nt", reason="a signal to a process is something else there")
@pytest.mark.parametrize("call", ["analyse(chuhe.Board(), time=600)", "review(game, time=600)"])
def test_interrupting(call):
    script = (
        "import chuhe\n"
        "game = next(chuhe.read(b'h2e2 h9g7'))\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    chuhe.Engine().{call}\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    assert interrupted(script) == "interrupted\n"


def test_reviews(engine):
    game = next(chuhe.read(b"1. C2.5 H8+7 2. H2+3 R9.8 3. R1.2 R1+1 4. C8+7 *"))
    calls = []
    review = engine.review(game, nodes=20_000, progress=lambda done, of: calls.append((done, of)))
    assert len(review.curve) == len(review.scores) == len(game.moves) + 1
    assert [move.text for move in review.moves] == game.texts()
    assert [move.turn for move in review.moves[:2]] == ["red", "black"]
    bad = review.moves[5]
    assert (bad.grade, review.black.blunders, review.red.blunders) == ("blunder", 1, 0)
    assert bad.best and len(bad.best) == len(bad.best_text) and 0.2 <= bad.loss <= 1
    assert calls[-1][0] == calls[-1][1] >= 8 and calls == sorted(calls)
    shallow = engine.review(game, depth=1)
    assert shallow.moves[5].too_shallow and shallow.moves[5].grade is None
    assert shallow.black.unjudged > 0 == review.black.unjudged
    with pytest.raises(chuhe.ArgumentError):
        engine.review(game)
    with pytest.raises(TypeError):
        engine.review("h2e2", nodes=1)

    def fails(done, of):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine.review(game, nodes=100, progress=fails)


def test_what_is_known():
    ending = chuhe.probe(chuhe.Board("3k5/9/9/9/9/9/9/9/R8/4K4 w"))
    assert ending.winner == "red" and ending.plies % 2 == 1
    drawn = chuhe.probe(chuhe.Board("3k5/9/9/9/9/9/9/9/9/4K4 w"))
    assert (drawn.kind, drawn.winner, drawn.plies) == ("draw", None, None)
    assert chuhe.probe(chuhe.Board()) is None
    with pytest.raises(chuhe.FileError):
        chuhe.probe(chuhe.Board(), "no/such/folder")
    answer = chuhe.prove_mate(chuhe.Board(MATE), all_moves=True)
    assert answer and answer.line[0] in answer.first_moves and answer.is_complete
    refuted = chuhe.prove_mate(chuhe.Board(), moves=1)
    assert (refuted.status, refuted.moves, refuted.line) == ("refuted", 1, [])
    assert not chuhe.prove_mate(chuhe.Board(), nodes=10)
    with pytest.raises(chuhe.ArgumentError, match="^moves: expected at least one"):
        chuhe.Engine().analyse(chuhe.Board(), depth=1, moves=[])
    # That the checks were all searched says nothing of the quiet moves.
    quiet = chuhe.Board("3ak4/4a4/9/9/9/9/R8/1N7/9/3K5 w")
    early = chuhe.prove_mate(quiet, nodes=5)
    assert (early.status, early.moves, early.attack) == ("unknown", None, None)
    assert repr(early) == "<MateAnswer unknown>"
    assert chuhe.prove_mate(quiet, attack="checks").status == "refuted"
    assert chuhe.prove_mate(quiet).moves == 3
    for wrong in ({"moves": 0}, {"attack": "x"}, {"hash": 0}, {"moves": 99}):
        with pytest.raises(chuhe.ArgumentError):
            chuhe.prove_mate(chuhe.Board(), **wrong)
    assert chuhe.evaluate(chuhe.Board(MATE)) == chuhe.Engine().evaluate(chuhe.Board(MATE)) > 300


def test_perft_of_a_lifetime_is_refused_or_interrupted():
    with pytest.raises(chuhe.ArgumentError):
        chuhe.Board().perft(65)
    assert [chuhe.Board().perft(depth) for depth in range(4)] == [1, 44, 1920, 79666]


def test_books():
    path = SMALL_BOOK
    book = chuhe.Book(path)
    moves = book.moves(chuhe.Board())
    assert len(book) > 1 and moves[0].weight >= moves[-1].weight > 0
    assert {book.choose(chuhe.Board(), number) for number in range(50)} <= {found.move for found in moves}
    other = chuhe.Book(path.read_bytes())
    assert [found.move for found in other.moves(chuhe.Board())] == [found.move for found in moves]
    engine = chuhe.Engine()
    engine.set_option("BookFile", path)
    engine.set_option("OwnBook", True)
    assert engine.play(chuhe.Board(), nodes=100) in {found.move for found in moves}
    for wrong in ("no/such.book", b"", b"SQLite format 3\0"):
        with pytest.raises(chuhe.FileError):
            chuhe.Book(wrong)
    with pytest.raises(TypeError):
        chuhe.Book(None)


WHOLE = (-1, -(2**40), 2**31, 2**64, 2**70)


@pytest.mark.parametrize(
    ("name", "call", "wrong"),
    [
        ("nodes", lambda n: chuhe.Engine().analyse(chuhe.Board(), nodes=n), (-1, 2**64, 2**70)),
        ("depth", lambda n: chuhe.Engine().play(chuhe.Board(), depth=n), WHOLE),
        ("mate", lambda n: chuhe.Engine().analyse(chuhe.Board(), depth=1, mate=n), (-1, 2**70)),
        ("multipv", lambda n: chuhe.Engine().infos(chuhe.Board(), depth=1, multipv=n), WHOLE),
        ("hash", lambda n: chuhe.Engine(hash=n), WHOLE),
        ("threads", lambda n: chuhe.Engine(threads=n), WHOLE),
        ("level", lambda n: chuhe.Engine(level=n), WHOLE),
        ("depth", lambda n: chuhe.Board().perft(n), WHOLE),
        ("index", lambda n: chuhe.Move.from_index(n), WHOLE),
        ("index", lambda n: chuhe.Board().move_of(n), WHOLE),
        ("nags", lambda n: setattr(chuhe.Game().root.add("h2e2"), "nags", [n]), WHOLE + (256,)),
        ("occurrences", lambda n: chuhe.judge("h2e2", occurrences=n), WHOLE),
        ("occurrences", lambda n: chuhe.judge_all("h2e2", occurrences=n), WHOLE),
        ("moves", lambda n: chuhe.prove_mate(chuhe.Board(), moves=n), WHOLE),
        ("nodes", lambda n: chuhe.prove_mate(chuhe.Board(), nodes=n), (-1, 2**64, 2**70)),
        ("hash", lambda n: chuhe.prove_mate(chuhe.Board(), hash=n), WHOLE),
        ("nodes", lambda n: chuhe.Engine().review(chuhe.Board(), nodes=n), (-1, 2**64, 2**70)),
        ("depth", lambda n: chuhe.Engine().review(chuhe.Board(), depth=n), WHOLE),
        ("hash", lambda n: chuhe.Engine().review(chuhe.Board(), depth=1, hash=n), WHOLE),
        ("number", lambda n: chuhe.Book(SMALL_BOOK).choose(chuhe.Board(), n), (-1, 2**64, 2**70)),
    ],
)
def test_numbers_out_of_range_are_errors_that_name_them(name, call, wrong):
    for number in wrong:
        with pytest.raises(chuhe.ArgumentError) as raised:
            call(number)
        assert f"{name} {number}:" in str(raised.value)
    for odd in ("1", 1.5, [1]):
        with pytest.raises(TypeError):
            call(odd)


def test_a_mate_alone_is_no_limit(engine):
    for board in (chuhe.Board(), chuhe.Board(MATE)):
        for call in (engine.analyse, engine.play):
            with pytest.raises(chuhe.ArgumentError, match="expected a limit"):
                call(board, mate=1)
    assert engine.analyse(chuhe.Board(MATE), mate=1, depth=60)[0].depth < 60


def test_times_that_are_too_long_are_told_the_range(engine):
    for time_ in (float("inf"), 1e9, 0, -1.0, float("nan")):
        with pytest.raises(chuhe.ArgumentError, match="more than 0 and at most 320000000 seconds"):
            engine.analyse(chuhe.Board(), time=time_)


def test_an_option_that_is_refused_stays_as_it_was(tmp_path):
    board = chuhe.Board()
    engine = chuhe.Engine()
    with pytest.raises(chuhe.EngineError):
        engine.set_option("BookFile", "no/such.book")
        engine.set_option("OwnBook", True)
    engine.set_option("BookFile", SMALL_BOOK)
    # The book is not used: it was not wanted when the option was refused.
    assert engine.analyse(board, nodes=100)
    engine.set_option("OwnBook", True)
    assert engine.analyse(board, nodes=100) == []
    with pytest.raises(chuhe.EngineError):
        engine.set_option("BookFile", tmp_path / "none.book")
    assert engine.analyse(board, nodes=100) == []
    # A folder of tables with a bad one.
    (tmp_path / "bad.xqend").write_bytes(b"nothing")
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(chuhe.EngineError):
            engine.set_option("EndingsPath", path)
    engine.set_option("EndingsPath", "")


def test_more_threads_than_are_of_use_are_no_error():
    engine = chuhe.Engine(threads=500, hash=1)
    engine.set_option("threads", 500)
    assert engine.analyse(chuhe.Board(), depth=3)
    engine.set_option("Threads", 1)


@pytest.mark.parametrize("close", ["close", "stop"])
def test_lines_that_are_waited_for_can_be_ended_by_others(engine, close):
    times = []
    for _ in range(11):
        infos = engine.infos(chuhe.Board())
        reads = threading.Thread(target=lambda: list(infos))
        reads.start()
        time.sleep(0.2)
        began = time.monotonic()
        getattr(infos, close)()
        times.append(time.monotonic() - began)
        reads.join(20)
        assert not reads.is_alive()
    # Who reads looks up 20 times a second; who ends it need not wait for that.
    assert sorted(times)[5] < 0.015, times


def test_cancelling_infos_while_the_next_line_is_waited_for():
    async def cancelled():
        engine = chuhe.Engine()
        lines = 0

        async def read():
            nonlocal lines
            async for _ in engine.infos_async(chuhe.Board()):
                lines += 1

        task = asyncio.create_task(read())
        await asyncio.sleep(1.5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 20)
        found = await asyncio.wait_for(engine.analyse_async(chuhe.Board(), depth=3), 20)
        return lines, found

    lines, found = asyncio.run(cancelled())
    assert lines and found[0].depth == 3


@pytest.mark.skipif(os.name == "nt", reason="a signal to a process is something else there")
def test_waiting_for_the_search_of_another_thread_is_interrupted():
    script = (
        "import chuhe, threading, time\n"
        "engine = chuhe.Engine()\n"
        "search = lambda: engine.analyse(chuhe.Board(), time=600)\n"
        "other = threading.Thread(target=search)\n"
        "other.start()\n"
        "time.sleep(0.5)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    engine.infos(chuhe.Board())\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
        "engine.stop()\n"
        "other.join()\n"
    )
    assert interrupted(script) == "interrupted\n"


def test_tables_are_objects(tmp_path):
    rook = chuhe.Board("3k5/9/9/9/9/9/9/9/R8/4K4 w")
    tables = chuhe.Tables()
    ending = tables.probe(rook)
    assert (ending.kind, ending.winner, ending.plies) == ("win", "red", chuhe.probe(rook).plies)
    assert tables.probe(chuhe.Board()) is None
    black = chuhe.Board("3k5/9/9/9/9/9/9/9/R8/4K4 b")
    assert (tables.probe(black).kind, tables.probe(black).winner) == ("loss", "red")
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(chuhe.FileError):
            chuhe.Tables(folder)
    with pytest.raises(TypeError):
        chuhe.Tables(3)
