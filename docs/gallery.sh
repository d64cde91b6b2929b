#!/bin/sh
# Draws the pictures of gallery.md again: runs every command that it shows, in the folder of the records. ONEPURE is the
# program, if it is not on the path.
set -eu
cd "$(dirname "$0")/gallery"
sed -n 's/^\$ onepure //p' ../gallery.md | while read -r arguments; do
    # The arguments are words without spaces.
    # shellcheck disable=SC2086
    "${ONEPURE:-onepure}" $arguments
done
