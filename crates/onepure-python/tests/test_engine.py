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


@pytest.mark.parametrize("search", ["best_move", "analyze"])
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
