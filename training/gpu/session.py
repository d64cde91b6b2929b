#!/usr/bin/env python3
"""Uses a GPU for a limited time: trains a player, plays with it, trains it again, teaches smaller networks, and keeps everything.

    python3 training/gpu/session.py settings.toml --games games/*.jsonl.gz --player 10b128c \\
        --students 4b32c=crates/onepure-engine/networks/4b32c-20.safetensors,6b64c --seconds 600 --output session

1. The player learns from the games that are there. With `--processor-settings` the processor plays more games.
2. The player plays through `onepure selfplay --evaluator`.
3. The player learns from all games.
4. The students learn from all games and from the player, side by side.

Each step leaves files in the output folder, and a step with existing files is skipped: after an interruption the same command
continues. `weights-NAME.safetensors` are the networks, for `onepure-training export`; `games-NAME.jsonl.gz` are the new games.
"""

import argparse
import gzip
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
# How long self-play may take to stop.
PATIENCE = 20


class Session:
    def __init__(self, arguments):
        self.arguments = arguments
        self.output = pathlib.Path(arguments.output)
        self.output.mkdir(parents=True, exist_ok=True)
        self.begun = time.monotonic()
        shares = [float(share) for share in arguments.shares.split(",")]
        self.ends = [sum(shares[:step + 1]) * arguments.seconds for step in range(len(shares))]

    def say(self, line):
        print(f"{time.monotonic() - self.begun:6.0f} s  {line}", file=sys.stderr, flush=True)

    def left(self, step):
        """The seconds until the end of a step."""
        return max(self.ends[step] - (time.monotonic() - self.begun), 1)

    def start(self, command, log):
        self.say(shlex.join(map(str, command)))
        with open(self.output / f"{log}.log", "ab") as file:
            return subprocess.Popen(list(map(str, command)), stdout=file, stderr=file)

    def finish(self, process, log):
        if process.wait() != 0:
            tail = (self.output / f"{log}.log").read_text(errors="replace").splitlines()[-3:]
            sys.exit(f"session.py: {log} failed: " + " | ".join(tail))

    def play(self, name, settings, parallel, options):
        """Starts self-play, whose games go to a folder of this name, with a seed of its own."""
        text, seed = pathlib.Path(settings).read_text(), zlib.crc32(f"{self.arguments.name} {name}".encode())
        own = self.output / f"settings-{name}.toml"
        own.write_text(f"seed = {seed}\n" + re.sub(r"(?m)^seed *=.*\n", "", text))
        command = [self.arguments.onepure, "selfplay", own, "--output", self.output / name, "--parallel", parallel]
        return self.start(command + options + ["--memory", 64], name)

    def play_on_processor(self):
        """Starts self-play of the engine's own network; `None` without settings, or if its games are there."""
        settings = self.arguments.processor_settings
        if not settings or self.games("processor").exists():
            return None
        return self.play("processor", settings, max((os.cpu_count() or 1) - 2, 1), [])

    def play_with(self, network):
        """Plays through the evaluator until the end of the step."""
        if self.games("player").exists():
            return
        evaluator = shlex.join([sys.executable, str(HERE / "evaluate.py"), str(network), "--report", "10"])
        options = ["--network", network, "--evaluator", evaluator]
        playing = self.play("player", self.arguments.settings, self.arguments.parallel, options)
        while self.left(1) > 1:
            if playing.poll() not in (None, 0):
                self.finish(playing, "player")
            time.sleep(1)
        self.stop(playing, "player")

    def games(self, name):
        return self.output / f"games-{name}.jsonl.gz"

    def stop(self, process, name):
        """Interrupts self-play if it was started, and keeps the games that have ended."""
        if process is None:
            return
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        os.replace(self.output / name / "games.jsonl.gz", self.games(name))

    def positions(self, games):
        """The files of positions of these files of games, made side by side; none of a file without a game."""
        made, making = [], []
        for path in filter(has_games, games):
            name = f"positions-{pathlib.Path(path).name.split('.')[0]}"
            done, beside = self.output / f"{name}.safetensors", self.output / f"{name}.partial"
            made.append(done)
            if not done.exists():
                options = ["--window", 100_000_000, "--other-positions", self.arguments.other_positions, "--output", beside]
                making.append((self.start([self.arguments.trainer, "positions", path, *options], name), name, beside, done))
        for process, name, beside, done in making:
            self.finish(process, name)
            os.replace(beside, done)
        return made

    def train(self, name, architecture, step, positions, begin=None, teacher=None):
        """Starts to train a network until the end of a step; `None` if that is done."""
        arguments = self.arguments
        if self.weights(name).exists():
            return None
        # What an interruption left goes on.
        if self.unfinished(name).exists():
            begin = self.unfinished(name)
        rate = arguments.rate / 2 if begin else arguments.rate
        command = [
            sys.executable, HERE / "train.py", *positions, "--name", f"{arguments.name}-{architecture}", "--architecture", architecture,
            "--steps", 10_000_000, "--seconds", self.left(step), "--batch", arguments.batch, "--rate", rate,
            "--weights", arguments.weights, "--output", self.unfinished(name),
        ]
        command += ["--from", begin] if begin else []
        command += ["--teacher", teacher] if teacher else []
        return self.start(command, f"train-{name}"), name

    def wait_for(self, *started):
        """Waits for the training of networks."""
        for process, name in filter(None, started):
            self.finish(process, f"train-{name}")
            os.replace(self.unfinished(name), self.weights(name))

    def weights(self, name):
        return self.output / f"weights-{name}.safetensors"

    def unfinished(self, name):
        return self.output / f"unfinished-{name}.safetensors"

    def whole(self):
        player, students = self.arguments.player, self.arguments.students.split(",")
        first, last = f"{player}-first", player
        playing = self.play_on_processor()
        positions = self.positions(self.arguments.games)
        self.wait_for(self.train(first, player, 0, positions))
        self.stop(playing, "processor")
        self.play_with(self.weights(first))
        new = [self.games("player")]
        if self.arguments.processor_settings:
            new.append(self.games("processor"))
        positions += self.positions(new)
        self.wait_for(self.train(last, player, 2, positions, self.weights(first)))
        self.wait_for(*(self.teach(student, positions, self.weights(last)) for student in students if student))
        self.say("done")

    def teach(self, student, positions, teacher):
        """Starts to teach a student, `ARCHITECTURE` or `ARCHITECTURE=WEIGHTS`."""
        architecture, _, begin = student.partition("=")
        return self.train(f"student-{architecture}", architecture, 3, positions, begin, teacher)


def has_games(path):
    """Whether a file of training games has one: a line behind that of the settings."""
    with gzip.open(path) as file:
        return bool(file.readline() and file.readline())


def main():
    parser = argparse.ArgumentParser(description="Uses a GPU for a limited time: trains, plays, trains again, teaches smaller networks")
    parser.add_argument("settings", help="the games to play, as for `onepure selfplay`")
    parser.add_argument("--games", nargs="+", required=True, help="games that are there; several files are read side by side")
    parser.add_argument("--processor-settings", help="games that the processor plays with its own network while the player learns")
    parser.add_argument("--onepure", default="target/release/onepure")
    parser.add_argument("--trainer", default="target/release/onepure-training")
    parser.add_argument("--name", default="session", help="the networks are called NAME-ARCHITECTURE")
    parser.add_argument("--player", default="10b128c", help="the architecture that plays, and that the students learn from")
    parser.add_argument("--students", default="6b64c", help="ARCHITECTURE or ARCHITECTURE=WEIGHTS to begin with, with commas")
    parser.add_argument("--seconds", type=float, default=1500, help="the time for everything")
    parser.add_argument("--shares", default="0.22,0.36,0.21,0.21", help="the shares of the time of the four steps")
    parser.add_argument("--parallel", type=int, default=1024, help="games at a time on the GPU")
    parser.add_argument("--batch", type=int, default=2048, help="positions a step of learning")
    parser.add_argument("--rate", type=float, default=0.01, help="the learning rate of a new network at first")
    parser.add_argument("--weights", default="", help="how often boards are drawn: 9=1,19=2")
    parser.add_argument("--other-positions", type=float, default=0.25, help="the share of positions without a policy target that is taken")
    parser.add_argument("--output", required=True, help="the folder of everything that is kept")
    Session(parser.parse_args()).whole()


if __name__ == "__main__":
    main()
