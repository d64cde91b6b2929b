"""Drives `onepure analysis` with the engine class of KaTrain, without a window: `python katrain_game.py PROGRAM`. HOME and
KIVY_HOME are folders that KaTrain may write into.

KaTrain plays a whole game, each move the best of the analysis of its node; then it goes through the record again and asks for
everything that its window can ask for: alternatives, a region, every legal move, pondering that is ended. Whatever KaTrain
would show as an error ends the program with code 1.
"""

import os
import sys
import time

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_WINDOW="1", KIVY_LOG_MODE="PYTHON")

from katrain.core.ai import generate_ai_move  # noqa: E402
from katrain.core.base_katrain import KaTrainBase  # noqa: E402
from katrain.core.constants import AI_DEFAULT, OUTPUT_DEBUG, OUTPUT_ERROR  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game import Game  # noqa: E402

LINES = 7
VISITS = 100
PATIENCE = 60


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


def wait(what, is_done):
    end = time.time() + PATIENCE
    while not is_done():
        assert time.time() < end, f"{what}: not done in {PATIENCE} seconds"
        time.sleep(0.01)


def main(program):
    katrain = KaTrain()
    config = dict(
        katrain.config("engine"),
        backend="custom",
        altcommand=f"{program} analysis --rules one-pure --threads 2",
        max_visits=VISITS,
        fast_visits=VISITS // 4,
    )
    engine = KataGoEngine(katrain, config)
    assert engine.check_alive(), katrain.errors

    # Suicide is legal in KaTrain under these rules, as it is here. The program was told which rules it plays by.
    game = Game(katrain, engine, game_properties={"SZ": LINES, "KM": 0, "RU": "tromp-taylor"})
    while not game.end_result:
        # KaTrain itself would wait for ever.
        node = game.current_node
        wait(f"node {node.depth}: {katrain.messages[-6:]}", lambda: node.analysis_complete or katrain.errors)
        assert not katrain.errors, (katrain.errors, katrain.messages[-6:])
        move, node = generate_ai_move(game, AI_DEFAULT, {})
        assert node is game.current_node and not katrain.errors, (move, katrain.errors)
        assert node.depth < 400, "the game comes to an end"
    nodes, result = game.current_node.nodes_from_root, game.end_result
    assert any("--rules one-pure" in message for message in katrain.messages), "that other rules hold was said"

    # What KaTrain draws: every node of the game has it.
    for node in nodes:
        wait(f"node {node.depth}", lambda: node.analysis_complete)
        assert node.root_visits >= VISITS or node is nodes[-1], (node.depth, node.root_visits)
        assert 0 <= node.winrate <= 1 and node.score is not None
        assert len(node.policy) == LINES * LINES + 1
        if node is not nodes[-1]:
            assert len(node.ownership) == LINES * LINES and all(-1 <= share <= 1 for share in node.ownership)
            assert node.candidate_moves[0]["pv"], node.depth

    # The questions of its menu, in the middle of the game.
    game.set_current_node(nodes[len(nodes) // 2])
    node = game.current_node
    before = set(node.analysis["moves"])
    game.analyze_extra("extra")
    wait("more visits", lambda: node.root_visits > VISITS)
    game.analyze_extra("alternative")
    wait("alternatives", engine.is_idle)
    game.analyze_extra("sweep")
    wait("every legal move", engine.is_idle)
    assert len(node.analysis["moves"]) >= len(before)
    game.set_region_of_interest([0, 2, 0, 2])
    node.analyze(engine, region_of_interest=[0, 2, 0, 2])
    wait("a region", engine.is_idle)

    # Pondering goes on until it is stopped.
    visits = node.root_visits
    node.analyze(engine, ponder=True)
    wait("pondering", lambda: node.root_visits > 2 * visits)
    engine.stop_pondering()
    wait("the end of pondering", engine.is_idle)

    # A new game drops what waits.
    game.analyze_all_nodes(even_if_present=True)
    engine.on_new_game()
    wait("a new game", engine.is_idle)
    assert engine.check_alive() and not katrain.errors, katrain.errors
    engine.shutdown(finish=None)
    print(f"{nodes[-1].depth} moves, {result}")


if __name__ == "__main__":
    main(sys.argv[1])
