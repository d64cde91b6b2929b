#!/usr/bin/env python3
"""Trains a network of onepure with PyTorch, on a GPU if there is one.

The positions come from `onepure-training positions`, and `onepure-training export` makes the engine's file of the weights:

    onepure-training positions games-*.jsonl.gz --output positions.safetensors
    python3 training/gpu/train.py positions.safetensors --architecture 6b64c --name mine --output weights.safetensors
    onepure-training export games-*.jsonl.gz --network weights.safetensors --output mine.safetensors

docs/training.md has the loss and the optimiser, and what has to be installed. The script writes the weights every few thousand steps;
`--from` continues from them. With `--checkpoint` the same command goes on after an interruption. `onepure-training loop` runs it so.
`label.py` lets positions be judged by a larger network first. With `--soft-policy` a second head, which is not written, learns a flatter
policy from the same trunk: what the lesser moves have to say (KataGo's auxiliary soft policy target, 2022).
"""

import argparse
import functools
import math
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
import torch
import torch.nn.functional as F
from network import POINTS, SOFTNESS, Network, architecture_of, open_network, recorded
from positions import UNKNOWN, Board, divergence, read_positions, weights_of
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

# The error in units of the score beyond which its loss grows in proportion.
HUBER = 0.5
# Steps in which the learning rate rises; the fraction of it that is left in the end; the largest norm of a gradient.
WARM_UP = 100
LAST_RATE = 0.05
MOST_NORM = 2.0
# The mean of the weights forgets as if there had been these steps before the first.
STEPS_BEFORE_AVERAGE = 10
# Steps between two lines of the log, and lines between two tests.
STEPS_A_LINE = 500
LINES_A_TEST = 8
# Steps between two estimates of how many steps the time allows.
STEPS_AN_ESTIMATE = 20
# The number of sums that `means` divides.
ERRORS = 11


def value_of(outcome: Tensor) -> Tensor:
    """The value of the chances [B, 4] of a win, a loss, a draw, and that both lose."""
    return outcome[:, 0] - outcome[:, 1] - outcome[:, 3]


def huber(error: Tensor) -> Tensor:
    return F.huber_loss(error, torch.zeros_like(error), reduction="none", delta=HUBER)


def loss_of(predicted: tuple[Tensor, ...], batch: dict[str, Tensor], arguments: argparse.Namespace) -> tuple[Tensor, Tensor]:
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
    with torch.no_grad():
        best = (policy.argmax(1) == shares.argmax(1)) & has_policy
        values = (value_of(outcome.softmax(1)) - value_of(batch["outcome"])).square()
        sums = torch.stack([
            torch.full((), float(size), device=loss.device), loss.sum(), has_policy.sum(),
            divergence(shares, logs).sum(), best.sum(), outcome_loss.sum(), values.sum(), has_score.sum(),
            (error.abs() * has_score).sum() * POINTS, has_owners.sum(), squares.sum(),
        ])
    for logits in soft:
        flatter = F.normalize(shares.pow(SOFTNESS), p=1, dim=1)
        loss = loss - arguments.soft_policy * (flatter * F.log_softmax(logits, 1)).sum(1)
    return loss.mean(), sums


def means(sums: Tensor) -> str:
    """A line of means, in the words of `onepure-training`."""
    size, loss, policies, policy, best, outcome, value, scores, score, boards, ownership = sums.tolist()

    def mean(total: float, number: float) -> float:
        return total / number if number else 0.0

    return (
        f"loss {mean(loss, size):.4f}, policy {mean(policy, policies):.4f} ({100 * mean(best, policies):.1f} % predicted), "
        f"outcome {mean(outcome, size):.4f}, value error {mean(value, size):.4f}, score {mean(score, scores):.2f} points, "
        f"ownership {mean(ownership, boards):.4f}"
    )


def test(network: Network, boards: dict[int, Board], arguments: argparse.Namespace) -> None:
    """A line for each board and rule system, and one for all."""
    total = torch.zeros(ERRORS)
    with torch.no_grad():
        for lines, board in boards.items():
            for name, batches in board.by_kind(arguments.batch):
                sums = torch.zeros(ERRORS)
                for planes, batch in batches:
                    sums += loss_of(network(planes, batch["globals"]), batch, arguments)[1].cpu()
                total += sums
                say(f"  {lines}x{lines} {name}: {means(sums)}")
    say(f"  all: {means(total)}")


def rate_at(step: int, arguments: argparse.Namespace) -> float:
    """The fraction of the learning rate at a step: it rises, and falls by a cosine."""
    cosine = (1 + math.cos(math.pi * step / arguments.steps)) / 2
    return min((step + 1) / WARM_UP, 1) * (LAST_RATE + (1 - LAST_RATE) * cosine)


class Training:
    """What a checkpoint keeps: the network, the mean of its weights, the optimizer, the schedule of its rate, and the number of steps."""

    def __init__(self, network: Network, device: str, arguments: argparse.Namespace) -> None:
        self.network, self.average = network, AveragedModel(network, avg_fn=self.mean)
        # A graph of a GPU reads the rate from memory.
        rate = torch.tensor(arguments.rate, device=device) if device == "cuda" else arguments.rate
        self.optimizer = torch.optim.AdamW(
            network.parameters(), lr=rate, weight_decay=arguments.decay, capturable=device == "cuda"
        )
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, functools.partial(rate_at, arguments=arguments))
        self.steps, self.arguments = 0, arguments

    def mean(self, kept: Tensor, new: Tensor, _: Tensor) -> Tensor:
        """An exponential mean of a weight."""
        return new.lerp(kept, min(self.arguments.average, self.steps / (self.steps + STEPS_BEFORE_AVERAGE)))

    def take_up(self, path: str, device: str) -> None:
        """Goes on where an interrupted run left."""
        try:
            kept = torch.load(path, map_location=device)
            for name, state in kept["states"].items():
                getattr(self, name).load_state_dict(state)
            self.steps = kept["steps"]
        except (RuntimeError, ValueError, LookupError, EOFError, pickle.UnpicklingError):
            sys.exit(f"{path}: expected a checkpoint of a network of this shape; remove the file to begin again")
        say(f"goes on after {self.steps} steps")

    def keep(self, path: str) -> None:
        """Writes beside the file, and renames: a kill leaves the former one."""
        states = {name: getattr(self, name).state_dict() for name in ("network", "average", "optimizer", "schedule")}
        torch.save({"steps": self.steps, "states": states}, f"{path}.partial")
        os.replace(f"{path}.partial", path)

    def learn(self, predicted: tuple[Tensor, ...], batch: dict[str, Tensor]) -> Tensor:
        """Changes the weights by the loss of a batch, and returns the sums of its errors."""
        loss, errors = loss_of(predicted, batch, self.arguments)
        self.optimizer.zero_grad(set_to_none=False)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), MOST_NORM)
        self.optimizer.step()
        return errors

    def end_step(self) -> None:
        self.steps += 1
        self.average.update_parameters(self.network)
        self.schedule.step()


def stop_by_input(stop: threading.Event) -> None:
    """Asks to stop at the first byte of standard input, and ends the process with its end: whoever started it is no more."""
    if os.read(0, 1):
        stop.set()
    else:
        os._exit(1)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def parsed() -> argparse.Namespace:
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
    if not 0 <= arguments.surprise <= 1:
        sys.exit(f"--surprise: expected a fraction from 0 to 1, got {arguments.surprise}")
    if arguments.surprise and not arguments.begin:
        sys.exit("--surprise: no network to compare with; right is: --from FILE")
    return arguments


def asked_to_stop(arguments: argparse.Namespace) -> threading.Event:
    """The event that a signal or a line of standard input sets."""
    stop = threading.Event()
    if arguments.checkpoint:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
    if arguments.input_stops:
        threading.Thread(target=stop_by_input, args=(stop,), daemon=True).start()
    return stop


def main() -> None:
    arguments = parsed()
    stop = asked_to_stop(arguments)
    started = time.monotonic()
    torch.manual_seed(arguments.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    is_short = arguments.bfloat16 or device == "cuda"
    torch.backends.cudnn.benchmark = True
    origin, boards = read_positions(arguments.positions, "training", device)
    _, test_boards = read_positions(arguments.positions, "test", device)
    weights = weights_of(arguments.weights, boards)
    if not weights:
        sys.exit("expected positions to learn from, got none: the files or --weights leave out every board")
    boards = {lines: boards[lines] for lines in weights}
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
    training = Training(network, device, arguments)
    if arguments.checkpoint and os.path.exists(arguments.checkpoint):
        training.take_up(arguments.checkpoint, device)
    # Other batches than those before an interruption.
    generator = np.random.default_rng([arguments.seed, training.steps])
    torch.manual_seed(int(generator.integers(1 << 62)))
    sums = torch.zeros(ERRORS, device=device)

    def step_on(board: Board) -> None:
        planes, batch = board.draw(arguments.batch)
        with short():
            predicted = network(planes.contiguous(memory_format=torch.channels_last), batch["globals"])
        sums.add_(training.learn(predicted, batch))

    steps_on: dict[int, Callable[[], None]] = {lines: functools.partial(step_on, board) for lines, board in boards.items()}
    if device == "cuda":
        pool = torch.cuda.graph_pool_handle()
        steps_on = {lines: recorded(step, pool) for lines, step in steps_on.items()}
        sums.zero_()

    sizes = list(weights)
    chances = np.array([sum(weights[lines]) for lines in sizes])
    first, begun, since, seen = training.steps, time.monotonic(), time.monotonic(), 0
    while training.steps < arguments.steps:
        if stop.is_set():
            if arguments.checkpoint:
                training.keep(arguments.checkpoint)
            sys.exit(f"stopped after {training.steps} of {arguments.steps} steps")
        steps_on[sizes[generator.choice(len(sizes), p=chances / chances.sum())]]()
        training.end_step()
        step, seen = training.steps, seen + arguments.batch
        if math.isfinite(arguments.seconds) and step < arguments.steps and step % STEPS_AN_ESTIMATE == 0:
            if device == "cuda":
                torch.cuda.synchronize()
            now = time.monotonic()
            arguments.steps = step + max(0, int((step - first) * (arguments.seconds - (now - started)) / (now - begun)))
        if step % STEPS_A_LINE == 0 or step == arguments.steps:
            line = means(sums)
            now = time.monotonic()
            mean, is_tested = training.average.module, step % (STEPS_A_LINE * LINES_A_TEST) == 0 or step >= arguments.steps
            if is_tested:
                mean.write(arguments.output, arguments.name, f"{origin}, {step} steps of {arguments.batch}")
            # Before the line: what is said is kept.
            if arguments.checkpoint:
                training.keep(arguments.checkpoint)
            say(f"step {step} of {arguments.steps}, {seen / (now - since):.0f} samples a second: {line}")
            if is_tested:
                test(mean, test_boards, arguments)
            since, seen = now, 0
            sums.zero_()


if __name__ == "__main__":
    main()
