"""Runs the program of the package: python -m onepure."""

import os
import subprocess
import sys
import sysconfig


def program() -> str:
    """The path of the program, which pip installs beside Python's own programs."""
    name = "onepure" + (sysconfig.get_config_var("EXE") or "")
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    paths = [os.path.join(sysconfig.get_path("scripts", scheme), name) for scheme in schemes]
    for path in paths:
        if os.path.isfile(path):
            return path
    sys.exit(f"onepure: program: expected a file at {' or '.join(paths)}, got none")


def main() -> None:
    """Runs the program with the arguments of the process."""
    command = [program(), *sys.argv[1:]]
    if sys.platform == "win32":
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
