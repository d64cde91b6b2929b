#!/usr/bin/env python3
"""Trains a network of onepure with PyTorch, on a GPU if there is one.

The positions come from `onepure-training positions`, and `onepure-training export` makes the engine's file of the weights:

    onepure-training positions games-*.jsonl.gz --output positions.safetensors
    python3 training/gpu/train.py positions.safetensors --architecture 6b64c --name mine --output weights.safetensors
    onepure-training export games-*.jsonl.gz --network weights.safetensors --output mine.safetensors

The network is that of docs/network.md, and docs/training.md has the loss and the optimiser. The script needs PyTorch and NumPy. It writes
the weights every few thousand steps; `--from` continues from them. With `--checkpoint` the same command goes on after an interruption.
`onepure-training loop` runs it so. `label.py` lets positions be judged by a larger network first. With
`--soft-policy` a second head, which is not written, learns a flatter policy from the same trunk: what the lesser moves have to say
(KataGo's auxiliary soft policy target, 2022).
"""

import argparse
import functools
import json
import math
import os
import pickle
import signal
import struct
import sys
import threading
import time

import numpy as np
import torch
import torch.nn.functional as F

PLANES = 24
GLOBALS = 16
OUTCOMES = 4
# The owner of a point that is not known.
UNKNOWN = 127
# Points in a unit of the score, and the error in units beyond which its loss grows in proportion.
POINTS = 20.0
HUBER = 0.5
# Steps in which the learning rate rises; the share of it that is left in the end; the largest norm of a gradient.
WARM_UP = 100
LAST_RATE = 0.05
MOST_NORM = 2.0
# The power of the shares of visits that a soft policy target is.
SOFTNESS = 0.25
# Steps that find the fastest kernels before one is recorded.
STEPS_BEFORE_RECORD = 3
# Steps between two lines of the log, and lines between two tests.
STEPS_A_LINE = 500
LINES_A_TEST = 8
# Steps between two estimates of how many steps the time allows.
STEPS_AN_ESTIMATE = 20
# The number of sums that `means` divides.
ERRORS = 11
# The highest number of bytes of a header.
MOST_HEADER = 1 << 20
# The arrays of a position that training needs.
TARGETS = ("points", "globals", "policy", "outcome", "score", "deviation", "ownership")
TYPES = {"F32": np.float32, "F16": np.float16, "I32": np.int32}


def read_safetensors(path):
    """The metadata and the tensors of a file in the safetensors format, as arrays that lie in the file; none in another format."""
    try:
        with open(path, "rb") as file:
            length = struct.unpack("<Q", file.read(8))[0]
            header = json.loads(file.read(min(length, MOST_HEADER)))
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")
    except (struct.error, UnicodeDecodeError, json.JSONDecodeError):
        return {}, {}
    metadata = header.pop("__metadata__", {})
    data = np.memmap(path, mode="r", offset=8 + length)

    def tensor(entry):
        begin, end = entry["data_offsets"]
        return data[begin:end].view(TYPES[entry["dtype"]]).reshape(entry["shape"])

    return metadata, {name: tensor(entry) for name, entry in header.items()}


def write_safetensors(path, metadata, tensors):
    """Writes arrays of the types in `TYPES` beside the file, and renames."""
    header, begin = {"__metadata__": metadata}, 0
    names = {np.dtype(kind): name for name, kind in TYPES.items()}
    for name, array in sorted(tensors.items()):
        header[name] = {"dtype": names[array.dtype], "shape": list(array.shape), "data_offsets": [begin, begin + array.nbytes]}
        begin += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    beside = f"{path}.partial"
    with open(beside, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, array in sorted(tensors.items()):
            file.write(np.ascontiguousarray(array).data)
    os.replace(beside, path)


def architecture_of(name):
    """The shape of a network by its name, such as 6b64c, as `onepure-training` has it."""
    blocks, channels = (int(number) for number in name.rstrip("c").split("b"))
    head = -(-min(max(channels // 2, 8), 32) // 16) * 16
    pooled = list(range(2, blocks, 2))
    return {
        "blocks": blocks, "channels": channels, "pooled": pooled, "policy_channels": head, "value_channels": head,
        "hidden": min(channels, 64),
    }


def shapes(architecture):
    """The tensors that are learned, with their shapes."""
    channels, policy = architecture["channels"], architecture["policy_channels"]
    value, hidden = architecture["value_channels"], architecture["hidden"]
    found = {
        "stem.conv.weight": [channels, PLANES, 3, 3], "stem.conv.bias": [channels],
        "stem.globals.weight": [channels, GLOBALS],
    }
    for block in range(architecture["blocks"]):
        for conv in ("conv1", "conv2"):
            found[f"blocks.{block}.{conv}.weight"] = [channels, channels, 3, 3]
            found[f"blocks.{block}.{conv}.bias"] = [channels]
        if block in architecture["pooled"]:
            found[f"blocks.{block}.pool.weight"] = [channels, 3 * channels]
    return found | {
        "policy.conv.weight": [policy, channels], "policy.conv.bias": [policy], "policy.pool.weight": [policy, 3 * policy],
        "policy.point.weight": [policy], "policy.abstain.weight": [3 * policy], "policy.abstain.bias": [1],
        "value.conv.weight": [value, channels], "value.conv.bias": [value],
        "value.hidden.weight": [hidden, 3 * value + GLOBALS], "value.hidden.bias": [hidden],
        "value.outcome.weight": [OUTCOMES, hidden], "value.outcome.bias": [OUTCOMES],
        "value.score.weight": [2, hidden], "value.score.bias": [2],
        "ownership.weight": [value], "ownership.bias": [1],
    }


class Network(torch.nn.Module):
    """The network of docs/network.md, in training perhaps with a soft policy beside."""

    def __init__(self, architecture, has_soft_policy=False):
        super().__init__()
        self.architecture, self.has_soft_policy = architecture, has_soft_policy
        self.tensors = torch.nn.ParameterDict()
        for name, shape in shapes(architecture).items():
            self.tensors[name.replace(".", "/")] = torch.nn.Parameter(self.initial(name, shape))
        if has_soft_policy:
            self.soften()

    def soften(self):
        """The soft policy begins as the policy at a temperature."""
        for tensor in ("point/weight", "abstain/weight", "abstain/bias"):
            self.tensors[f"soft/{tensor}"] = torch.nn.Parameter(SOFTNESS * self.tensors[f"policy/{tensor}"].detach())

    def initial(self, name, shape):
        """Spread by the number of inputs (He et al., 2015), and less where a residual block ends (Zhang, Dauphin and Ma, 2019)."""
        if name.endswith("bias"):
            return torch.zeros(shape)
        gain = 1.0
        if name.endswith("conv2.weight"):
            gain = 0.5 / math.sqrt(self.architecture["blocks"])
        elif "pool" in name or name.startswith(("policy.point", "ownership")):
            gain = 0.3
        most = gain * math.sqrt(6 / math.prod(shape[1:] or shape))
        return torch.empty(shape).uniform_(-most, most)

    def of(self, name):
        return self.tensors[name.replace(".", "/")]

    def linear(self, name, numbers):
        return F.linear(numbers, self.of(f"{name}.weight"), self.of(f"{name}.bias"))

    def conv(self, name, numbers):
        weight = self.of(f"{name}.weight")
        weight = weight if weight.dim() == 4 else weight[:, :, None, None]
        return F.conv2d(numbers, weight, self.of(f"{name}.bias"), padding=weight.shape[-1] // 2)

    def forward(self, planes, numbers):
        """Logits of the policy [B, points + 1] and the outcome [B, 4], score [B, 2], ownership before tanh [B, points], and logits of
        the soft policy if there is one."""
        x = self.conv("stem.conv", planes) + (numbers @ self.of("stem.globals.weight").T)[:, :, None, None]
        for block in range(self.architecture["blocks"]):
            h = self.conv(f"blocks.{block}.conv1", F.relu(x))
            if block in self.architecture["pooled"]:
                h = h + (pool(F.relu(h)) @ self.of(f"blocks.{block}.pool.weight").T)[:, :, None, None]
            x = x + self.conv(f"blocks.{block}.conv2", F.relu(h))
        t = F.relu(x)
        with torch.autocast(t.device.type, enabled=False):
            return self.heads(t.float(), numbers.float())

    def heads(self, t, numbers):
        p = self.conv("policy.conv", t)
        g = pool(F.relu(p))
        p = F.relu(p + (g @ self.of("policy.pool.weight").T)[:, :, None, None])
        policies = [self.policy(head, p, g) for head in (["policy", "soft"] if self.has_soft_policy else ["policy"])]
        v = F.relu(self.conv("value.conv", t))
        d = F.relu(self.linear("value.hidden", torch.cat([pool(v), numbers], 1)))
        owners = torch.einsum("bcyx,c->byx", v, self.of("ownership.weight")).flatten(1) + self.of("ownership.bias")
        return policies[0], self.linear("value.outcome", d), self.linear("value.score", d), owners, *policies[1:]

    def policy(self, head, p, g):
        points = torch.einsum("bcyx,c->byx", p, self.of(f"{head}.point.weight")).flatten(1)
        abstention = g @ self.of(f"{head}.abstain.weight") + self.of(f"{head}.abstain.bias")
        return torch.cat([points, abstention[:, None]], 1)

    def load(self, tensors):
        with torch.no_grad():
            for name in shapes(self.architecture):
                self.of(name).copy_(torch.from_numpy(tensors[name].astype(np.float32)))
        if self.has_soft_policy:
            self.soften()

    def write(self, path, name, origin):
        tensors = {tensor: self.of(tensor).detach().cpu().numpy() for tensor in shapes(self.architecture)}
        # The ranges of activations are chosen by `onepure-training export`.
        tensors["activations"] = np.ones(2 * self.architecture["blocks"] + 1, np.float32)
        architecture = json.dumps(self.architecture, separators=(",", ":"))
        metadata = {"format": "onepure-network", "version": "1", "features": "1", "name": name, "origin": origin}
        write_safetensors(path, metadata | {"architecture": architecture}, tensors)


def pool(h):
    """Of each channel the mean, the mean weighed by the size of the board, and the greatest number: [B, 3C]."""
    mean = h.mean((2, 3))
    return torch.cat([mean, mean * ((h.shape[2] - 14) / 10), h.amax((2, 3))], 1)


def symmetries(lines):
    """For each of the eight symmetries, where each point of the image comes from; the abstention stays behind the points."""
    board = torch.arange(lines * lines).view(lines, lines)
    images = [board.rot90(turns, (0, 1)) for turns in range(4)]
    images += [image.T for image in images]
    return torch.stack([torch.cat([image.flatten(), torch.tensor([lines * lines])]) for image in images])


class Board:
    """The positions of one size, those of a rule system behind those of another."""

    def __init__(self, lines, kinds, device):
        self.lines = lines
        parts = [{name: torch.from_numpy(np.concatenate(arrays)) for name, arrays in kind.items()} for kind in kinds]
        self.numbers = [len(part["score"]) for part in parts]
        self.tensors = {name: torch.cat([part[name] for part in parts]).to(device) for name in parts[0]}
        numbers = torch.tensor(self.numbers, device=device)
        self.kind_of = torch.arange(len(numbers), device=device).repeat_interleave(numbers)
        self.weigh(self.numbers)
        self.prefer(torch.ones(sum(self.numbers), device=device))
        self.symmetries = symmetries(lines).to(device)
        self.planes = torch.arange(PLANES, device=device)[None, :, None]

    def weigh(self, weights):
        """How often each rule system is drawn."""
        shares = torch.tensor(weights, dtype=torch.float32).cumsum(0) / sum(weights)
        self.chances = shares[:-1].to(self.kind_of.device)

    def prefer(self, weights):
        """How often each position is drawn among those of its rule system."""
        weights = weights.double()
        of_kind = torch.zeros(len(self.numbers), dtype=torch.float64, device=weights.device).index_add(0, self.kind_of, weights)
        self.places = (weights / of_kind[self.kind_of]).cumsum(0)

    def take(self, indices, symmetry=None):
        """Inputs and targets of positions, each in one of the symmetries."""
        batch = {name: tensor[indices] for name, tensor in self.tensors.items()}
        if symmetry is not None:
            to = self.symmetries[symmetry]
            batch["policy"] = batch["policy"].gather(1, to)
            for name in ("points", "ownership"):
                batch[name] = batch[name].gather(1, to[:, :-1])
        planes = (batch["points"][:, None, :] >> self.planes & 1).float()
        return planes.view(len(indices), PLANES, self.lines, self.lines), batch

    def draw(self, size):
        """A random batch, with each rule system as often as its weight says."""
        device = self.symmetries.device
        kinds = torch.bucketize(torch.rand(size, device=device), self.chances)
        places = kinds + torch.rand(size, device=device, dtype=torch.float64)
        indices = torch.searchsorted(self.places, places, right=True).clamp(max=len(self.places) - 1)
        return self.take(indices, torch.randint(0, 8, (size,), device=device))

    def prefer_surprises(self, network, share, size):
        """Draws positions by the fraction `share` in proportion to the divergence of the visits from the network's policy."""
        found, known = [], []
        for part in torch.arange(sum(self.numbers), device=self.symmetries.device).split(size):
            planes, batch = self.take(part)
            with torch.no_grad():
                logits = network(planes.contiguous(memory_format=torch.channels_last), batch["globals"])[0]
            shares = batch["policy"].float()
            found.append(divergence(shares, F.log_softmax(logits, 1)).clamp_min(0))
            known.append(shares.sum(1) > 0)
        found, known = torch.cat(found), torch.cat(known)
        self.prefer(torch.where(known, 1 - share + share * found / found[known].mean(), torch.ones_like(found)))


def read_positions_file(path):
    """The metadata of a file of positions, and its arrays by kind, such as `19:chinese:training`, and by name."""
    metadata, tensors = read_safetensors(path)
    if metadata.get("format") != "onepure-positions":
        sys.exit(f"{path}: no file of positions; `onepure-training positions` writes one")
    kinds = {}
    for key, tensor in tensors.items():
        kind, _, name = key.rpartition(":")
        kinds.setdefault(kind, {})[name] = tensor
    return metadata, kinds


def read_positions(paths, part, device):
    """What networks say of their origin, and the positions by size with the names of their rule systems."""
    counts, teachers, kinds = {"games": 0, "positions": 0}, [], {}
    for path in paths:
        metadata, of_file = read_positions_file(path)
        counts = {name: count + int(metadata[name]) for name, count in counts.items()}
        teachers += [metadata["teacher"]] if metadata.get("teacher") not in (None, *teachers) else []
        for kind, of in of_file.items():
            lines, rules, found = kind.split(":")
            if found == part:
                into = kinds.setdefault(int(lines), {}).setdefault(rules, {})
                for name in TARGETS:
                    into.setdefault(name, []).append(of[name])
    origin = f"own games of onepure: {counts['games']} games, {counts['positions']} positions"
    if teachers:
        origin += f", those under rules that KataGo knows judged by {' and '.join(teachers)}"
    return origin, {lines: (list(of), Board(lines, of.values(), device)) for lines, of in sorted(kinds.items())}


def divergence(shares, logs):
    """Of Kullback and Leibler (1951), of the shares of visits from a policy; 0 where the shares are not known."""
    return (torch.special.xlogy(shares, shares) - shares * logs).sum(1)


def loss_of(predicted, batch, arguments):
    """The mean loss of a batch, and sums of errors, without the soft policy's: what is not known of a position costs nothing."""
    policy, outcome, score, owners, *soft = predicted
    size = len(policy)
    shares = batch["policy"].float()
    has_policy = shares.sum(1) > 0
    logs = F.log_softmax(policy, 1)
    cross_entropy = -(shares * logs).sum(1)
    outcome_loss = -(batch["outcome"] * F.log_softmax(outcome, 1)).sum(1)
    has_score = ~batch["score"].isnan()
    error = score[:, 0] - batch["score"].nan_to_num()
    # The games give no deviation, but an error each.
    deviation = torch.where(batch["deviation"].isnan(), error.detach().abs(), batch["deviation"])
    surprise = F.softplus(score[:, 1]) - deviation
    of_score = torch.where(has_score, huber(error) + huber(surprise), torch.zeros_like(error))
    wanted = batch["ownership"].float()
    has_owners = batch["ownership"][:, 0] != UNKNOWN
    squares = torch.where(has_owners, (owners.tanh() - wanted).square().mean(1), torch.zeros_like(error))
    loss = cross_entropy + outcome_loss + arguments.score_weight * of_score + arguments.ownership_weight * squares
    value = lambda shares: shares[:, 0] - shares[:, 1] - shares[:, 3]
    with torch.no_grad():
        best = (policy.argmax(1) == shares.argmax(1)) & has_policy
        values = (value(outcome.softmax(1)) - value(batch["outcome"])).square()
        sums = torch.stack([
            torch.full((), float(size), device=loss.device), loss.sum(), has_policy.sum(),
            divergence(shares, logs).sum(), best.sum(), outcome_loss.sum(), values.sum(), has_score.sum(),
            (error.abs() * has_score).sum() * POINTS, has_owners.sum(), squares.sum(),
        ])
    for logits in soft:
        flatter = F.normalize(shares.pow(SOFTNESS), p=1, dim=1)
        loss = loss - arguments.soft_policy * (flatter * F.log_softmax(logits, 1)).sum(1)
    return loss.mean(), sums


def recorded(step, pool):
    """The same step for a GPU to repeat without a processor's help: to start its many small kernels takes longer than they do."""
    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        for _ in range(STEPS_BEFORE_RECORD):
            step()
    torch.cuda.current_stream().wait_stream(aside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, pool=pool):
        step()
    return graph.replay


def huber(error):
    return F.huber_loss(error, torch.zeros_like(error), reduction="none", delta=HUBER)


def means(sums):
    """A line of means, in the words of `onepure-training`."""
    size, loss, policies, policy, best, outcome, value, scores, score, boards, ownership = sums.tolist()
    mean = lambda total, number: total / number if number else 0.0
    return (
        f"loss {mean(loss, size):.4f}, policy {mean(policy, policies):.4f} ({100 * mean(best, policies):.1f} % predicted), "
        f"outcome {mean(outcome, size):.4f}, value error {mean(value, size):.4f}, score {mean(score, scores):.2f} points, "
        f"ownership {mean(ownership, boards):.4f}"
    )


def test(network, boards, arguments):
    """A line for each board and rule system, and one for all."""
    total = 0
    with torch.no_grad():
        for lines, (names, board) in boards.items():
            begin = 0
            for name, number in zip(names, board.numbers):
                sums = 0
                for part in torch.arange(begin, begin + number, device=board.symmetries.device).split(arguments.batch):
                    planes, batch = board.take(part)
                    sums = sums + loss_of(network(planes, batch["globals"]), batch, arguments)[1]
                begin += number
                total = total + sums
                say(f"  {lines}x{lines} {name}: {means(sums)}")
    say(f"  all: {means(total)}")


def open_network(path, has_soft_policy=False):
    """The network of a file, the engine's or one of this script."""
    metadata, tensors = read_safetensors(path)
    if metadata.get("format") != "onepure-network":
        sys.exit(f"{path}: no network of onepure; docs/network.md has the format")
    network = Network(json.loads(metadata["architecture"]), has_soft_policy)
    network.load(tensors)
    return network


def weights_of(text, boards):
    """For each size the weights of its rule systems: `9=1,19=2` or `9:one-pure=1`; without them, in proportion to the positions."""
    said = dict(part.split("=") for part in text.split(",")) if text else {}
    found = {}
    for lines, (names, board) in boards.items():
        others = sum(number for name, number in zip(names, board.numbers) if f"{lines}:{name}" not in said)
        found[lines] = [
            float(said[f"{lines}:{name}"]) if f"{lines}:{name}" in said
            else float(said.get(str(lines), 0)) * number / others if said else float(number)
            for name, number in zip(names, board.numbers)
        ]
    return {lines: weights for lines, weights in found.items() if sum(weights) > 0}


def rate_at(step, arguments):
    """The learning rate rises, and falls by a cosine."""
    cosine = (1 + math.cos(math.pi * step / arguments.steps)) / 2
    return arguments.rate * min((step + 1) / WARM_UP, 1) * (LAST_RATE + (1 - LAST_RATE) * cosine)


def write_checkpoint(path, step, network, average, optimizer):
    """Writes beside the file, and renames: a kill leaves the former one."""
    kept = {"network": network.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict()["state"]}
    torch.save({"step": step} | kept, f"{path}.partial")
    os.replace(f"{path}.partial", path)


def read_checkpoint(path, device, network, average, optimizer):
    """Takes up what an interrupted run left, and returns its number of steps."""
    try:
        kept = torch.load(path, map_location=device)
        network.load_state_dict(kept["network"])
        average.load_state_dict(kept["average"])
        optimizer.load_state_dict({"state": kept["optimizer"], "param_groups": optimizer.state_dict()["param_groups"]})
    except (RuntimeError, ValueError, LookupError, EOFError, pickle.UnpicklingError):
        sys.exit(f"{path}: expected a checkpoint of a network of this shape; remove the file to begin again")
    say(f"goes on after {kept['step']} steps")
    return kept["step"]


def stop_by_input(stop):
    """Asks to stop at the first byte of standard input, and ends the process with its end: whoever started it is no more."""
    if os.read(0, 1):
        stop.set()
    else:
        os._exit(1)


def say(line):
    print(line, file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description="Trains a network of onepure with PyTorch")
    parser.add_argument("positions", nargs="+", help="files of `onepure-training positions`")
    parser.add_argument("--output", required=True, help="the weights to write, for `onepure-training export`")
    parser.add_argument("--name", required=True, help="the name of the network")
    parser.add_argument("--architecture", default="4b32c", help="the blocks and channels of a new network")
    parser.add_argument("--from", dest="begin", help="begin with the weights of this network")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=math.inf, help="a time limit; the rate follows the time")
    parser.add_argument("--batch", type=int, default=1024, help="positions a step")
    parser.add_argument("--rate", type=float, default=0.01, help="the learning rate at first; it falls by a cosine")
    parser.add_argument("--weights", default="", help="how often boards are drawn: 9=1,19=2 or 9:one-pure=1")
    parser.add_argument("--score-weight", type=float, default=0.25)
    parser.add_argument("--ownership-weight", type=float, default=0.5)
    parser.add_argument("--soft-policy", type=float, default=0, help="the weight of a second policy, of the fourth roots of the visits")
    parser.add_argument(
        "--surprise", type=float, default=0, help="the fraction of draws in proportion to how far the visits are from what --from said"
    )
    parser.add_argument("--decay", type=float, default=0.1, help="the weight decay of a step, times the learning rate")
    parser.add_argument("--average", type=float, default=0.999, help="the fraction of the average weights kept each step")
    parser.add_argument(
        "--bfloat16", action="store_true", help="compute with 16 bits without a GPU too: fast on processors with AMX"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--checkpoint", help="a file from which the same command goes on after Ctrl-C or a kill")
    parser.add_argument("--input-stops", action="store_true", help="stop at a line of standard input, and end with it")
    arguments = parser.parse_args()

    stop = threading.Event()
    if arguments.checkpoint:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
    if arguments.input_stops:
        threading.Thread(target=stop_by_input, args=(stop,), daemon=True).start()

    started = time.monotonic()
    torch.manual_seed(arguments.seed)
    generator = np.random.default_rng(arguments.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if not 0 <= arguments.surprise <= 1:
        sys.exit(f"--surprise: expected a fraction from 0 to 1, got {arguments.surprise}")
    if arguments.surprise and not arguments.begin:
        sys.exit("--surprise: no network to compare with; right is: --from FILE")
    is_short = arguments.bfloat16 or device == "cuda"
    torch.backends.cudnn.benchmark = True
    origin, boards = read_positions(arguments.positions, "training", device)
    _, test_boards = read_positions(arguments.positions, "test", device)
    weights = weights_of(arguments.weights, boards)
    if not weights:
        sys.exit("expected positions to learn from, got none: the files or --weights leave out every board")
    boards = {lines: boards[lines][1] for lines in weights}
    for lines, board in boards.items():
        board.weigh(weights[lines])
    has_soft_policy = arguments.soft_policy > 0
    if arguments.begin:
        network = open_network(arguments.begin, has_soft_policy)
    else:
        network = Network(architecture_of(arguments.architecture), has_soft_policy)
    network = network.to(device).to(memory_format=torch.channels_last)
    short = functools.partial(torch.autocast, device, dtype=torch.bfloat16, enabled=is_short, cache_enabled=False)
    if arguments.surprise:
        with short():
            for board in boards.values():
                board.prefer_surprises(network, arguments.surprise, arguments.batch)
    average = Network(network.architecture, has_soft_policy).to(device)
    average.load_state_dict(network.state_dict())
    parameters = list(network.parameters())
    of_average = list(average.parameters())
    rate = torch.tensor(rate_at(0, arguments), device=device) if device == "cuda" else rate_at(0, arguments)
    optimizer = torch.optim.AdamW(parameters, lr=rate, weight_decay=arguments.decay, capturable=device == "cuda")
    sums = torch.zeros(ERRORS, device=device)
    first = 0
    if arguments.checkpoint and os.path.exists(arguments.checkpoint):
        first = read_checkpoint(arguments.checkpoint, device, network, average, optimizer)
        # Other batches than those before the interruption.
        generator = np.random.default_rng([arguments.seed, first])
        torch.manual_seed(int(generator.integers(1 << 62)))

    def step_on(board):
        planes, batch = board.draw(arguments.batch)
        planes = planes.contiguous(memory_format=torch.channels_last)
        with short():
            predicted = network(planes, batch["globals"])
        loss, errors = loss_of(predicted, batch, arguments)
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, MOST_NORM)
        optimizer.step()
        sums.add_(errors)

    steps_on = {lines: functools.partial(step_on, board) for lines, board in boards.items()}
    if device == "cuda":
        pool = torch.cuda.graph_pool_handle()
        steps_on = {lines: recorded(step, pool) for lines, step in steps_on.items()}
        sums.zero_()

    sizes = list(weights)
    chances = np.array([sum(weights[lines]) for lines in sizes])
    begun, since, seen, step = time.monotonic(), time.monotonic(), 0, first
    while step < arguments.steps:
        if stop.is_set():
            if arguments.checkpoint:
                write_checkpoint(arguments.checkpoint, step, network, average, optimizer)
            sys.exit(f"stopped after {step} of {arguments.steps} steps")
        for group in optimizer.param_groups:
            if torch.is_tensor(group["lr"]):
                group["lr"].fill_(rate_at(step, arguments))
            else:
                group["lr"] = rate_at(step, arguments)
        steps_on[sizes[generator.choice(len(sizes), p=chances / chances.sum())]]()
        step += 1
        kept = min(arguments.average, step / (step + 10))
        with torch.no_grad():
            torch._foreach_mul_(of_average, kept)
            torch._foreach_add_(of_average, parameters, alpha=1 - kept)
        seen += arguments.batch
        if math.isfinite(arguments.seconds) and step < arguments.steps and step % STEPS_AN_ESTIMATE == 0:
            if device == "cuda":
                torch.cuda.synchronize()
            now = time.monotonic()
            arguments.steps = step + max(0, int((step - first) * (arguments.seconds - (now - started)) / (now - begun)))
        if step % STEPS_A_LINE == 0 or step == arguments.steps:
            line = means(sums)
            now = time.monotonic()
            say(f"step {step} of {arguments.steps}, {seen / (now - since):.0f} samples a second: {line}")
            since, seen = now, 0
            sums.zero_()
            if step % (STEPS_A_LINE * LINES_A_TEST) == 0 or step >= arguments.steps:
                test(average, test_boards, arguments)
                average.write(arguments.output, arguments.name, f"{origin}, {step} steps of {arguments.batch}")
            if arguments.checkpoint:
                write_checkpoint(arguments.checkpoint, step, network, average, optimizer)


if __name__ == "__main__":
    main()
