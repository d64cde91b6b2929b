"""Searches."""

import os
import signal
import threading

import numpy
import onepure
import pytest


def test_the_best_move_is_legal_and_repeatable():
    game = onepure.Game(size=9)
    moves = [onepure.Engine(threads=1, visits=50, seed=7).best_move(game) for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in game.legal()
    assert game.turns == []


def test_the_engine_does_not_play_a_dead_end():
    game = onepure.Game(size=5)
    for move in ("A2", "E5", "B1"):
        game.play(move)
    assert onepure.Engine(threads=1, visits=100).best_move(game) != "A1"


def test_an_analysis_has_candidates():
    game = onepure.Game(size=9)
    engine = onepure.Engine(threads=1)
    analysis = engine.analyze(game, visits=60, ownership=True)
    assert analysis.color == "black" and analysis.visits >= 60
    best = analysis.candidates[0]
    assert best.move == best.variation[0] and best.visits > 0
    assert 0 <= best.lower_bound <= best.win_rate <= 1 and best.win_rate == analysis.win_rate
    assert sum(candidate.prior for candidate in analysis.candidates) == pytest.approx(1)
    assert (analysis.ownership.dtype, analysis.ownership.shape) == (numpy.float32, (9, 9))
    assert abs(analysis.ownership).max() <= 1
    engine.forget()
    assert engine.analyze(game, "white", visits=1).ownership is None


def test_after_the_end_there_is_nothing_to_search():
    game = onepure.Game(size=5)
    game.resign()
    engine = onepure.Engine(threads=1, visits=10)
    assert engine.best_move(game) == "pass"
    assert engine.analyze(game).candidates == []


def test_options_have_the_names_of_the_command_line():
    onepure.Engine(threads=1, visits=None, time=0.5, level=3, network=None, ponder=False, resign_below=0.1)
    with pytest.raises(TypeError, match='^options: expected threads, .*, got "speed"$'):
        onepure.Engine(speed=1)
    with pytest.raises(ValueError, match='^threads: expected an integer from 1 to 1024, got "many"$'):
        onepure.Engine(threads="many")
    with pytest.raises(ValueError, match="^visits: expected an integer from 1, got 0$"):
        onepure.Engine().analyze(onepure.Game(5), visits=0)
    with pytest.raises(ValueError, match="^visits: expected an integer from 1, got 0$"):
        onepure.Engine().analyze_game(onepure.Game(5), visits=0)


GAME = "(;SZ[9]RU[Chinese];B[ee];W[cc](;B[gg];W[gc];B[aa];W[ff])(;B[cg];W[gc]))"


def test_a_game_is_analysed_move_by_move():
    game = onepure.Game.from_sgf(GAME)
    told = []
    with onepure.Engine(threads=1, seed=1) as engine:
        analysis = engine.analyze_game(game, visits=30, progress=lambda done, total: told.append((done, total)))
        again = engine.analyze_game(game, visits=30)
    assert told[-1] == (7, 7) and told == sorted(told)
    assert [(move.color, move.move) for move in analysis.moves] == game.moves
    assert [move.number for move in analysis.moves] == [1, 2, 3, 4, 5, 6]
    assert len(analysis.positions) == 7 and analysis.positions[0].color == "black"
    assert [move.points_lost for move in again.moves] == [move.points_lost for move in analysis.moves]
    corner = analysis.moves[4]
    assert 0 <= corner.win_rate <= 1 and corner.points_lost > 0 and corner.better != "A9"
    assert corner.win_rate_lost == pytest.approx(1 - corner.win_rate - analysis.moves[3].win_rate)
    assert corner.points_lost == pytest.approx(-analysis.moves[3].score - corner.score)
    assert any(mistake is corner for mistake in analysis.mistakes) and corner.mistake in ("small", "medium", "large")
    assert all(move.mistake for move in analysis.mistakes)
    assert repr(corner).startswith("<onepure.MoveAnalysis 5: black A9, lost ")


def test_the_end_of_play_has_its_result():
    game = onepure.Game(size=5)
    for move in ("A2", "E5", "B1", "A1"):
        game.play(move)
    last = onepure.Engine(threads=1).analyze_game(game, visits=5).moves[-1]
    assert (last.color, last.win_rate) == ("white", 0) and last.better != "A1"


def test_progress_is_told_and_may_end_a_search():
    game = onepure.Game(size=9)
    engine = onepure.Engine(threads=1, time=0.6)
    told = []
    analysis = engine.analyze(game, progress=told.append)
    assert told and all(part.visits <= analysis.visits for part in told)

    def stop(*_progress):
        raise RuntimeError("enough")

    engine = onepure.Engine(threads=1, time=3600)
    for search in (engine.analyze, engine.analyze_game):
        with pytest.raises(RuntimeError, match="^enough$"):
            search(game, progress=stop)


def test_a_closed_engine_says_so():
    with onepure.Engine(threads=1, visits=2) as engine:
        assert engine.best_move(onepure.Game(5)) != "resign"
    engine.close()
    for search in (engine.best_move, engine.analyze, engine.analyze_game):
        with pytest.raises(RuntimeError, match="^engine: expected an open one, got a closed one$"):
            search(onepure.Game(5))


def test_threads_share_an_engine():
    engine = onepure.Engine(threads=1, time=1)
    search = threading.Thread(target=engine.analyze, args=(onepure.Game(9),))
    search.start()
    # This waits for the search, which needs Python meanwhile.
    engine.forget()
    search.join(timeout=30)
    assert not search.is_alive()


@pytest.mark.parametrize("search", ["best_move", "analyze", "analyze_game"])
def test_ctrl_c_ends_a_search(search):
    # The search would last an hour.
    engine = onepure.Engine(threads=1, time=3600)
    # A shell starts its background jobs with SIGINT ignored, and Python leaves it so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            getattr(engine, search)(onepure.Game(9))
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert engine.analyze(onepure.Game(9), visits=2).visits >= 2
