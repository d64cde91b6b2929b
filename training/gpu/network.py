"""The network of docs/network.md for PyTorch, and its files.

The names of parameters are those of the tensors in the file, which leaves out dimensions of length 1 of a weight.
"""

import json
import math
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file
from torch import Tensor, nn

PLANES = 24
GLOBALS = 16
OUTCOMES = 4
# Points in a unit of the score.
POINTS = 20.0
# Runs that find the fastest kernels before one is recorded.
RUNS_BEFORE_RECORD = 3
# The power of the fractions of visits that a soft policy target is.
SOFTNESS = 0.25
# The gain of layers whose output is added to another one, or that say little at first.
LOW_GAIN = 0.3
# The side of the board by which means are centred before they are weighed by it, and the lines in a unit.
USUAL_LINES, LINES_A_UNIT = 14, 10


def architecture_of(name: str) -> dict[str, Any]:
    """The shape of a network by its name, such as 6b64c, as `onepure-training` has it."""
    blocks, channels = (int(number) for number in name.rstrip("c").split("b"))
    head = -(-min(max(channels // 2, 8), 32) // 16) * 16
    return {
        "blocks": blocks, "channels": channels, "pooled": list(range(2, blocks, 2)), "policy_channels": head,
        "value_channels": head, "hidden": min(channels, 64),
    }


def pool(h: Tensor) -> Tensor:
    """Of each channel the mean, the mean weighed by the size of the board, and the greatest number: [B, C, H, W] to [B, 3C]."""
    mean = h.mean((2, 3))
    return torch.cat([mean, mean * ((h.shape[2] - USUAL_LINES) / LINES_A_UNIT), h.amax((2, 3))], 1)


def over_board(numbers: Tensor) -> Tensor:
    """[B, C] to [B, C, 1, 1], to be added to each point."""
    return numbers[:, :, None, None]


def initialise(layer: nn.Conv2d | nn.Linear, gain: float = 1.0) -> None:
    """Spreads weights by the number of inputs (He et al., 2015)."""
    most = gain * math.sqrt(6 / layer.weight[0].numel())
    nn.init.uniform_(layer.weight, -most, most)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)


class Stem(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.globals = nn.Linear(GLOBALS, channels, bias=False)

    def forward(self, planes: Tensor, numbers: Tensor) -> Tensor:
        return self.conv(planes) + over_board(self.globals(numbers))


class Block(nn.Module):
    """A residual block with activations before convolutions (He et al., 2016), perhaps with global pooling between them."""

    def __init__(self, channels: int, blocks: int, is_pooled: bool) -> None:
        super().__init__()
        self.conv1, self.conv2 = (nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2))
        self.pool = nn.Linear(3 * channels, channels, bias=False) if is_pooled else None
        # What is added to the trunk is less with more blocks (Zhang, Dauphin and Ma, 2019).
        self.last_gain = 0.5 / math.sqrt(blocks)

    def forward(self, x: Tensor) -> Tensor:
        h = self.conv1(F.relu(x))
        if self.pool is not None:
            h = h + over_board(self.pool(pool(F.relu(h))))
        return x + self.conv2(F.relu(h))


class Policy(nn.Module):
    """Logits [B, H*W + 1] of points and of the abstention, which is the last."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.point = nn.Conv2d(channels, 1, 1, bias=False)
        self.abstain = nn.Linear(3 * channels, 1)

    def forward(self, p: Tensor, pooled: Tensor) -> Tensor:
        return torch.cat([self.point(p).flatten(1), self.abstain(pooled)], 1)


class PolicyHead(Policy):
    """The policy, and perhaps a soft policy from the same hidden layer."""

    def __init__(self, trunk: int, channels: int, has_soft_policy: bool) -> None:
        super().__init__(channels)
        self.conv = nn.Conv2d(trunk, channels, 1)
        self.pool = nn.Linear(3 * channels, channels, bias=False)
        self.soft = Policy(channels) if has_soft_policy else None

    def soften(self) -> None:
        """The soft policy begins as the policy at a temperature."""
        if self.soft is not None:
            with torch.no_grad():
                for name, parameter in self.soft.named_parameters():
                    parameter.copy_(SOFTNESS * self.get_parameter(name))

    def all(self, t: Tensor) -> list[Tensor]:
        """The policy, behind it the soft policy if there is one."""
        p = self.conv(t)
        pooled = pool(F.relu(p))
        p = F.relu(p + over_board(self.pool(pooled)))
        policy = self(p, pooled)
        return [policy] if self.soft is None else [policy, self.soft(p, pooled)]


class ValueHead(nn.Module):
    """Logits of the outcome [B, 4], score [B, 2], and the hidden layer [B, C, H, W] from which the owners are read."""

    def __init__(self, trunk: int, channels: int, hidden: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(trunk, channels, 1)
        self.hidden = nn.Linear(3 * channels + GLOBALS, hidden)
        self.outcome = nn.Linear(hidden, OUTCOMES)
        self.score = nn.Linear(hidden, 2)

    def forward(self, t: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        v = F.relu(self.conv(t))
        d = F.relu(self.hidden(torch.cat([pool(v), numbers], 1)))
        return self.outcome(d), self.score(d), v


class Network(nn.Module):
    """The network, in training perhaps with a soft policy beside."""

    # The name in its file, if it comes from one.
    name = ""

    def __init__(self, architecture: dict[str, Any], has_soft_policy: bool = False) -> None:
        super().__init__()
        self.architecture = architecture
        blocks, channels, value = architecture["blocks"], architecture["channels"], architecture["value_channels"]
        self.stem = Stem(channels)
        self.blocks = nn.ModuleList([Block(channels, blocks, block in architecture["pooled"]) for block in range(blocks)])
        self.policy = PolicyHead(channels, architecture["policy_channels"], has_soft_policy)
        self.value = ValueHead(channels, value, architecture["hidden"])
        self.ownership = nn.Conv2d(value, 1, 1)
        self.initialise()

    def initialise(self) -> None:
        for name, layer in self.named_modules():
            if isinstance(layer, (nn.Conv2d, nn.Linear)):
                initialise(layer, LOW_GAIN if name.endswith(("pool", "policy.point", "ownership")) else 1.0)
        for block in self.blocks:
            initialise(block.conv2, block.last_gain)
        self.policy.soften()

    def forward(self, planes: Tensor, numbers: Tensor) -> tuple[Tensor, ...]:
        """Of planes [B, 24, H, W] and numbers [B, 16]: logits of the policy [B, H*W + 1] and of the outcome [B, 4], score [B, 2],
        ownership before tanh [B, H*W], and logits of the soft policy if there is one."""
        x = self.stem(planes, numbers)
        for block in self.blocks:
            x = block(x)
        t = F.relu(x)
        with torch.autocast(t.device.type, enabled=False):
            t, numbers = t.float(), numbers.float()
            policy, *soft = self.policy.all(t)
            outcome, score, v = self.value(t, numbers)
            return policy, outcome, score, self.ownership(v).flatten(1), *soft

    def parameters_of_file(self) -> dict[str, nn.Parameter]:
        """The parameters that the file has, by the names of its tensors."""
        return {name: parameter for name, parameter in self.named_parameters() if not name.startswith("policy.soft.")}

    def load(self, tensors: dict[str, np.ndarray]) -> None:
        with torch.no_grad():
            for name, parameter in self.parameters_of_file().items():
                parameter.copy_(torch.from_numpy(tensors[name].astype(np.float32)).view_as(parameter))
        self.policy.soften()

    def write(self, path: str, name: str, origin: str) -> None:
        """Writes the file for `onepure-training export`, which chooses the ranges of activations."""
        tensors = {
            tensor: (parameter.squeeze() if tensor.endswith("weight") else parameter).detach().cpu().numpy()
            for tensor, parameter in self.parameters_of_file().items()
        }
        tensors["activations"] = np.ones(2 * self.architecture["blocks"] + 1, np.float32)
        architecture = json.dumps(self.architecture, separators=(",", ":"))
        metadata = {"format": "onepure-network", "version": "1", "features": "1", "name": name, "origin": origin}
        write_tensors(path, metadata | {"architecture": architecture}, tensors)


def open_network(path: str, has_soft_policy: bool = False) -> Network:
    """The network of a file, the engine's or one of `train.py`."""
    file = open_tensors(path, "onepure-network", "no network of onepure; docs/network.md has the format")
    network = Network(json.loads(file.metadata()["architecture"]), has_soft_policy)
    network.name = file.metadata()["name"]
    network.load({name: file.get_tensor(name) for name in file.keys()})
    return network


def recorded(work: Callable[[], None], pool: Any = None) -> Callable[[], None]:
    """The same work for a GPU to repeat without a processor's help: to start its many small kernels takes longer than they do."""
    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        for _ in range(RUNS_BEFORE_RECORD):
            work()
    torch.cuda.current_stream().wait_stream(aside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, pool=pool):
        work()
    return graph.replay


def open_tensors(path: str, form: str, otherwise: str) -> Any:
    """A safetensors file whose metadata name this format; it reads an array when it is asked for it. Of another file it says `otherwise`
    and ends the program."""
    try:
        file = safe_open(path, "numpy")
    except OSError as error:
        sys.exit(f"{path}: {error.strerror or error}")
    except SafetensorError:
        sys.exit(f"{path}: {otherwise}")
    if (file.metadata() or {}).get("format") != form:
        sys.exit(f"{path}: {otherwise}")
    return file


def write_tensors(path: str, metadata: dict[str, str], tensors: dict[str, np.ndarray]) -> None:
    """Writes beside the file, and renames: a kill leaves the former one."""
    contiguous = {name: np.ascontiguousarray(array) for name, array in tensors.items()}
    save_file(contiguous, f"{path}.partial", metadata)
    os.replace(f"{path}.partial", path)
