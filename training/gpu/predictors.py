"""Networks of onepure and of KataGo as functions of one kind, for evaluate.py and label.py.

    predictor = open_predictor("b18c384nbt.bin.gz", "cuda")
    policy, outcome, score, deviation, ownership = predictor(points, numbers)
"""

import functools
import math

import katago
import torch
import torch.nn.functional as F
from network import GLOBALS, OUTCOMES, PLANES, POINTS, open_network

# The mean absolute deviation of a normal distribution with a standard deviation of 1.
MEAN_DEVIATION = math.sqrt(2 / math.pi)
# The global of KataGo that is 1 if a position may not recur. Then there is no game without a result.
SUPERKO = 6
# The least deviation in points when a count is converted.
LEAST_DEVIATION = 0.5


class Predictor:
    """Predictions of a network for B positions of one board size, from `points` [B, P], whose bits are the planes of each point row by row
    from A1, and `numbers`, the globals [B, N].

    A prediction is in the mover's view: logits of the policy [B, P + 1] with the pass last, probabilities of the outcomes [B, 4], score and
    deviation [B] in units of the score, ownership [B, P]."""

    # The numbers of planes and globals, and the version of the protocol that shows them.
    planes, numbers, version = PLANES, GLOBALS, 1
    # The names of these inputs in a file of positions.
    inputs = "points", "globals"
    # Whether the network knows the count by contact (article 7 of the One Pure Rules).
    knows_contact = True
    # The type of convolutions and products on a GPU.
    dtype = torch.bfloat16

    def __init__(self, network, name, device):
        self.network, self.name, self.device = network.requires_grad_(False).eval().to(device), name, device
        self.network.to(memory_format=torch.channels_last)
        self.bits = torch.arange(self.planes, device=device, dtype=torch.int32)[None, :, None]

    def __call__(self, points, numbers):
        lines = math.isqrt(points.shape[1])
        planes = (points[:, None, :] >> self.bits & 1).float().view(len(points), self.planes, lines, lines)
        # A processor has no float16 in older versions of PyTorch, not even as a type that is not used.
        is_gpu = self.device == "cuda"
        dtype = self.dtype if is_gpu else torch.bfloat16
        with torch.no_grad(), torch.autocast(self.device, dtype=dtype, enabled=is_gpu, cache_enabled=False):
            return self.predict(planes.contiguous(memory_format=torch.channels_last), numbers)

    def predict(self, planes, numbers):
        """The prediction for planes [B, planes, H, W]."""
        raise NotImplementedError


class OfOnepure(Predictor):
    """The predictions of a network of onepure."""

    def __init__(self, path, device):
        network = open_network(path)
        super().__init__(network, network.name, device)

    def predict(self, planes, numbers):
        policy, outcome, score, owners = self.network(planes, numbers)
        return policy, outcome.softmax(1), score[:, 0], F.softplus(score[:, 1]), owners.tanh()


class OfKatago(Predictor):
    """The predictions of a network of KataGo."""

    planes, numbers, version = katago.PLANES, katago.NUMBERS, 2
    inputs = "katago-points", "katago-globals"
    knows_contact = False
    dtype = torch.float16

    def __init__(self, path, device):
        network = katago.open_katago(path)
        super().__init__(network, f"KataGo's {network.name}", device)

    def predict(self, planes, numbers):
        # KataGo's rows begin at the top.
        found = self.network(planes.flip(2), numbers)
        no_result = torch.where(numbers[:, SUPERKO] > 0, -math.inf, 0.0)
        outcome = (found.outcome + F.pad(no_result[:, None], (2, 0))).softmax(1)
        # The network's lead presumes a result.
        lead = found.lead * (1 - outcome[:, 2])
        outcome = F.pad(outcome, (0, OUTCOMES - outcome.shape[1]))
        points, lines = planes.shape[2:].numel(), planes.shape[2]

        def upright(rows):
            return rows.unflatten(1, (lines, lines)).flip(1).flatten(1)

        policy = torch.cat([upright(found.policy[:, :points]), found.policy[:, points:]], 1)
        return policy, outcome, lead / POINTS, found.deviation * (MEAN_DEVIATION / POINTS), upright(found.ownership)


def count_contact(outcome, score, deviation, owners):
    """The outcome and the score of predictions by area, counted by contact as the engine does (`count_contact` in `network/output.rs`)."""
    lines = math.isqrt(owners.shape[1])
    owners = owners.unflatten(1, (lines, lines))

    def most(numbers):
        """The largest number of each point and its neighbours."""
        numbers = F.pad(numbers, (1, 1, 1, 1), value=-math.inf)
        middle = slice(1, -1)
        return functools.reduce(torch.maximum, (
            numbers[:, middle, middle], numbers[:, :-2, middle], numbers[:, 2:, middle], numbers[:, middle, :-2], numbers[:, middle, 2:]
        ))

    difference = ((most(owners) - most(-owners)) / 2 - owners).sum((1, 2)) / POINTS
    scale = deviation.clamp_min(LEAST_DEVIATION / POINTS) / (2 * math.log(2))
    won, lost = outcome[:, 0] * (difference / scale).clamp(-87, 87).exp(), outcome[:, 1]
    rest = (outcome[:, 0] + lost) / (won + lost).clamp_min(torch.finfo(won.dtype).tiny)
    return torch.cat([(won * rest)[:, None], (lost * rest)[:, None], outcome[:, 2:]], 1), score + difference


def open_predictor(path, device):
    """The predictor of a network file: those of KataGo end with .bin or .bin.gz."""
    return OfKatago(path, device) if path.endswith((".bin", ".bin.gz")) else OfOnepure(path, device)
