#!/usr/bin/env bash
# Installs the tools of packaging/build on a Debian system with rustup: Rust targets and their compilers, cargo-deb,
# mdBook and zip, and those of packaging/python/install.sh. For packaging/test it adds man, qemu-user, and wine if available.
# ONEPURE_TARGETS selects the targets, as for packaging/build.
set -euo pipefail
exec < /dev/null

targets=" ${ONEPURE_TARGETS:-linux arm macos windows python} " others=() emulator=()
[[ $targets != *" arm "* ]] || others+=(aarch64-unknown-linux-musl aarch64-unknown-linux-gnu) emulator=(qemu-user)
[[ $targets != *" macos "* ]] || others+=(aarch64-apple-darwin x86_64-apple-darwin)
rustup target add x86_64-unknown-linux-musl x86_64-pc-windows-gnu "${others[@]}"
as_root=()
(( EUID == 0 )) || as_root=(sudo)
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    musl-tools gcc-mingw-w64-x86-64-win32 binutils-mingw-w64-x86-64 zip unzip man-db "${emulator[@]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends wine64 ||
    echo "wine is not to be had: the program for Windows will be looked at, and not run" >&2
# The loader of musl for ARM. Only Debian has packages for every processor in one place.
if [[ $targets = *" arm "* && $targets = *" python "* ]] && grep -qx 'ID=debian' /etc/os-release; then
    "${as_root[@]}" dpkg --add-architecture arm64
    "${as_root[@]}" apt-get update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends musl:arm64
fi
command -v mdbook > /dev/null || CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 \
    cargo install --locked --no-default-features --features search mdbook
command -v cargo-deb > /dev/null || CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo install --locked cargo-deb
"$(dirname "$0")/python/install.sh"
