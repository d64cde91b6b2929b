"""Reads KataGo's network files (`.bin.gz` or `.bin`) into PyTorch, to evaluate positions with them.

    network = open_katago("b18c384nbt.bin.gz").to("cuda")
    with torch.no_grad(), torch.autocast("cuda", torch.float16):
        output = network(planes, numbers)

It reads versions 8 to 17: residual, global pooling, nested bottleneck, attention and gated feed-forward blocks. The inputs are version 7
of KataGo's features. It refuses networks that imitate players by rank, which take more inputs. All boards of a batch have the same size,
up to 19 lines, and fill the tensors, so nothing is masked.

Autocast chooses the type of convolutions and products. RMSNorm, softmax and the heads stay in 32 bits. Prefer float16 to bfloat16: the
policy diverged 30 to 80 times less from that of 32 bits, and no activation of five networks exceeded 100. The control flow depends only
on shapes, so `torch.compile` and CUDA graphs work.
"""

import gzip
import math
import sys
import zlib
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

PLANES = 22
NUMBERS = 19
MOST_LINES = 19
# The versions that take these inputs, and the first that has each field.
VERSIONS = range(8, 18)
WITH_ACTIVATIONS = 11
WITH_POST_PROCESSING = 13
WITH_OPTIONS = 15
WITH_HEAD_OPTIONS = 17
# The multipliers of older files: score mean, standard deviation, lead.
MULTIPLIERS = (20.0, 20.0, 20.0)
# KataGo centres the square root of the board's area here before it weighs means by it.
USUAL_LINES = 14
# The highest number of bytes of a token of text.
MOST_TOKEN = 200
ACTIVATIONS = {
    "ACTIVATION_IDENTITY": torch.nn.Identity, "ACTIVATION_RELU": torch.nn.ReLU, "ACTIVATION_MISH": torch.nn.Mish,
    "ACTIVATION_SILU": torch.nn.SiLU,
}


class KataGoOutput(NamedTuple):
    """Predictions in the mover's view, for B boards of H by W points in the order of the input planes."""
    # Logits [B, H*W + 1], with the pass last. Illegal moves are not masked.
    policy: torch.Tensor
    # Logits [B, 3] of win, loss and no result. KataGo drops "no result" unless the rules have simple ko or territory scoring.
    outcome: torch.Tensor
    # Points [B] by which the mover wins: the mean and the standard deviation in self-play. They presume a result: KataGo multiplies
    # the mean and the lead by 1 - P(no result).
    score: torch.Tensor
    deviation: torch.Tensor
    # Points [B] that the mover could give away and have an even game.
    lead: torch.Tensor
    # Expected owner [B, H*W] of each point, from 1 (the mover) to -1.
    ownership: torch.Tensor


class Reader:
    """The tokens of a network file: text separated by white space, and blocks of floats."""

    def __init__(self, data):
        self.data, self.at, self.version = data, 0, 0

    def text(self):
        while self.data[self.at:self.at + 1].isspace():
            self.at += 1
        token = self.data[self.at:self.at + MOST_TOKEN].split(None, 1)
        if not token:
            raise ValueError(f"expected more layers, but the file ends after {len(self.data)} bytes")
        self.at += len(token[0])
        return token[0].decode("ascii", "replace")

    def number(self, kind=int):
        token = self.text()
        try:
            return kind(token)
        except ValueError:
            raise ValueError(f'expected a number at byte {self.at - len(token)}, got "{token[:40]}"') from None

    def unused(self, count, where):
        """Skips options that are zero in every file that KataGo 1.17 reads."""
        for _ in range(count):
            if option := self.number():
                raise ValueError(f"expected 0 for an unknown option of the {where}, got {option}; a newer KataGo wrote this file")

    def floats(self, *shape):
        """A tensor of floats in little-endian order behind `@BIN@`."""
        while self.data[self.at:self.at + 1].isspace():
            self.at += 1
        mark, begin = self.data[self.at:self.at + 5], self.at + 5
        if mark != b"@BIN@":
            raise ValueError(f"expected binary floats (@BIN@) at byte {self.at}, got {mark}; text files are not supported")
        if min(shape) < 1:
            raise ValueError(f"expected sizes of at least 1 before byte {self.at}, got {shape}")
        count = math.prod(shape)
        self.at = begin + 4 * count
        if self.at > len(self.data):
            raise ValueError(f"expected {count} floats at byte {begin}, got {(len(self.data) - begin) // 4}; the file is cut short")
        values = torch.from_numpy(np.frombuffer(self.data, "<f4", count, begin).astype(np.float32)).view(shape)
        if not values.isfinite().all():
            raise ValueError(f"expected finite floats at byte {begin}, got infinity or NaN")
        return values

    def activation(self):
        self.text()
        kind = self.text() if self.version >= WITH_ACTIVATIONS else "ACTIVATION_RELU"
        if kind not in ACTIVATIONS:
            raise ValueError(f'expected one of {", ".join(ACTIVATIONS)}, got "{kind[:40]}"')
        return ACTIVATIONS[kind]()

    def conv(self):
        self.text()
        height, width, inputs, outputs, *dilation = (self.number() for _ in range(6))
        return Conv(self.floats(height, width, inputs, outputs).permute(3, 2, 0, 1).contiguous(), dilation)

    def linear(self):
        """A matrix [outputs, inputs]."""
        self.text()
        inputs, outputs = self.number(), self.number()
        return self.floats(inputs, outputs).t().contiguous()

    def bias(self):
        self.text()
        return self.floats(self.number())

    def batch_norm(self):
        """The scale and the bias [C] that batch normalisation amounts to."""
        self.text()
        channels, epsilon, has_scale, has_bias = self.number(), self.number(float), self.number(), self.number()
        mean, variance = self.floats(channels).double(), self.floats(channels).double()
        scale = self.floats(channels).double() if has_scale else torch.ones(channels).double()
        bias = self.floats(channels).double() if has_bias else torch.zeros(channels).double()
        scale = scale / (variance + epsilon).sqrt()
        return scale, bias - scale * mean

    def norm(self):
        scale, bias = self.batch_norm()
        return Norm(scale, bias, self.activation())

    def rms_norm(self):
        self.text()
        channels, epsilon = self.number(), self.number(float)
        return RmsNorm(self.floats(channels), epsilon)

    def tip_rms_norm(self):
        self.text()
        channels, epsilon, spatial, group = self.number(), self.number(float), self.number(), self.number()
        if group:
            raise ValueError(f"expected 0 as the size of a group of normalised channels, got {group}")
        return TipRmsNorm(self.floats(channels), self.floats(channels), epsilon, bool(spatial), self.activation())

    def blocks(self, count):
        kinds = {
            "ordinary_block": ResidualBlock, "gpool_block": PoolingBlock, "nested_bottleneck_block": NestedBlock,
            "transformer_attention_block": AttentionBlock, "transformer_ffn_block": FeedForwardBlock,
        }
        found = []
        for _ in range(count):
            kind = self.text()
            if kind not in kinds:
                raise ValueError(f'expected one of {", ".join(kinds)}, got "{kind[:40]}"')
            self.text()
            found.append(kinds[kind](self))
        return torch.nn.Sequential(*found)


def parameter(tensor):
    return torch.nn.Parameter(tensor.float(), requires_grad=False)


def add(x, bias):
    """Adds a bias [B, C] to each point, in the type of the points."""
    return x + bias[:, :, None, None].to(x.dtype)


def pool(x):
    """The mean of each channel, the mean weighed by the size of the board, and the maximum: [B, 3C]."""
    x = x.float()
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * ((math.sqrt(x.shape[2] * x.shape[3]) - USUAL_LINES) / 10), x.amax((2, 3))], 1)


def value_pool(x):
    """The mean of each channel, and the mean weighed by the size of the board and by its square: [B, 3C]."""
    mean = x.mean((2, 3))
    size = (math.sqrt(x.shape[2] * x.shape[3]) - USUAL_LINES) / 10
    return torch.cat([mean, mean * size, mean * (size * size - 0.1)], 1)


class Conv(torch.nn.Module):
    """A convolution that keeps the size of the board."""

    def __init__(self, weight, dilation):
        super().__init__()
        self.weight, self.bias, self.dilation = parameter(weight), None, tuple(dilation)
        self.padding = tuple(size // 2 * step for size, step in zip(weight.shape[2:], dilation, strict=True))

    def fold(self, scale, bias):
        """Takes over a normalisation that follows, which saves a pass over the channels."""
        self.weight = parameter(self.weight * scale[:, None, None, None])
        self.bias = parameter(bias)

    def forward(self, x):
        return F.conv2d(x, self.weight, self.bias, padding=self.padding, dilation=self.dilation)


class Norm(torch.nn.Module):
    """Scales channels, adds a bias and activates."""

    def __init__(self, scale, bias, activation):
        super().__init__()
        self.scale, self.bias, self.activation = parameter(scale[:, None, None]), parameter(bias[:, None, None]), activation

    def forward(self, x):
        return self.activation(x * self.scale + self.bias)


class RmsNorm(torch.nn.Module):
    """RMSNorm: divides the channels [..., C] of each point by their root mean square, and scales them."""

    def __init__(self, scale, epsilon):
        super().__init__()
        self.scale, self.epsilon = parameter(scale), epsilon

    def forward(self, x):
        x = x.float()
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + self.epsilon) * self.scale


class TipRmsNorm(torch.nn.Module):
    """RMSNorm at the end of the trunk: over the channels of each point, or with `spatial` over the whole board."""

    def __init__(self, scale, bias, epsilon, spatial, activation):
        super().__init__()
        self.scale, self.bias, self.activation = parameter(scale[:, None, None]), parameter(bias[:, None, None]), activation
        self.epsilon, self.over = epsilon, (1, 2, 3) if spatial else 1

    def forward(self, x):
        x = x.float()
        x = x * torch.rsqrt(x.square().mean(self.over, keepdim=True) + self.epsilon)
        return self.activation(x * self.scale + self.bias)


class ResidualBlock(torch.nn.Module):
    """Two convolutions."""

    def __init__(self, reader):
        super().__init__()
        self.norm, self.conv1 = reader.norm(), reader.conv()
        self.conv1.fold(*reader.batch_norm())
        self.activation, self.conv2 = reader.activation(), reader.conv()

    def forward(self, x):
        return x + self.conv2(self.activation(self.conv1(self.norm(x))))


class PooledConv(torch.nn.Module):
    """A convolution with a bias from global pooling of a second one, normalised and activated."""

    def __init__(self, reader):
        super().__init__()
        self.conv, self.pooled = reader.conv(), reader.conv()
        self.pooled.fold(*reader.batch_norm())
        self.pooled_activation, weight = reader.activation(), reader.linear()
        scale, bias = reader.batch_norm()
        self.conv.fold(scale, bias)
        self.weight, self.activation = parameter(weight * scale[:, None]), reader.activation()

    def forward(self, x):
        """The channels, and the pooled ones [B, 3C]."""
        pooled = pool(self.pooled_activation(self.pooled(x)))
        return self.activation(add(self.conv(x), F.linear(pooled, self.weight))), pooled


class PoolingBlock(torch.nn.Module):
    """Two convolutions, the first with global pooling."""

    def __init__(self, reader):
        super().__init__()
        self.norm, self.conv1, self.conv2 = reader.norm(), PooledConv(reader), reader.conv()

    def forward(self, x):
        return x + self.conv2(self.conv1(self.norm(x))[0])


class NestedBlock(torch.nn.Module):
    """Blocks on fewer channels between two convolutions."""

    def __init__(self, reader):
        super().__init__()
        count = reader.number()
        self.norm1, self.conv1 = reader.norm(), reader.conv()
        self.blocks = reader.blocks(count)
        self.norm2, self.conv2 = reader.norm(), reader.conv()

    def forward(self, x):
        return x + self.conv2(self.norm2(self.blocks(self.conv1(self.norm1(x)))))


def sequence(x):
    """The points [B, H*W, C] of channels [B, C, H, W]: no copy if the channels come last in memory."""
    return x.permute(0, 2, 3, 1).flatten(1, 2)


def board(points, like):
    """The channels [B, C, H, W] of points [B, H*W, C], without a copy."""
    return points.unflatten(1, like.shape[2:]).permute(0, 3, 1, 2)


class AttentionBlock(torch.nn.Module):
    """Attention with rotary position embedding (RoPE).

    Several query heads may share a head of keys and values (grouped-query attention)."""

    def __init__(self, reader):
        super().__init__()
        self.heads, self.shared, self.width, value_width, rotary, learned = (reader.number() for _ in range(6))
        self.values = self.shared * value_width
        self.norm = reader.rms_norm()
        query, key, value, out = (reader.linear() for _ in range(4))
        angles: torch.Tensor | None = None
        if rotary and learned:
            reader.text()
            frequencies = reader.floats(*(reader.number() for _ in range(3)))
            angles = self.learned_angles(frequencies)
        elif rotary:
            reader.text()
            angles = self.fixed_angles(reader.number(float))
        self.rotary = angles is not None
        if angles is not None:
            query, key = self.halves(query), self.halves(key)
            self.register_buffer("cos", angles.cos().float(), persistent=False)
            self.register_buffer("sin", angles.sin().float(), persistent=False)
        self.into, self.out = parameter(torch.cat([query, key, value])), parameter(out)

    def halves(self, weight):
        """The file pairs each channel of a head with its neighbour. Pairing the first half with the second gives the same products."""
        return weight.view(-1, self.width // 2, 2, weight.shape[1]).transpose(1, 2).reshape(weight.shape)

    def learned_angles(self, frequencies):
        """Angles [lines, lines, query and key heads, pairs] of frequencies [key heads, pairs, 2] along x and y."""
        place = torch.arange(MOST_LINES).double()
        x, y = frequencies.double().unbind(2)
        angles = place[None, :, None, None] * x + place[:, None, None, None] * y
        return torch.cat([angles.repeat_interleave(self.heads // self.shared, 2), angles], 2)

    def fixed_angles(self, theta):
        """Angles [lines, lines, 1, pairs]: the first half of the pairs turns along y, the second along x."""
        place, pairs = torch.arange(MOST_LINES).double(), self.width // 2
        along_y, along_x = (theta ** -(2 * torch.arange(count).double() / pairs) for count in (pairs // 2, pairs - pairs // 2))
        y = (place[:, None] * along_y)[:, None].expand(-1, MOST_LINES, -1)
        x = (place[:, None] * along_x)[None].expand(MOST_LINES, -1, -1)
        return torch.cat([y, x], 2)[:, :, None]

    def turn(self, x, lines):
        """Rotates the pairs of queries and keys [B, H*W, heads, width]."""
        cos, sin = (table[:lines[0], :lines[1]].flatten(0, 1) for table in (self.cos, self.sin))
        first, second = x.chunk(2, 3)
        return torch.cat([first * cos - second * sin, first * sin + second * cos], 3)

    def forward(self, x):
        found = F.linear(self.norm(sequence(x)), self.into)
        turned, value = found.split([found.shape[2] - self.values, self.values], 2)
        turned = turned.unflatten(2, (self.heads + self.shared, self.width))
        if self.rotary:
            turned = self.turn(turned, x.shape[2:]).to(value.dtype)
        query, key = turned.split([self.heads, self.shared], 2)
        value = value.unflatten(2, (self.shared, -1))
        if self.heads != self.shared:
            key, value = (tensor.repeat_interleave(self.heads // self.shared, 2) for tensor in (key, value))
        mixed = attention(query.transpose(1, 2), key.transpose(1, 2), value.transpose(1, 2))
        return x + board(F.linear(mixed.transpose(1, 2).flatten(2), self.out), x)


def attention(query, key, value):
    """Scaled dot-product attention of tensors [B, heads, points, width]; PyTorch before 2.0 lacks it."""
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(query, key, value)
    weights = (query @ key.transpose(2, 3)).float() / math.sqrt(query.shape[3])
    return weights.softmax(3).to(value.dtype) @ value


class FeedForwardBlock(torch.nn.Module):
    """Two layers for each point, the first with a gate (SwiGLU)."""

    def __init__(self, reader):
        super().__init__()
        _, _, gated = (reader.number() for _ in range(3))
        if not gated:
            raise ValueError("expected a gated feed-forward block (SwiGLU), got one without a gate, which KataGo 1.17 refuses too")
        self.norm = reader.rms_norm()
        self.into, self.out = parameter(torch.cat([reader.linear(), reader.linear()])), parameter(reader.linear())

    def forward(self, x):
        hidden, gate = F.linear(self.norm(sequence(x)), self.into).chunk(2, 2)
        return x + board(F.linear(F.silu(hidden) * gate, self.out), x)


class PolicyHead(torch.nn.Module):
    """The ordinary policy, which is the first channel. The others (the optimistic policy, Q values) are dropped."""

    def __init__(self, reader):
        super().__init__()
        reader.text()
        if reader.version >= WITH_HEAD_OPTIONS:
            reader.number()
            reader.unused(3, "policy head")
        self.conv = PooledConv(reader)
        self.points = reader.conv()
        self.points.weight = parameter(self.points.weight[:1])
        passes = reader.linear()
        self.has_hidden = reader.version >= WITH_OPTIONS
        if self.has_hidden:
            self.hidden, self.bias, self.activation = parameter(passes), parameter(reader.bias()), reader.activation()
            passes = reader.linear()
        self.passes = parameter(passes[:1])

    def forward(self, x):
        x, pooled = self.conv(x)
        if self.has_hidden:
            pooled = self.activation(F.linear(pooled, self.hidden, self.bias))
        return torch.cat([self.points(x).flatten(1), F.linear(pooled, self.passes)], 1)


class ValueHead(torch.nn.Module):
    """The outcome [B, 3], the scores (mean, deviation, lead, and others that are dropped) and the ownership before tanh."""

    def __init__(self, reader):
        super().__init__()
        reader.text()
        if reader.version >= WITH_HEAD_OPTIONS:
            reader.unused(3, "value head")
        self.conv = reader.conv()
        self.conv.fold(*reader.batch_norm())
        self.activation1 = reader.activation()
        self.hidden, self.hidden_bias, self.activation2 = parameter(reader.linear()), parameter(reader.bias()), reader.activation()
        self.outcome, self.outcome_bias = parameter(reader.linear()), parameter(reader.bias())
        self.scores, self.scores_bias = parameter(reader.linear()), parameter(reader.bias())
        self.ownership = reader.conv()

    def forward(self, x):
        x = self.activation1(self.conv(x))
        hidden = self.activation2(F.linear(value_pool(x), self.hidden, self.hidden_bias))
        outcome, scores = F.linear(hidden, self.outcome, self.outcome_bias), F.linear(hidden, self.scores, self.scores_bias)
        return outcome, scores, self.ownership(x).flatten(1)


class KataGo(torch.nn.Module):
    """A network of KataGo.

    `name` and `version` are those of the file. If `suicide_is_pass_alive`, planes 18 and 19 (area) are those of rules with suicide,
    whatever the rules of the game are: KataGo calls it preferPassAliveUnderSuicideRules."""

    def __init__(self, reader):
        super().__init__()
        self.name, self.version = reader.text(), reader.number()
        if self.version not in VERSIONS:
            raise ValueError(f"expected a network of version {VERSIONS[0]} to {VERSIONS[-1]}, got version {self.version}")
        reader.version = self.version
        inputs = reader.number(), reader.number()
        if inputs != (PLANES, NUMBERS):
            raise ValueError(f"expected {PLANES} input planes and {NUMBERS} numbers, got {inputs[0]} and {inputs[1]}")
        self.multipliers = MULTIPLIERS
        if self.version >= WITH_POST_PROCESSING:
            self.multipliers = tuple(reader.number(float) for _ in range(7))[1:4]
        self.suicide_is_pass_alive = False
        if self.version >= WITH_OPTIONS:
            if encoder := reader.number():
                raise ValueError(f"expected a network without metadata of players (0), got metadata encoder {encoder}")
            self.suicide_is_pass_alive = bool(reader.number())
            reader.unused(6, "network")
        reader.text()
        blocks = reader.number()
        for _ in range(5):
            reader.number()
        tip = 0
        if self.version >= WITH_OPTIONS:
            tip = reader.number()
            reader.unused(5, "trunk")
        if tip not in (0, 1):
            raise ValueError(f"expected batch normalisation (0) or RMSNorm (1) at the end of the trunk, got {tip}")
        self.stem, self.globals = reader.conv(), parameter(reader.linear())
        self.blocks = reader.blocks(blocks)
        self.tip = reader.tip_rms_norm() if tip else reader.norm()
        self.policy, self.value = PolicyHead(reader), ValueHead(reader)

    def forward(self, planes, numbers):
        """The KataGoOutput of planes [B, 22, H, W] and numbers [B, 19]: KataGo's inputs of version 7 without a plane for padding.

        Policy and ownership have the order of the planes. KataGo's first row is the top row. Planes whose first row is the bottom row
        show the mirrored board, whose predictions differ as little as those of any symmetry."""
        with torch.autocast(planes.device.type, enabled=False):
            bias = F.linear(numbers.float(), self.globals)
        x = self.stem(planes.contiguous(memory_format=torch.channels_last))
        x = self.tip(self.blocks(add(x, bias)))
        with torch.autocast(x.device.type, enabled=False):
            x = x.float()
            policy, (outcome, scores, ownership) = self.policy(x), self.value(x)
            mean, deviation, lead = scores[:, :3].unbind(1)
            deviation = F.softplus(deviation)
            score, deviation, lead = (found * by for found, by in zip((mean, deviation, lead), self.multipliers, strict=True))
            return KataGoOutput(policy, outcome, score, deviation, lead, ownership.tanh())


def open_katago(path):
    """The network of a file, for inference, with channels last in memory. Ends the program with one line if it cannot be read."""
    try:
        with open(path, "rb") as file:
            data = file.read()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        return KataGo(Reader(data)).eval().to(memory_format=torch.channels_last)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        sys.exit(f"{path}: expected a complete gzip file, got one that does not unpack ({error})")
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"{path}: {error}")
