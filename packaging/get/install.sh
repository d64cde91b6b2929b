#!/bin/sh
# Installs onepure {{version}} for one user: sh install.sh [--from FOLDER_OR_ADDRESS] [--to FOLDER].
#
# --from is the folder or the address (https://…) with the files of a release. By default it is {{from}}. --to is the folder for the
# program, ~/.local/bin by default. The archive has to have the sum in SHA256SUMS.
set -eu

version={{version}}
from={{from}}
to=${HOME:-/root}/.local/bin
fail() {
    echo "install.sh: $*" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case $1 in
        --from | --to) [ $# -ge 2 ] || fail "$1: expected a value, got none" ;;
        *) fail "arguments: expected --from FOLDER_OR_ADDRESS or --to FOLDER, got '$1'" ;;
    esac
    if [ "$1" = --from ]; then from=$2; else to=$2; fi
    shift 2
done
[ -n "$from" ] || fail "--from: expected the folder or the address of a release, got none"

system="$(uname -s) $(uname -m)"
case $system in
{{systems}}
    *) fail "system: expected one of {{names}}, got $system" ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
get() {
    case $from in
        https://*)
            if command -v curl > /dev/null; then
                curl --fail --silent --show-error --location --proto '=https' --output "$work/$1" "$from/$1" || fail "$from/$1 cannot be downloaded"
            elif command -v wget > /dev/null; then
                wget --quiet --https-only --output-document="$work/$1" "$from/$1" || fail "$from/$1 cannot be downloaded"
            else
                fail "expected curl or wget, found neither"
            fi
            ;;
        *://*) fail "--from: expected a folder or an address that begins with https://, got '$from'" ;;
        *) cp "$from/$1" "$work/$1" || fail "$from/$1 cannot be read" ;;
    esac
}
get SHA256SUMS
get "$archive"

expected=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$archive\$/\1/p" "$work/SHA256SUMS")
[ -n "$expected" ] || fail "SHA256SUMS: expected the sum of $archive, got none"
if command -v sha256sum > /dev/null; then
    found=$(sha256sum < "$work/$archive")
else
    found=$(shasum -a 256 < "$work/$archive")
fi
found=${found%% *}
[ "$found" = "$expected" ] || fail "$archive: expected the sum $expected, got $found"

tar -xzf "$work/$archive" -C "$work"
mkdir -p "$to"
# The new file replaces a program that may be running.
cp "$work/${archive%.tar.gz}/onepure" "$to/onepure.$$"
chmod 755 "$to/onepure.$$"
mv "$to/onepure.$$" "$to/onepure"
installed=$("$to/onepure" --version) || fail "$to/onepure: the program does not start"
echo "$installed is in $to"
case :${PATH:-}: in
    *:"$to":*) ;;
    *) echo "Add $to to PATH to start it by its name." ;;
esac
