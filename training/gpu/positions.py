"""Positions of `onepure-training positions`: their files, and batches of them."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from network import PLANES, open_tensors
from torch import Tensor

# The owner of a point that is not known.
UNKNOWN = 127
# The arrays of a position that training needs.
TARGETS = ("points", "globals", "policy", "outcome", "score", "deviation", "ownership")


def open_positions(path: str) -> Any:
    """A file of positions. Its arrays are named by kind and name, such as `19:chinese:training:policy`."""
    return open_tensors(path, "onepure-positions", "no file of positions; `onepure-training positions` writes one")


def kinds_of(file: Any) -> Iterator[tuple[str, list[str]]]:
    """The kinds of positions in a file, such as `19:chinese:training`, with the names of their arrays."""
    kinds: dict[str, list[str]] = {}
    for key in file.keys():
        kind, _, name = key.rpartition(":")
        kinds.setdefault(kind, []).append(name)
    return iter(kinds.items())


def symmetries(lines: int) -> Tensor:
    """For each of the eight symmetries, where each point of the image comes from; the abstention stays behind the points."""
    board = torch.arange(lines * lines).view(lines, lines)
    images = [board.rot90(turns, (0, 1)) for turns in range(4)]
    images += [image.T for image in images]
    return torch.stack([torch.cat([image.flatten(), torch.tensor([lines * lines])]) for image in images])


def divergence(shares: Tensor, logs: Tensor) -> Tensor:
    """Of Kullback and Leibler (1951), of the fractions of visits from a policy; 0 where the visits are not known."""
    return (torch.special.xlogy(shares, shares) - shares * logs).sum(1)


class Board:
    """The positions of one size, those of a rule system behind those of another. `names` are the rule systems, `numbers` how many positions
    each has."""

    def __init__(self, lines: int, kinds: dict[str, dict[str, list[np.ndarray]]], device: str) -> None:
        self.lines, self.names = lines, list(kinds)
        parts = [{name: torch.from_numpy(np.concatenate(arrays)) for name, arrays in kind.items()} for kind in kinds.values()]
        self.numbers = [len(part["score"]) for part in parts]
        self.tensors = {name: torch.cat([part[name] for part in parts]).to(device) for name in TARGETS}
        numbers = torch.tensor(self.numbers, device=device)
        self.kind_of = torch.arange(len(numbers), device=device).repeat_interleave(numbers)
        self.weigh([float(number) for number in self.numbers])
        self.prefer(torch.ones(sum(self.numbers), device=device))
        self.symmetries = symmetries(lines).to(device)
        self.planes = torch.arange(PLANES, device=device)[None, :, None]

    def weigh(self, weights: list[float]) -> None:
        """How often each rule system is drawn."""
        shares = torch.tensor(weights, dtype=torch.float32).cumsum(0) / sum(weights)
        self.chances = shares[:-1].to(self.kind_of.device)

    def prefer(self, weights: Tensor) -> None:
        """How often each position is drawn among those of its rule system."""
        weights = weights.double()
        of_kind = torch.zeros(len(self.numbers), dtype=torch.float64, device=weights.device).index_add(0, self.kind_of, weights)
        self.places = (weights / of_kind[self.kind_of]).cumsum(0)

    def take(self, indices: Tensor, symmetry: Tensor | None = None) -> tuple[Tensor, dict[str, Tensor]]:
        """Inputs and targets of positions, each in one of the symmetries."""
        batch = {name: tensor[indices] for name, tensor in self.tensors.items()}
        if symmetry is not None:
            to = self.symmetries[symmetry]
            batch["policy"] = batch["policy"].gather(1, to)
            for name in ("points", "ownership"):
                batch[name] = batch[name].gather(1, to[:, :-1])
        planes = (batch["points"][:, None, :] >> self.planes & 1).float()
        return planes.view(len(indices), PLANES, self.lines, self.lines), batch

    def draw(self, size: int) -> tuple[Tensor, dict[str, Tensor]]:
        """A random batch, with each rule system as often as its weight says."""
        device = self.symmetries.device
        kinds = torch.bucketize(torch.rand(size, device=device), self.chances)
        places = kinds + torch.rand(size, device=device, dtype=torch.float64)
        indices = torch.searchsorted(self.places, places, right=True).clamp(max=len(self.places) - 1)
        return self.take(indices, torch.randint(0, 8, (size,), device=device))

    def by_kind(self, size: int) -> Iterator[tuple[str, Iterator[tuple[Tensor, dict[str, Tensor]]]]]:
        """All positions of each rule system in batches."""
        begin = 0
        for name, number in zip(self.names, self.numbers, strict=True):
            indices = torch.arange(begin, begin + number, device=self.symmetries.device)
            yield name, (self.take(part) for part in indices.split(size))
            begin += number

    def prefer_surprises(self, network: Callable[[Tensor, Tensor], tuple[Tensor, ...]], share: float, size: int) -> None:
        """Draws positions by the fraction `share` in proportion to the divergence of the visits from the network's policy."""
        found, known = [], []
        for _, batches in self.by_kind(size):
            for planes, batch in batches:
                with torch.no_grad():
                    logits = network(planes.contiguous(memory_format=torch.channels_last), batch["globals"])[0]
                shares = batch["policy"].float()
                found.append(divergence(shares, F.log_softmax(logits, 1)).clamp_min(0))
                known.append(shares.sum(1) > 0)
        surprise, has_visits = torch.cat(found), torch.cat(known)
        weights = 1 - share + share * surprise / surprise[has_visits].mean()
        self.prefer(torch.where(has_visits, weights, torch.ones_like(surprise)))


def read_positions(paths: list[str], part: str, device: str) -> tuple[str, dict[int, Board]]:
    """What networks say of their origin, and the boards of a part, `training` or `test`, by lines."""
    games, positions = 0, 0
    teachers: list[str] = []
    kinds: dict[int, dict[str, dict[str, list[np.ndarray]]]] = {}
    for path in paths:
        file = open_positions(path)
        metadata = file.metadata()
        games, positions = games + int(metadata["games"]), positions + int(metadata["positions"])
        if "teacher" in metadata and metadata["teacher"] not in teachers:
            teachers.append(metadata["teacher"])
        for kind, _ in kinds_of(file):
            lines, rules, found = kind.split(":")
            if found == part:
                into = kinds.setdefault(int(lines), {}).setdefault(rules, {})
                for name in TARGETS:
                    into.setdefault(name, []).append(file.get_tensor(f"{kind}:{name}"))
    origin = f"own games of onepure: {games} games, {positions} positions"
    if teachers:
        origin += f", judged by {' and '.join(teachers)}"
    return origin, {lines: Board(lines, of, device) for lines, of in sorted(kinds.items())}


def weights_of(text: str, boards: dict[int, Board]) -> dict[int, list[float]]:
    """For each size the weights of its rule systems: `9=1,19=2` or `9:one-pure=1`; without them, in proportion to the positions."""
    said: dict[str, float] = {}
    for part in text.split(",") if text else []:
        name, _, weight = part.partition("=")
        try:
            said[name] = float(weight)
        except ValueError:
            sys.exit(f"--weights: expected LINES=WEIGHT or LINES:RULES=WEIGHT, got {part}")
    found = {}
    for lines, board in boards.items():
        kinds = [(f"{lines}:{name}", number) for name, number in zip(board.names, board.numbers, strict=True)]
        others = sum(number for kind, number in kinds if kind not in said)
        found[lines] = [
            said[kind] if kind in said else said.get(str(lines), 0) * number / others if said else float(number)
            for kind, number in kinds
        ]
    return {lines: weights for lines, weights in found.items() if sum(weights) > 0}
