#!/usr/bin/env python3
"""Evaluates positions for onepure in batches with PyTorch, on a GPU if there is one.

onepure starts it by `--evaluator`:

    onepure selfplay games.toml --output games --parallel 2048 --network mine.safetensors \\
        --evaluator 'python3 training/gpu/evaluate.py mine.safetensors'

The protocol is in docs/evaluator.md: the first line on stdin names the files of the buffers, each further line is
`BUFFER LINES POSITIONS`, and BUFFER comes back on stdout when the answers are in the file. It ends with its input. It needs PyTorch
and NumPy.
"""

import argparse
import collections
import json
import queue
import sys
import threading
import time

import numpy as np
import torch
import torch.nn.functional as F

from train import GLOBALS, OUTCOMES, PLANES, POINTS, STEPS_BEFORE_RECORD, open_network

VERSION = 1
SCORES = 2
# Batches are filled up to one of these numbers of positions, for each of which a GPU records its work once.
SIZES = (32, 128, 256, 384, 512, 768, 1024)


class Evaluation:
    """Evaluates `size` positions on boards of `lines` lines on the device: `inputs` are points [B, points] and globals [B, 16],
    `outputs` policy [B, points + 1], outcome [B, 4], score and deviation [B, 2], ownership [B, points]."""

    def __init__(self, network, lines, size, device):
        self.network, self.lines, self.size = network, lines, size
        points = lines * lines
        self.inputs = (
            torch.zeros(size, points, dtype=torch.int32, device=device), torch.zeros(size, GLOBALS, device=device)
        )
        self.outputs = [torch.empty(size, width, device=device) for width in widths(points)]
        self.planes = torch.arange(PLANES, device=device, dtype=torch.int32)[None, :, None]
        self.run = self.recorded() if device == "cuda" else self.evaluate

    def evaluate(self):
        points, numbers = self.inputs
        device = points.device.type
        planes = (points[:, None, :] >> self.planes & 1).float().view(self.size, PLANES, self.lines, self.lines)
        planes = planes.contiguous(memory_format=torch.channels_last)
        with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda", cache_enabled=False):
            policy, outcome, score, owners = self.network(planes, numbers)
        score = torch.stack([score[:, 0] * POINTS, F.softplus(score[:, 1]) * POINTS], 1)
        for output, found in zip(self.outputs, (policy, outcome.softmax(1), score, owners.tanh())):
            output.copy_(found)

    def recorded(self):
        """The same work for a GPU to repeat without a processor's help."""
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(STEPS_BEFORE_RECORD):
                self.evaluate()
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.evaluate()
        return graph.replay


def widths(points):
    """The numbers of an answer, in their order: policy, outcome, score and deviation, ownership."""
    return points + 1, OUTCOMES, SCORES, points


class Buffer:
    """A file in which batches lie, with memory from which the device copies and to which it copies back."""

    def __init__(self, path, hello, device):
        self.data = np.memmap(path, mode="r+")
        self.most, self.answers_at, self.is_pinned = hello["batch"], hello["answers"], device == "cuda"
        self.staged = {}
        self.event = torch.cuda.Event() if self.is_pinned else None

    def stage(self, points):
        """Arrays in page-locked memory: positions, globals, answers."""
        if points not in self.staged:
            pinned = {"pin_memory": self.is_pinned}
            self.staged[points] = (
                torch.zeros(self.most, points, dtype=torch.int32, **pinned), torch.zeros(self.most, GLOBALS, **pinned),
                [torch.zeros(self.most, width, **pinned) for width in widths(points)],
            )
        return self.staged[points]

    def start(self, evaluation, count):
        """Starts to evaluate the batch of the file; `finish` waits for it."""
        points = evaluation.lines * evaluation.lines
        positions, numbers, answers = self.stage(points)
        split, end = 4 * count * points, 4 * count * (points + GLOBALS)
        positions.numpy()[:count].reshape(-1)[:] = self.data[:split].view(np.int32)
        numbers.numpy()[:count].reshape(-1)[:] = self.data[split:end].view(np.float32)
        for staged, tensor in zip((positions, numbers), evaluation.inputs):
            tensor[:count].copy_(staged[:count], non_blocking=True)
        evaluation.run()
        for staged, tensor in zip(answers, evaluation.outputs):
            staged[:count].copy_(tensor[:count], non_blocking=True)
        if self.event:
            self.event.record()
        self.running = answers, count

    def finish(self):
        """Waits until the batch is evaluated, and writes the answers to the file."""
        if self.event:
            self.event.synchronize()
        answers, count = self.running
        begin = self.answers_at
        for answer in answers:
            numbers = answer.numpy()[:count].reshape(-1)
            self.data[begin:begin + numbers.nbytes].view(np.float32)[:] = numbers
            begin += numbers.nbytes


def commands(lines):
    """Reads the lines of stdin beside the work: each is a buffer, the lines of the board and a number of positions."""
    try:
        for line in sys.stdin:
            lines.put(tuple(int(word) for word in line.split()))
    finally:
        lines.put(None)


def main():
    parser = argparse.ArgumentParser(description="Evaluates positions for onepure in batches with PyTorch")
    parser.add_argument("network", help="the network, of the engine or of train.py")
    parser.add_argument("--report", type=float, metavar="SECONDS", help="print the speed on stderr every SECONDS")
    arguments = parser.parse_args()
    hello = json.loads(sys.stdin.readline() or "{}")
    if hello.get("version") != VERSION:
        sys.exit(f"evaluate.py: expected version {VERSION} on stdin, got {hello.get('version')}; onepure starts this by --evaluator")
    if hello["batch"] > max(SIZES):
        sys.exit(f"evaluate.py: expected batches of at most {max(SIZES)} positions, got {hello['batch']}")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    network = open_network(arguments.network).to(device).to(memory_format=torch.channels_last)
    network.requires_grad_(False)
    buffers = [Buffer(path, hello, device) for path in hello["files"]]
    evaluations = {}
    print(json.dumps({"version": VERSION, "device": device}), flush=True)
    waiting, running = queue.SimpleQueue(), collections.deque()
    threading.Thread(target=commands, args=(waiting,), daemon=True).start()
    since, positions, batches = time.monotonic(), 0, 0
    while True:
        # Start what has arrived before waiting for the oldest: the GPU is never without work.
        if not running or not waiting.empty():
            command = waiting.get()
            if command is None:
                return
            number, lines, count = command
            size = next(size for size in SIZES if size >= count)
            if (lines, size) not in evaluations:
                evaluations[lines, size] = Evaluation(network, lines, size, device)
            buffers[number].start(evaluations[lines, size], count)
            running.append(number)
        else:
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
