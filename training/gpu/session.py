#!/usr/bin/env python3
"""Uses a GPU for a limited time: a teacher judges positions of games, students learn, play themselves, and learn from these games too.

    python3 training/gpu/session.py session.toml --output session

Games are played on the processor by `onepure selfplay`, a teacher judges their positions by `label.py`, and `train.py` trains:

1. `onepure` plays with the networks that it has, while the teacher judges the games that are there.
2. The teacher judges the new games.
3. The first student learns.
4. It plays, because its games reach other positions (DAgger: Ross, Gordon and Bagnell, 2011). The teacher judges those.
5. All students learn side by side, the first one from where it was.

`docs/training-gpu.md` has the settings. Each step leaves files in the output folder, and a step with existing files is skipped: after an
interruption the same command continues. `weights-NAME.safetensors` are the networks, for `onepure-training export`, and
`games-NAME.jsonl.gz` the new games.
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

import tomllib

HERE = pathlib.Path(__file__).resolve().parent
# How long self-play may take to stop, in seconds.
PATIENCE = 20
DEFAULTS = {
    "onepure": "target/release/onepure", "trainer": "target/release/onepure-training", "games": [], "batch": 2048, "rate": 0.01,
    "other-positions": 1, "label-batch": 1024,
}
# The fractions of the time after which steps 1, 3, 4 and 5 end.
ENDS = {"play": 0.16, "first": 0.5, "again": 0.62, "all": 1.0}
# The keys of the settings by table: those that are needed, and the others.
KEYS = {
    "the file": (("teacher", "seconds", "play", "students"), (*DEFAULTS, "ends")),
    "[[play]]": (("step", "name", "settings", "parallel"), ("network",)),
    "[[students]]": (("name", "architecture"), ("from", "weights", "rate", "options")),
}
# The steps in which games are played.
STEPS_OF_PLAY = ("play", "again")


class Session:
    def __init__(self, settings, output, begun):
        self.settings, self.output, self.begun = DEFAULTS | settings, output, begun
        self.ends = ENDS | settings.get("ends", {})
        output.mkdir(parents=True, exist_ok=True)

    def say(self, line):
        print(f"{time.monotonic() - self.begun:6.0f} s  {line}", file=sys.stderr, flush=True)

    def left(self, step):
        """The seconds until the end of a step."""
        return max(self.ends[step] * self.settings["seconds"] - (time.monotonic() - self.begun), 1)

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

    def made(self, kind, name, end="safetensors"):
        return self.output / f"{kind}-{name}.{end}"

    def play(self, play, network=None):
        """Starts games with a seed of their own; `None` if they are there. With a network a GPU evaluates many games in batches."""
        name, network = play["name"], play.get("network", network)
        if self.made("games", name, "jsonl.gz").exists():
            return None
        text, own = pathlib.Path(play["settings"]).read_text(), self.output / f"settings-{name}.toml"
        own.write_text(f"seed = {zlib.crc32(name.encode())}\n" + re.sub(r"(?m)^seed *=.*\n", "", text))
        command = [self.settings["onepure"], "selfplay", own, "--output", self.output / name, "--parallel", play["parallel"]]
        if network:
            evaluator = shlex.join([sys.executable, str(HERE / "evaluate.py"), str(network)])
            command += ["--network", network, "--evaluator", evaluator, "--memory", 64]
        return self.start(command, name), name

    def stop(self, step, *playing):
        """Interrupts self-play at the end of a step, and keeps the games that have ended. Returns the files of games."""
        for process, name in filter(None, playing):
            try:
                process.wait(self.left(step))
                self.finish(process, name)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            played, kept = self.output / name / "games.jsonl.gz", self.made("games", name, "jsonl.gz")
            if played.exists():
                os.replace(played, kept)
            else:
                # Interrupted before it wrote anything: an empty file.
                gzip.open(kept, "wb").close()
        return [self.made("games", play["name"], "jsonl.gz") for play in self.plays(step)]

    def plays(self, step):
        return [play for play in self.settings["play"] if play["step"] == step]

    def judge(self, games):
        """The positions of files of games, with the teacher's labels. Files without a game are left out."""
        labelled = []
        for path in map(pathlib.Path, games):
            name = path.name.split(".")[0]
            done, positions = self.made("labelled", name), self.made("positions", name)
            if not done.exists() and has_games(path):
                options = ["--katago", "--window", 100_000_000, "--other-positions", self.settings["other-positions"]]
                self.run([self.settings["trainer"], "positions", path, *options, "--output", positions], f"positions-{name}")
                label = [sys.executable, HERE / "label.py", positions, "--teacher", self.settings["teacher"], "--output", done]
                self.run([*label, "--batch", self.settings["label-batch"]], f"label-{name}")
                positions.unlink()
            labelled += [done] if done.exists() else []
        return labelled

    def train(self, student, step, labelled, begin=None):
        """Starts to train a student until the end of a step; `None` if that is done."""
        name = student["name"]
        if self.made("weights", name).exists():
            return None
        # What an interruption left goes on.
        unfinished = self.made("unfinished", name)
        begin = unfinished if unfinished.exists() else begin or student.get("from")
        rate = student.get("rate", self.settings["rate"] / 2 if begin else self.settings["rate"])
        command = [
            sys.executable, HERE / "train.py", *labelled, "--name", name, "--architecture", student["architecture"],
            "--steps", 10_000_000, "--seconds", self.left(step), "--batch", self.settings["batch"], "--rate", rate,
            "--weights", student.get("weights", ""), "--output", unfinished, *shlex.split(student.get("options", "")),
        ]
        return self.start([*command, *(["--from", begin] if begin else [])], f"train-{name}"), name

    def wait_for(self, *started):
        """Waits for the training of students."""
        for process, name in filter(None, started):
            self.finish(process, f"train-{name}")
            os.replace(self.made("unfinished", name), self.made("weights", name))

    def whole(self):
        first, *others = self.settings["students"]
        playing = [self.play(play) for play in self.plays("play")]
        labelled = self.judge(self.settings["games"])
        labelled += self.judge(self.stop("play", *playing))
        begun = first | {"name": f"{first['name']}-begun"}
        self.wait_for(self.train(begun, "first", labelled))
        weights = self.made("weights", begun["name"])
        playing = [self.play(play, weights) for play in self.plays("again")]
        labelled += self.judge(self.stop("again", *playing))
        self.wait_for(self.train(first, "all", labelled, weights), *(self.train(student, "all", labelled) for student in others))
        self.say("done")


def check(settings):
    """Raises an error with one line if a key of the settings is missing or unknown."""
    tables = [("the file", settings)]
    tables += [("[[play]]", play) for play in settings.get("play", [])]
    tables += [("[[students]]", student) for student in settings.get("students", [])]
    for name, table in tables:
        needed, others = KEYS[name]
        for key in needed:
            if key not in table:
                raise ValueError(f'expected the key "{key}" in {name}, got none')
        for key in table:
            if key not in (*needed, *others):
                raise ValueError(f'expected one of the keys {", ".join((*needed, *others))}, got "{key}"')
    for step in settings.get("ends", {}):
        if step not in ENDS:
            raise ValueError(f'expected one of the steps {", ".join(ENDS)} in "ends", got "{step}"')
    for play in settings["play"]:
        if play["step"] not in STEPS_OF_PLAY:
            raise ValueError(f'expected the step "play" or "again", got "{play["step"]}"')
    if not settings["students"]:
        raise ValueError("expected at least one of [[students]], got none")


def has_games(path):
    """Whether a file of training games has one: a line behind that of the settings."""
    with gzip.open(path) as file:
        return bool(file.readline() and file.readline())


def main():
    begun = time.monotonic()
    parser = argparse.ArgumentParser(description="Uses a GPU for a limited time: a teacher judges positions, and students learn and play")
    parser.add_argument("settings", help="a TOML file; docs/training-gpu.md describes it")
    parser.add_argument("--output", required=True, type=pathlib.Path, help="the folder of everything that is kept")
    arguments = parser.parse_args()
    try:
        settings = tomllib.loads(pathlib.Path(arguments.settings).read_text())
        check(settings)
    except OSError as error:
        sys.exit(f"{arguments.settings}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"{arguments.settings}: {error}")
    Session(settings, arguments.output, begun).whole()


if __name__ == "__main__":
    main()
