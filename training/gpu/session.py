#!/usr/bin/env python3
"""Uses a GPU for a limited time: trains, plays with the new network, trains again, and keeps everything.

    python3 training/gpu/session.py settings.toml --games games/*.jsonl.gz --network crates/onepure-engine/networks/4b32c-9.safetensors \\
        --player 6b96c --teacher 10b128c --students 6b64c --seconds 1500 --output session

1. A player learns from the games that are there. The processor plays more games with `--network`.
2. The player learns from those games too.
3. The player plays through `onepure selfplay --evaluator`. The processor goes on playing with `--network`.
4. A teacher, usually larger, learns from all games.
5. The player and the students learn from all games and from the teacher, side by side.

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
# The shares of the time of the five steps.
SHARES = (0.10, 0.13, 0.36, 0.21, 0.20)
# How long self-play may take to stop.
PATIENCE = 20


class Session:
    def __init__(self, arguments):
        self.arguments = arguments
        self.output = pathlib.Path(arguments.output)
        self.output.mkdir(parents=True, exist_ok=True)
        self.begun = time.monotonic()
        self.ends = [sum(SHARES[:step + 1]) * arguments.seconds for step in range(len(SHARES))]

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

    def run(self, command, log):
        self.finish(self.start(command, log), log)

    def play(self, name, settings, parallel, options):
        """Starts self-play, whose games go to a folder of this name, with a seed of its own and lower priority than all else."""
        text, seed = pathlib.Path(settings).read_text(), zlib.crc32(f"{self.arguments.name} {name}".encode())
        own = self.output / f"settings-{name}.toml"
        own.write_text(f"seed = {seed}\n" + re.sub(r"(?m)^seed *=.*\n", "", text))
        nice = ["nice", "-n", 10] if "--evaluator" not in options else []
        command = [self.arguments.onepure, "selfplay", own, "--output", self.output / name, "--parallel", parallel]
        return self.start(nice + command + options + ["--memory", 64], name)

    def play_on_processor(self, name):
        """Starts self-play with the network that was given; `None` if its games are there."""
        if self.games(name).exists():
            return None
        settings = self.arguments.processor_settings or self.arguments.settings
        return self.play(name, settings, max((os.cpu_count() or 1) - 2, 1), ["--network", self.arguments.network])

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

    def positions(self, name, games):
        """The files of positions of these games: one, or none without a game."""
        if not any(has_games(path) for path in games):
            return []
        done, beside = self.output / f"positions-{name}.safetensors", self.output / f"positions-{name}.partial"
        if not done.exists():
            options = ["--window", 100_000_000, "--other-positions", self.arguments.other_positions, "--output", beside]
            self.run([self.arguments.trainer, "positions", *games, *options], f"positions-{name}")
            os.replace(beside, done)
        return [done]

    def train(self, architecture, step, positions, begin=None, teacher=None):
        """Starts to train a network until the end of a step; `None` if that is done."""
        name, arguments = f"{architecture}-{step}", self.arguments
        if self.weights(name).exists():
            return None
        rate = arguments.rate / 2 if begin else arguments.rate
        command = [
            sys.executable, HERE / "train.py", *positions, "--name", f"{arguments.name}-{architecture}", "--architecture", architecture,
            "--steps", 10_000_000, "--seconds", self.left(step), "--batch", arguments.batch, "--rate", rate,
            "--weights", arguments.weights, "--output", self.weights(name),
        ]
        command += ["--from", begin] if begin else []
        command += ["--teacher", teacher] if teacher else []
        return self.start(command, f"train-{name}"), f"train-{name}"

    def wait_for(self, *started):
        """Waits for the training of networks."""
        for process, log in filter(None, started):
            self.finish(process, log)

    def weights(self, name):
        return self.output / f"weights-{name}.safetensors"

    def whole(self):
        arguments, player, teacher = self.arguments, self.arguments.player, self.arguments.teacher
        playing = self.play_on_processor("processor-1")
        positions = self.positions("before", arguments.games)
        self.wait_for(self.train(player, 0, positions))
        self.stop(playing, "processor-1")
        positions += self.positions("processor-1", [self.games("processor-1")])
        playing = self.play_on_processor("processor-2")
        self.wait_for(self.train(player, 1, positions, self.weights(f"{player}-0")))
        self.play_with(self.weights(f"{player}-1"))
        self.stop(playing, "processor-2")
        for name in ("processor-2", "player"):
            positions += self.positions(name, [self.games(name)])
        self.wait_for(self.train(teacher, 3, positions))
        of_teacher = self.weights(f"{teacher}-3")
        self.wait_for(
            self.train(player, 4, positions, self.weights(f"{player}-1"), of_teacher),
            *(self.train(student, 4, positions, None, of_teacher) for student in arguments.students.split(",") if student),
        )
        self.say("done")

    def play_with(self, network):
        """Plays with the evaluator until the end of the step."""
        if self.games("player").exists():
            return
        evaluator = shlex.join([sys.executable, str(HERE / "evaluate.py"), str(network), "--report", "10"])
        options = ["--network", network, "--evaluator", evaluator]
        playing = self.play("player", self.arguments.settings, self.arguments.parallel, options)
        self.wait_for_games(playing)
        self.stop(playing, "player")

    def wait_for_games(self, playing):
        """Until the end of the step; ends with an error if self-play does."""
        while self.left(2) > 1:
            if playing.poll() not in (None, 0):
                self.finish(playing, "player")
            time.sleep(1)


def has_games(path):
    """Whether a file of training games has one: a line behind that of the settings."""
    with gzip.open(path) as file:
        return bool(file.readline() and file.readline())


def main():
    parser = argparse.ArgumentParser(description="Uses a GPU for a limited time: trains, plays, trains again")
    parser.add_argument("settings", help="the games to play, as for `onepure selfplay`")
    parser.add_argument("--games", nargs="+", required=True, help="games that are there")
    parser.add_argument("--network", required=True, help="the network that plays on the processor at first")
    parser.add_argument("--processor-settings", help="the games to play on the processor, if they are others")
    parser.add_argument("--onepure", default="target/release/onepure")
    parser.add_argument("--trainer", default="target/release/onepure-training")
    parser.add_argument("--name", default="session", help="the networks are called NAME-ARCHITECTURE")
    parser.add_argument("--player", default="6b96c", help="the architecture that plays on the GPU")
    parser.add_argument("--teacher", default="10b128c", help="the architecture that the others learn from in the end")
    parser.add_argument("--students", default="6b64c", help="more architectures that learn from it")
    parser.add_argument("--seconds", type=float, default=1500, help="the time for everything")
    parser.add_argument("--parallel", type=int, default=1024, help="games at a time on the GPU")
    parser.add_argument("--batch", type=int, default=2048, help="positions a step of learning")
    parser.add_argument("--rate", type=float, default=0.01, help="the learning rate of a new network at first")
    parser.add_argument("--weights", default="", help="how often boards are drawn: 9=1,19=2")
    parser.add_argument("--other-positions", type=float, default=0.25, help="the share of positions without a policy target that is taken")
    parser.add_argument("--output", required=True, help="the folder of everything that is kept")
    Session(parser.parse_args()).whole()


if __name__ == "__main__":
    main()
