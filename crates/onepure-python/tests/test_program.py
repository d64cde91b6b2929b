"""The program of the package."""

import subprocess
import sys

import onepure
import pytest


@pytest.mark.parametrize("command", [["onepure"], [sys.executable, "-m", "onepure"]])
def test_the_program_speaks_gtp(command):
    game = "boardsize 5\nplay black C3\ngenmove white\nquit\n"
    words = [*command, "gtp", "--threads", "1", "--visits", "2"]
    done = subprocess.run(words, input=game, capture_output=True, text=True, check=True)
    assert done.stdout.count("=") == 4
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout == f"onepure {onepure.__version__}\n"


def test_the_exit_code_is_that_of_the_program():
    assert subprocess.run([sys.executable, "-m", "onepure", "nothing"], capture_output=True).returncode == 2
