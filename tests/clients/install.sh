#!/usr/bin/env bash
# Installs the programs with which tests/clients/main.rs tries onepure: GNU Go and Node.js with apt, @sabaki/gtp with
# npm, sgfmill and KaTrain with pip; GNU parallel and Slurm, with which the examples in docs/cluster.md are run; for tests/web
# Chromium and Firefox, and with npm what drives them and checks the page; PyTorch and safetensors, with which training/tests/gpu.rs
# trains a network; and qemu-user, with which tests/cli/processor.rs emulates other processors. What is not the system's goes below
# target/clients, or where ONEPURE_CLIENTS says.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec < /dev/null

place=${ONEPURE_CLIENTS:-target/clients}
mkdir -p "$place"
# Two scripts may install at the same time.
exec 8> "$place/.lock"
flock 8

PATH=$PATH:/usr/games
missing=()
command -v gnugo > /dev/null || missing+=(gnugo)
command -v node > /dev/null || missing+=(nodejs)
command -v npm > /dev/null || missing+=(npm)
command -v parallel > /dev/null || missing+=(parallel)
PATH=$PATH:/usr/sbin
command -v slurmctld > /dev/null || missing+=(slurmctld slurmd slurm-client munge bc)
command -v chromium > /dev/null || missing+=(chromium fonts-nanum)
command -v firefox-esr firefox > /dev/null || missing+=(firefox-esr)
python3 -c 'import ensurepip' 2> /dev/null || missing+=(python3-venv)
command -v qemu-x86_64 > /dev/null || missing+=(qemu-user)
/usr/bin/python3 -c 'import torch, numpy' 2> /dev/null || missing+=(python3-torch python3-numpy)
if (( ${#missing[@]} )); then
    as_root=()
    (( EUID == 0 )) || as_root=(sudo)
    "${as_root[@]}" apt-get update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive timeout --kill-after=10 20m apt-get install -y --no-install-recommends "${missing[@]}"
fi

npm install --silent --no-audit --no-fund --prefix "$place" @sabaki/gtp@3.0.0 \
    playwright-core@1.65.1 puppeteer-core@24.43.1 axe-core@4.14.1 eslint@10.15.0 @eslint/js@10.0.1 typescript@7.0.2
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check sgfmill==1.1.1 katrain==1.20.0
# The system's Python, because its package has PyTorch.
/usr/bin/python3 -m venv --system-site-packages "$place/torch"
"$place/torch/bin/pip" install --quiet --disable-pip-version-check safetensors==0.8.0
