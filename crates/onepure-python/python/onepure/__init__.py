"""Go under the One Pure Rules and ordinary rules: a referee and an engine.

A game is on 19 lines under the One Pure Rules, unless size and rules say otherwise:

>>> import onepure
>>> game = onepure.Game(size=9)
>>> game.play("E5")
<onepure.Turn 1: black E5>
>>> game.moves
[('black', 'E5')]

An engine finds the best move, and analyses a position or a whole game:

>>> with onepure.Engine(threads=1, visits=100) as engine:
...     best = engine.best_move(game)
...     analysis = engine.analyze_game(game)
>>> best in game.legal()
True
>>> len(analysis.moves), len(analysis.positions)
(1, 2)

Colours are "black" and "white". Points are those of GTP, such as "E5". Win rates are from 0 to 1, and leads are in points with the komi
included. Every array has the point A1 first and goes row by row. An illegal move raises IllegalMove, and a wrong value ValueError: one
sentence says what was expected. The environment for PettingZoo is in onepure.go_v0, which needs onepure[pettingzoo].
"""

from ._onepure import (
    Analysis,
    Candidate,
    Count,
    Engine,
    Game,
    GameAnalysis,
    IllegalMove,
    MoveAnalysis,
    Outcome,
    Retirement,
    Turn,
    __version__,
    global_names,
    plane_names,
)

__all__ = [
    "Analysis",
    "Candidate",
    "Count",
    "Engine",
    "Game",
    "GameAnalysis",
    "IllegalMove",
    "MoveAnalysis",
    "Outcome",
    "Retirement",
    "Turn",
    "__version__",
    "global_names",
    "plane_names",
]
