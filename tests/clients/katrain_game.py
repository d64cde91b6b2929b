"""Drives `onepure analysis` with the engine class of KaTrain, without a window: `python katrain_game.py PROGRAM`. HOME and
KIVY_HOME are folders that KaTrain may write into.

By ordinary rules KaTrain plays a whole game, each move the best of the analysis of its node, and some moves of another in the
styles that weigh moves by who holds the board after each of them. By the One Pure Rules, under which
its board and ours may part, it plays a few moves, and then asks for everything that its window can ask for: more visits,
alternatives, every legal move, a region, pondering that is ended, a new game. Whatever KaTrain would show as an error ends the
program with code 1.
"""

import os
import sys
import time

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_WINDOW="1", KIVY_LOG_MODE="PYTHON")

from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import (
    AI_DEFAULT,
    AI_SETTLE_STONES,
    AI_SIMPLE_OWNERSHIP,
    OUTPUT_DEBUG,
    OUTPUT_ERROR,
)
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game

LINES = 7
VISITS = 100
PATIENCE = 60
MOST_MOVES = 400


class Controls:
    """The panel of the window, of which nothing is wanted."""

    def set_status(self, *_):
        pass


class KaTrain(KaTrainBase):
    """KaTrain without a window: it keeps what it would tell."""

    def __init__(self):
        self.errors, self.messages, self.controls = [], [], Controls()
        super().__init__(force_package_config=True, debug_level=OUTPUT_DEBUG)

    def log(self, message, level=1):
        (self.errors if level == OUTPUT_ERROR else self.messages).append(str(message))

    def __call__(self, *message):
        """What its window would be asked to do."""
        self.errors.append(f"asked for {message}")

    def wait(self, what, is_done):
        end = time.time() + PATIENCE
        while not is_done():
            assert time.time() < end, f"{what}: not done in {PATIENCE} seconds: {self.messages[-6:]}"
            assert not self.errors, (self.errors, self.messages[-6:])
            time.sleep(0.01)
        assert not self.errors, (self.errors, self.messages[-6:])


def start(katrain, program, rules, named):
    """An engine that plays by our rules of a name, and a game in which KaTrain names rules of its own."""
    config = dict(
        katrain.config("engine"),
        backend="custom",
        altcommand=f"exec '{program}' analysis --rules {rules} --threads 2",
        max_visits=VISITS,
        fast_visits=VISITS // 4,
    )
    engine = KataGoEngine(katrain, config)
    assert engine.check_alive(), katrain.errors
    return engine, Game(katrain, engine, game_properties={"SZ": LINES, "KM": 0, "RU": named})


def play(katrain, game, most_moves, styles=(AI_DEFAULT,)):
    """Plays until the end, or until `most_moves`, with the styles in turn. Returns the nodes of the game."""
    while not game.end_result and game.current_node.depth < most_moves:
        # KaTrain itself would wait for ever.
        node = game.current_node
        katrain.wait(f"node {node.depth}", lambda node=node: node.analysis_complete)
        style = styles[node.depth % len(styles)]
        settings = {} if style == AI_DEFAULT else katrain.config(f"ai/{AI_SIMPLE_OWNERSHIP}")
        move, played = generate_ai_move(game, style, settings)
        assert played is game.current_node, move
    return game.current_node.nodes_from_root


def whole_game(katrain, program):
    engine, game = start(katrain, program, "chinese", "chinese")
    nodes = play(katrain, game, MOST_MOVES)
    assert game.end_result, "the game comes to an end"
    # What KaTrain draws: every node of the game has it.
    for node in nodes:
        katrain.wait(f"node {node.depth}", lambda node=node: node.analysis_complete)
        assert 0 <= node.winrate <= 1 and node.score is not None
        assert len(node.policy) == LINES * LINES + 1
        if node is not nodes[-1]:
            assert node.root_visits >= VISITS, (node.depth, node.root_visits)
            assert len(node.ownership) == LINES * LINES and all(-1 <= share <= 1 for share in node.ownership)
            assert node.candidate_moves[0]["pv"], node.depth
    engine.shutdown(finish=None)
    return f"{nodes[-1].depth} moves, {game.end_result!r}"


def styles_of_ownership(katrain, program):
    engine, game = start(katrain, program, "chinese", "chinese")
    nodes = play(katrain, game, 12, [AI_SIMPLE_OWNERSHIP, AI_SIMPLE_OWNERSHIP, AI_SETTLE_STONES, AI_SETTLE_STONES])
    assert nodes[-1].depth == 12 or game.end_result
    assert any("settledness" in node.ai_thoughts for node in nodes), [node.ai_thoughts for node in nodes]
    engine.shutdown(finish=None)


def every_question(katrain, program):
    engine, game = start(katrain, program, "one-pure", "japanese")
    node = play(katrain, game, 10)[-1]
    katrain.wait("the last node", lambda node=node: node.analysis_complete)
    assert any("--rules one-pure" in message for message in katrain.messages), "that other rules hold was said"
    before = set(node.analysis["moves"])
    game.analyze_extra("extra")
    katrain.wait("more visits", lambda: node.root_visits > VISITS)
    game.analyze_extra("alternative")
    katrain.wait("alternatives", engine.is_idle)
    game.analyze_extra("sweep")
    katrain.wait("every legal move", engine.is_idle)
    assert len(node.analysis["moves"]) >= len(before)
    node.analyze(engine, region_of_interest=[0, 2, 0, 2])
    katrain.wait("a region", engine.is_idle)

    # Pondering goes on until it is stopped.
    visits = node.root_visits
    node.analyze(engine, ponder=True)
    katrain.wait("pondering", lambda: node.root_visits > 2 * visits)
    engine.stop_pondering()
    katrain.wait("the end of pondering", engine.is_idle)

    # A new game drops what waits.
    game.analyze_all_nodes(even_if_present=True)
    engine.on_new_game()
    katrain.wait("a new game", engine.is_idle)
    assert engine.check_alive()
    engine.shutdown(finish=None)


if __name__ == "__main__":
    katrain = KaTrain()
    print(whole_game(katrain, sys.argv[1]))
    styles_of_ownership(katrain, sys.argv[1])
    every_question(katrain, sys.argv[1])
