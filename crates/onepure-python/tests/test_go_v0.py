"""The environment of PettingZoo."""

import numpy
import pytest
from onepure import go_v0
from pettingzoo.test import api_test, render_test, seed_test


@pytest.mark.filterwarnings("default::UserWarning")
@pytest.mark.parametrize("rules", ["one-pure", "chinese"])
@pytest.mark.parametrize("make", [go_v0.env, go_v0.raw_env])
def test_pettingzoo_accepts_the_environment(make, rules):
    api_test(make(size=5, rules=rules), num_cycles=300)


def test_seeds_and_rendering_are_as_pettingzoo_wants_them():
    seed_test(lambda: go_v0.env(size=5), num_cycles=50)
    render_test(lambda render_mode: go_v0.env(size=5, render_mode=render_mode))


def after(actions, **options):
    env = go_v0.env(**options)
    env.reset()
    for action in actions:
        env.step(action)
    return env


def test_a_dead_end_loses():
    # A2, E5, B1, A1.
    env = after([5, 24, 1, 0], size=5)
    assert env.rewards == {"black_0": 1, "white_0": -1}
    assert all(env.terminations.values())
    assert not env.observe("black_0")["action_mask"].any()


def test_the_agent_to_play_sees_its_own_stones():
    env = after([12], size=5)
    assert env.agent_selection == "white_0"
    observation = env.observe("white_0")
    assert observation["observation"][2, 2, 2] == 1
    assert observation["action_mask"].sum() == 25
    assert not env.observe("black_0")["action_mask"].any()
    assert env.observe("black_0")["observation"].dtype == numpy.float32


def test_a_draw_gives_nothing_and_a_double_loss_costs_both():
    env = after([12, 25, 25], size=5, rules="chinese", komi=25)
    assert env.rewards == {"black_0": 0, "white_0": 0}
    assert all(env.terminations.values())
    # The two stones are in contact, so that neither colour has a point.
    env = after([12, 7, 25, 25], size=5)
    assert env.rewards == {"black_0": -1, "white_0": -1}


def test_long_games_are_truncated():
    env = after([12, 0], size=5, max_turns=2)
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_an_illegal_action_loses():
    env = after([12, 12], size=5)
    assert env.rewards["white_0"] == -1
