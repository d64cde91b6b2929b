"""Compares `katago.py` with KataGo's own answers, those of `tests/data/katago-answers.jsonl`.

    python3 training/tests/katago_answers.py FOLDER

The folder has the files of the networks, `NAME.bin`. Prints a line for each network: the greatest differences of probabilities, points
and ownership."""

import gzip
import json
import math
import pathlib
import sys

import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "training/gpu"))
import katago  # noqa: E402


def lines_of(name):
    return [json.loads(line) for line in (ROOT / "tests/data" / name).read_text().splitlines()]


def inputs_of(position):
    """The planes with the top row first, and the numbers."""
    lines = position["size"]
    planes = torch.zeros(1, katago.PLANES, lines * lines)
    planes[:, 0] = 1
    for plane, points in position["planes"].items():
        planes[:, int(plane), points] = 1
    return planes.view(1, katago.PLANES, lines, lines).flip(2), torch.tensor([position["numbers"]])


def differences(network, position, answer):
    """The greatest differences of probabilities, points and ownership from an answer, whose points begin with the bottom row."""
    lines = position["size"]
    planes, numbers = inputs_of(position)
    with torch.no_grad():
        found = network(planes, numbers)

    def from_a1(points):
        return points.view(lines, lines).flip(0).flatten()

    policy = torch.cat([from_a1(found.policy[0, :-1]), found.policy[0, -1:]])
    is_illegal = torch.tensor([share is None for share in answer["policy"]])
    policy = policy.masked_fill(is_illegal, -math.inf).softmax(0)
    outcome = found.outcome[0].clone()
    if position["ko"] != "SIMPLE":
        outcome[2] = -math.inf
    outcome = outcome.softmax(0)
    # KataGo multiplies means by the probability of a result.
    result = 1 - outcome[2]
    mean, square = (number / result for number in answer["score"])

    def most(one, other):
        return (one - torch.as_tensor(other)).abs().max().item()

    return (
        max(most(policy, [share or 0.0 for share in answer["policy"]]), most(outcome, answer["outcome"])),
        max(most(found.lead * result, answer["lead"]), most(found.score, mean), most(found.deviation, (square - mean ** 2).sqrt())),
        most(from_a1(found.ownership[0]), answer["ownership"]),
    )


def main():
    folder = pathlib.Path(sys.argv[1])
    positions = {position["name"]: position for position in lines_of("katago-inputs.jsonl")}
    answers = lines_of("katago-answers.jsonl")
    for name in sorted({answer["network"] for answer in answers}):
        # Both kinds of file.
        compressed = folder / f"{name}.bin.gz"
        compressed.write_bytes(gzip.compress((folder / f"{name}.bin").read_bytes(), 1))
        network = katago.open_katago(compressed)
        assert network.name == name == katago.open_katago(folder / f"{name}.bin").name
        found = [differences(network, positions[answer["position"]], answer) for answer in answers if answer["network"] == name]
        print(name, *(f"{max(column):.6f}" for column in zip(*found, strict=True)))


if __name__ == "__main__":
    main()
