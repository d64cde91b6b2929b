#!/usr/bin/env python3
"""Replaces the targets of positions by what a teacher predicts, with one evaluation for each position.

The positions come from `onepure-training positions --katago`, and `train.py` learns from the labels:

    onepure-training positions games-*.jsonl.gz --katago --output positions.safetensors
    python3 training/gpu/label.py positions.safetensors --teacher b18c384nbt.bin.gz --output labelled.safetensors
    python3 training/gpu/train.py labelled.safetensors --architecture 6b64c --name mine --output weights.safetensors

The teacher is a network of KataGo or of onepure, usually a larger one (distillation: Hinton, Vinyals and Dean, 2015). KataGo knows no count
by contact: its judgement of games under the One Pure Rules is converted. The script needs PyTorch and NumPy.
"""

import argparse
import math
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from network import write_tensors
from positions import UNKNOWN, kinds_of, open_positions
from predictors import count_contact, open_predictor

# The planes with the stones of the mover and of the opponent, as bits of a point.
STONES = 0b110


def predict(teacher, points, inputs, counts_contact):
    """The labels of B positions: policy [B, points + 1], outcome [B, 4], score and deviation [B] in units of the score, ownership
    [B, points]. `points` are the planes of onepure as bits, `inputs` those of the teacher."""
    policy, outcome, score, deviation, owners = teacher(*inputs)
    if counts_contact and not teacher.knows_contact:
        outcome, score = count_contact(outcome, score, deviation, owners)
    is_occupied = F.pad(points & STONES != 0, (0, 1))
    policy = policy.float().masked_fill(is_occupied, -math.inf).softmax(1)
    return {"policy": policy, "outcome": outcome, "score": score, "deviation": deviation, "ownership": owners}


def label(of, teacher, share, size, device, counts_contact):
    """Mixes the fraction `share` of the predictions into the targets of positions. Unknown targets get the predictions alone."""
    number = len(of["score"])
    known = {
        "policy": of["policy"].any(1, keepdims=True), "outcome": np.ones((number, 1), bool), "score": ~np.isnan(of["score"]),
        "deviation": np.zeros(number, bool), "ownership": of["ownership"][:, :1] != UNKNOWN,
    }
    labelled = {name: np.empty(of[name].shape, np.float16 if name in ("policy", "ownership") else np.float32) for name in known}
    for begin in range(0, number, size):
        part = slice(begin, begin + size)
        points, *inputs = (torch.from_numpy(np.array(of[name][part])).to(device) for name in ("points", *teacher.inputs))
        for name, predicted in predict(teacher, points, inputs, counts_contact).items():
            predicted = predicted.float().cpu().numpy()
            target = np.where(known[name][part], of[name][part], predicted).astype(np.float32)
            labelled[name][part] = target + share * (predicted - target)
    return labelled


def main():
    parser = argparse.ArgumentParser(description="Replaces the targets of positions by what a teacher predicts")
    parser.add_argument("positions", help="a file of `onepure-training positions`, with --katago for a network of KataGo")
    parser.add_argument("--teacher", required=True, help="a network of KataGo (.bin.gz, .bin) or of onepure (.safetensors)")
    parser.add_argument("--share", type=float, default=1, help="the fraction of the teacher in the targets")
    parser.add_argument("--batch", type=int, default=1024, help="positions evaluated at a time")
    parser.add_argument("--output", required=True, help="the file of positions to write, for train.py")
    arguments = parser.parse_args()
    if not 0 <= arguments.share <= 1:
        sys.exit(f"--share: expected a fraction from 0 to 1, got {arguments.share}")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    file = open_positions(arguments.positions)
    teacher = open_predictor(arguments.teacher, device)
    # A label is computed once and learned from often: it is worth the more exact type.
    teacher.dtype = torch.float16
    written: dict[str, np.ndarray] = {}
    begun, positions = time.monotonic(), 0
    for kind, names in kinds_of(file):
        of = {name: file.get_tensor(f"{kind}:{name}") for name in names}
        if teacher.inputs[0] in of:
            _, rules, _ = kind.split(":")
            of = of | label(of, teacher, arguments.share, arguments.batch, device, rules == "one-pure")
            positions += len(of["score"])
        written |= {f"{kind}:{name}": tensor for name, tensor in of.items() if not name.startswith("katago-")}
    if not positions:
        sys.exit(f"{arguments.positions}: expected positions with {teacher.inputs[0]}; `onepure-training positions --katago` writes them")
    write_tensors(arguments.output, file.metadata() | {"teacher": teacher.name}, written)
    speed = positions / (time.monotonic() - begun)
    print(f"{positions} positions labelled by {teacher.name}, {speed:.0f} a second", file=sys.stderr)


if __name__ == "__main__":
    main()
