#!/bin/sh
# Plays matches of each level of the engine with the one below it, and of some with GNU Go. Prints the table of levels.md:
#
#     docs/levels.sh [--games N] [--size N] [--rules NAME] [--levels "FROM TO"] DIR
#
# Each pair plays N games (default 40) on N lines (default 9) by these rules (default chinese; GNU Go plays no others), one game a core, in the
# folder DIR. After an interrupt the same command continues. ONEPURE is the program, if it is not on the path.
set -eu

games=40 size=9 rules=chinese from=1 to=20
right='right is: docs/levels.sh [--games N] [--size N] [--rules NAME] [--levels "FROM TO"] DIR'
while [ $# -gt 1 ]; do
    case $1 in
        --games) games=$2 ;;
        --size) size=$2 ;;
        --rules) rules=$2 ;;
        --levels) from=${2% *} to=${2#* } ;;
        *) echo "$right" >&2; exit 2 ;;
    esac
    shift 2
done
[ $# -eq 1 ] || { echo "$right" >&2; exit 2; }
folder=$1
onepure=${ONEPURE:-onepure}
mkdir -p "$folder"

# Of the first of two players: its score with the interval, and the Elo between them.
pair() {
    report=$folder/$1.txt
    "$onepure" match --size "$size" --rules "$rules" --games "$games" --parallel "$(nproc)" --random-opening 2 \
        --player "$2" --player "$3" --output "$folder/$1" > "$report"
    awk -v first="${2%%=*}" -v name="$4" '
        /^  Elo of/ { elo = $0; sub(/^.*: /, "", elo); sub(/ \(95 %\)/, "", elo) }
        $1 == first && / % to / { games = $2; match($0, /[0-9.]+ %  .*/); score = substr($0, RSTART) }
        END { sub(/  +/, ", ", score); printf "| %s | %s | %s | %s |\n", name, games, score, elo }' "$report"
}

# A million visits, so that a level is not held to the usual three seconds a move.
level() { echo "$1=builtin:level=$1,visits=1000000,threads=1"; }

echo "| Players | Games | Score of the first (95 %) | Elo |"
echo "|---|--:|--:|--:|"
number=$((from + 1))
while [ "$number" -le "$to" ]; do
    below=$((number - 1))
    pair "$number-$below" "$(level "$number")" "$(level "$below")" "level $number, level $below"
    number=$((number + 1))
done
if [ "$rules" != chinese ]; then
    exit
fi
if ! command -v gnugo > /dev/null; then
    echo "gnugo is not on the path: its games are left out" >&2
    exit
fi
for gnugo in 1 5 10; do
    for number in 1 4 7 10 13; do
        [ "$number" -ge "$from" ] && [ "$number" -le "$to" ] || continue
        pair "$number-gnugo-$gnugo" "$(level "$number")" \
            "gnugo=gnugo --mode gtp --level $gnugo --chinese-rules --positional-superko" "level $number, GNU Go $gnugo"
    done
done
