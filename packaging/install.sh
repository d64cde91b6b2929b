#!/usr/bin/env bash
# Installs the tools of packaging/build on a Debian system with rustup: Rust targets and their compilers, mdBook, zip, and for the Debian
# package cargo-deb. For packaging/test it adds lychee, man, qemu-user, and wine if available. ONEPURE_TARGETS selects the targets, as for
# packaging/build.
set -euo pipefail
exec < /dev/null

targets=" ${ONEPURE_TARGETS:-linux debian arm macos windows python} " rust=(x86_64-unknown-linux-musl) debian=(musl-tools) tools=(mdbook lychee)
# Returns whether a target is selected.
selected() { [[ $targets = *" $1 "* ]]; }
if selected debian; then debian+=(man-db); fi
if selected arm; then rust+=(aarch64-unknown-linux-musl aarch64-unknown-linux-gnu) debian+=(qemu-user); fi
if selected macos; then rust+=(aarch64-apple-darwin x86_64-apple-darwin); fi
if selected arm || selected macos || selected python; then tools+=(maturin zig cargo-zigbuild); fi
if selected windows; then rust+=(x86_64-pc-windows-gnu) debian+=(gcc-mingw-w64-x86-64-win32 binutils-mingw-w64-x86-64 zip unzip); fi
if selected python; then rust+=(x86_64-unknown-linux-gnu) debian+=(unzip); fi
rustup target add "${rust[@]}"
as_root=()
(( EUID == 0 )) || as_root=(sudo)
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${debian[@]}"
if selected windows; then
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends wine64 ||
        echo "wine is not to be had: the program for Windows will be looked at, and not run" >&2
fi
# The loader of musl for ARM. Only Debian has packages for every processor in one place.
if selected arm && selected python && grep -qx 'ID=debian' /etc/os-release; then
    "${as_root[@]}" dpkg --add-architecture arm64
    "${as_root[@]}" apt-get update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends musl:arm64
fi
"$(dirname "$0")/tools" "${tools[@]}"
if selected debian && ! command -v cargo-deb > /dev/null; then
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 cargo install --locked --quiet cargo-deb
fi
