#!/usr/bin/env python3
"""Evaluates positions for onepure in batches with PyTorch, on a GPU if there is one.

onepure starts it by `--evaluator`:

    onepure selfplay games.toml --output games --parallel 2048 --network mine.safetensors \\
        --evaluator 'python3 training/gpu/evaluate.py mine.safetensors'
    onepure gtp --threads 64 --network b18c384nbt.bin.gz --evaluator 'python3 training/gpu/evaluate.py b18c384nbt.bin.gz'

The protocol is in docs/evaluator.md: the first line on stdin names the files of the buffers, each further line is
`BUFFER LINES POSITIONS`, and BUFFER comes back on stdout when the answers are in the file. It ends with its input. It needs Linux or
macOS, PyTorch and NumPy.
"""

import argparse
import collections
import contextlib
import json
import os
import select
import sys
import time

import numpy as np
import torch
from network import OUTCOMES, POINTS, recorded
from predictors import open_predictor

SCORES = 2
# Batches are filled up to one of these numbers of positions, for each of which a GPU records its work once.
SIZES = (32, 128, 256, 384, 512, 768, 1024)
# The priority among the processes of the machine, where it may be raised: positions of hundreds of threads wait for each batch.
PRIORITY = -10
# The bytes of commands that are read at a time.
COMMANDS = 4096


class Evaluation:
    """Evaluates `size` positions on boards of `lines` lines on the device: `inputs` are points [B, points] and globals [B, globals],
    `outputs` policy [B, points + 1], outcome [B, 4], score and deviation [B, 2], ownership [B, points]."""

    def __init__(self, predict, lines, size, numbers, device):
        self.predict, points = predict, lines * lines
        self.inputs = (
            torch.zeros(size, points, dtype=torch.int32, device=device), torch.zeros(size, numbers, device=device)
        )
        self.outputs = [torch.empty(size, width, device=device) for width in widths(points)]
        self.run = recorded(self.evaluate) if device == "cuda" else self.evaluate

    def evaluate(self):
        for output, found in zip(self.outputs, self.predict(*self.inputs), strict=True):
            output.copy_(found)


def answering(predictor, lines, device):
    """The function from points and globals to the four parts of an answer. A GPU gets it compiled for any number of positions, which
    joins the small steps between convolutions, if PyTorch finds what it needs to compile."""

    def predict(points, numbers):
        policy, outcome, score, deviation, owners = predictor(points, numbers)
        return policy, outcome, torch.stack([score, deviation], 1) * POINTS, owners

    if device != "cuda":
        return predict
    inputs = [
        torch.zeros(SIZES[0], lines * lines, dtype=torch.int32, device=device),
        torch.zeros(SIZES[0], predictor.numbers, device=device),
    ]
    for tensor in inputs:
        torch._dynamo.mark_dynamic(tensor, 0)
    compiled = torch.compile(predict)
    try:
        compiled(*inputs)
    except Exception as error:
        print(f"evaluate.py: not compiled, and slower: {str(error).splitlines()[0]}", file=sys.stderr, flush=True)
        return predict
    return compiled


def widths(points):
    """The numbers of an answer, in their order: policy, outcome, score and deviation, ownership."""
    return points + 1, OUTCOMES, SCORES, points


class Buffer:
    """A file in which batches lie, with memory from which the device copies and to which it copies back."""

    def __init__(self, path, hello, numbers, device):
        self.data, self.numbers = np.memmap(path, mode="r+"), numbers
        self.most, self.answers_at, self.is_pinned = hello["batch"], hello["answers"], device == "cuda"
        self.staged = {}
        self.event = torch.cuda.Event() if self.is_pinned else None

    def stage(self, points):
        """Arrays in page-locked memory: positions, globals, answers."""
        if points not in self.staged:
            pinned = {"pin_memory": self.is_pinned}
            self.staged[points] = (
                torch.zeros(self.most, points, dtype=torch.int32, **pinned), torch.zeros(self.most, self.numbers, **pinned),
                [torch.zeros(self.most, width, **pinned) for width in widths(points)],
            )
        return self.staged[points]

    def start(self, evaluation, count):
        """Starts to evaluate the batch of the file."""
        points = evaluation.inputs[0].shape[1]
        positions, numbers, answers = self.stage(points)
        split, end = 4 * count * points, 4 * count * (points + self.numbers)
        positions.numpy()[:count].reshape(-1)[:] = self.data[:split].view(np.int32)
        numbers.numpy()[:count].reshape(-1)[:] = self.data[split:end].view(np.float32)
        for staged, tensor in zip((positions, numbers), evaluation.inputs, strict=True):
            tensor[:count].copy_(staged[:count], non_blocking=True)
        evaluation.run()
        for staged, tensor in zip(answers, evaluation.outputs, strict=True):
            staged[:count].copy_(tensor[:count], non_blocking=True)
        if self.event:
            self.event.record()
        self.running = answers, count

    def is_done(self):
        """Whether the batch is evaluated."""
        return not self.event or self.event.query()

    def finish(self):
        """Writes the answers of a batch that is evaluated to the file."""
        answers, count = self.running
        begin = self.answers_at
        for answer in answers:
            numbers = answer.numpy()[:count].reshape(-1)
            self.data[begin:begin + numbers.nbytes].view(np.float32)[:] = numbers
            begin += numbers.nbytes


class Commands:
    """The lines of stdin, without waiting for them while the device works: another thread would take turns with this one."""

    def __init__(self):
        self.text, self.has_ended = b"", False
        os.set_blocking(sys.stdin.fileno(), False)

    def next(self, can_wait):
        """The buffer, the lines of the board and the number of positions of the next line; `None` if there is none now."""
        while b"\n" not in self.text and not self.has_ended:
            if can_wait:
                select.select([sys.stdin], [], [])
            try:
                found = os.read(sys.stdin.fileno(), COMMANDS)
            except BlockingIOError:
                return None
            self.text, self.has_ended = self.text + found, not found
        line, found, rest = self.text.partition(b"\n")
        if not found:
            return None
        self.text = rest
        return tuple(int(word) for word in line.split())


def first_line():
    """The first line of stdin, of which nothing behind it is read: `Commands` reads on without a buffer."""
    line = b""
    while not line.endswith(b"\n") and (letter := os.read(sys.stdin.fileno(), 1)):
        line += letter
    return line


def main():
    parser = argparse.ArgumentParser(description="Evaluates positions for onepure in batches with PyTorch")
    parser.add_argument("network", help="the network, of the engine, of train.py or of KataGo (.bin.gz, .bin)")
    parser.add_argument("--report", type=float, metavar="SECONDS", help="print the speed on stderr every SECONDS")
    arguments = parser.parse_args()
    hello = json.loads(first_line() or "{}")
    if "version" not in hello:
        sys.exit("evaluate.py: expected a version on stdin, got none; onepure starts this by --evaluator")
    if hello["batch"] > max(SIZES):
        sys.exit(f"evaluate.py: expected batches of at most {max(SIZES)} positions, got {hello['batch']}")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    predictor = open_predictor(arguments.network, device)
    if hello["version"] != predictor.version:
        sys.exit(
            f"evaluate.py: {arguments.network} takes positions of version {predictor.version}, got version {hello['version']}; "
            "give onepure a network of the same kind by --network"
        )
    buffers = [Buffer(path, hello, predictor.numbers, device) for path in hello["files"]]
    functions, evaluations = {}, {}
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, PRIORITY)
    commands = Commands()
    running: collections.deque[int] = collections.deque()
    print(json.dumps({"version": predictor.version, "device": device}), flush=True)
    since, positions, batches = time.monotonic(), 0, 0
    while running or not commands.has_ended:
        # Start what has arrived before the oldest is finished: the GPU is never without work.
        command = commands.next(can_wait=not running)
        if command:
            number, lines, count = command
            size = next(size for size in SIZES if size >= count)
            if lines not in functions:
                functions[lines] = answering(predictor, lines, device)
            if (lines, size) not in evaluations:
                evaluations[lines, size] = Evaluation(functions[lines], lines, size, predictor.numbers, device)
            buffers[number].start(evaluations[lines, size], count)
            running.append(number)
        elif running and buffers[running[0]].is_done():
            number = running.popleft()
            buffers[number].finish()
            print(number, flush=True)
            positions, batches = positions + buffers[number].running[1], batches + 1
            elapsed = time.monotonic() - since
            if arguments.report and elapsed >= arguments.report:
                speed, mean = positions / elapsed, positions / batches
                print(f"{speed:.0f} positions a second in batches of {mean:.0f}", file=sys.stderr, flush=True)
                since, positions, batches = time.monotonic(), 0, 0


if __name__ == "__main__":
    main()
