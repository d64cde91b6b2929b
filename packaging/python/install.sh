#!/usr/bin/env bash
# Installs the tools of packaging/python/build: maturin, and Zig as the linker. Needs Python 3.10 or later.
set -euo pipefail
cd "$(dirname "$0")/../.."

rustup target add x86_64-unknown-linux-gnu
packaging/tools maturin zig cargo-zigbuild
