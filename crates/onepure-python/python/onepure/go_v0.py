"""Go as an environment of PettingZoo (AEC): onepure.go_v0.env(size=9, rules="one-pure").

The agents are black_0 and white_0. Action n is the point number n, row by row from A1; the number of points is a pass. An observation
has "observation" (24 planes of 0 and 1, float32), "globals" (16 numbers, float32) and "action_mask". Planes and globals are those of
onepure.Game.features, with the observing agent to play. At the end of play the winner gets 1 and the loser -1. A game without a winner
gives 0, or -1 to both agents if both lose. An illegal action ends the game with -1 for its agent.
"""

from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game, global_names, plane_names

AGENTS = {"black_0": "black", "white_0": "white"}
"""The agents, with their colours."""

Observation = dict[str, NDArray[Any]]


def env(**options: Any) -> AECEnv[str, Observation, int]:
    """The environment, which checks the order of calls and ends the game after an illegal action. The options are those of raw_env."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, Observation, int]):
    """The environment without checks.

    The game is truncated after max_turns turns, by default three for each point.
    """

    metadata = {"name": "onepure_go_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        size: int = 9,
        rules: str = "one-pure",
        komi: float | None = None,
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._new_game = lambda: Game(size, rules, komi=komi)
        self.game = self._new_game()
        self.max_turns = 3 * size * size if max_turns is None else max_turns
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        box = gymnasium.spaces.Box
        self._observation_space = gymnasium.spaces.Dict(
            {
                "observation": box(0, 1, (len(plane_names()), size, size), numpy.float32),
                "globals": box(-3, 3, (len(global_names()),), numpy.float32),
                "action_mask": box(0, 1, (size * size + 1,), numpy.int8),
            }
        )
        self._action_space = gymnasium.spaces.Discrete(size * size + 1)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._observation_space

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._action_space

    def observe(self, agent: str) -> Observation:
        planes, numbers = self.game.features(AGENTS[agent])
        is_to_play = agent == self.agent_selection and not self.game.is_over
        mask = self.game.legal_mask() if is_to_play else numpy.zeros(planes[0].size + 1, numpy.int8)
        return {"observation": planes.astype(numpy.float32), "globals": numbers, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game = self._new_game()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "expected an action of an agent that plays"
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        outcome = self.game.play(int(action)).outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None or outcome.both_lose:
                self.rewards = {agent: 1.0 if AGENTS[agent] == outcome.winner else -1.0 for agent in self.agents}
        elif len(self.game.turns) >= self.max_turns:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Selects the agent that is to play."""
        self.agent_selection = next(agent for agent, color in AGENTS.items() if color == self.game.to_play)

    def render(self) -> str | None:
        """Prints the board, or returns it in the mode "ansi"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render: expected render_mode ansi or human, got None")
            return None
        if self.render_mode == "ansi":
            return str(self.game)
        print(self.game, flush=True)
        return None

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""
