"""Go under the One Pure Rules and ordinary rules: a referee and an engine.

>>> import onepure
>>> game = onepure.Game(size=9)
>>> game.play("E5")
<onepure.Turn 1: black E5>
>>> engine = onepure.Engine(threads=1, visits=100)
>>> engine.best_move(game) in game.legal()
True

Colours are "black" and "white". Points are those of GTP, such as "E5". Every array has the point A1 first and goes row by row.
The environment for PettingZoo is in onepure.go_v0, which needs onepure[pettingzoo].
"""

from ._onepure import (
    Analysis,
    Candidate,
    Count,
    Engine,
    Game,
    IllegalMove,
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
    "IllegalMove",
    "Outcome",
    "Retirement",
    "Turn",
    "__version__",
    "global_names",
    "plane_names",
]
