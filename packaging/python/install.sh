#!/usr/bin/env bash
# Installs the tools of packaging/python/build in the virtual environment target/python-tools: maturin, and Zig as the linker. Needs
# Python 3.10 or later; on Debian it installs the package that makes virtual environments.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec < /dev/null

rustup target add x86_64-unknown-linux-gnu
tools=target/python-tools
if ! python3 -m venv "$tools"; then
    as_root=()
    (( EUID == 0 )) || as_root=(sudo)
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3-venv
    python3 -m venv "$tools"
fi
"$tools/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9,<2' 'ziglang>=0.15' 'cargo-zigbuild>=0.20'
