#!/bin/sh
# Twenty games by Japanese rules and twenty by Chinese against GNU Go, and whether the referee of the match, this program and GNU Go
# (by its own final_score) count each of them alike. Usage: docs/counts.sh FOLDER [SEED]
# ONEPURE names the program, GNUGO GNU Go where it is not found as gnugo.
set -eu
folder=$1
seed=${2:-18}
onepure=${ONEPURE:-onepure}
gnugo=${GNUGO:-gnugo}
mkdir -p "$folder"

for rules in japanese chinese; do
  case $rules in
    japanese) options='--japanese-rules --simple-ko' ;;
    chinese) options='--chinese-rules --positional-superko' ;;
  esac
  "$onepure" match --size 9 --rules $rules --games 20 --random-opening 2 --seed "$seed" --parallel 1 \
    --player ours=builtin:visits=200 --player gnu="$gnugo --mode gtp --level 1 --seed $seed --never-resign $options" \
    --output "$folder/$rules" >"$folder/$rules.txt" 2>"$folder/$rules.log" || { tail -n 1 "$folder/$rules.log" >&2; exit 1; }
  alike=0
  for record in "$folder/$rules"/games/*.sgf; do
    score() { printf '1 loadsgf %s\n2 final_score\n3 quit\n' "$record" | "$@" 2>/dev/null | sed -n 's/^=2 //p'; }
    referee=$(sed -n 's/.*RE\[\([^]]*\)\].*/\1/p' "$record" | head -n 1)
    ours=$(score "$onepure" gtp --rules $rules)
    # shellcheck disable=SC2086
    gnu=$(score "$gnugo" --mode gtp $options)
    if [ "$referee" = "$ours" ] && [ "$referee" = "$gnu" ]; then
      alike=$((alike + 1))
    else
      echo "$record: referee $referee, onepure $ours, GNU Go $gnu"
    fi
  done
  counted() { grep -c "\"counted\":\"$1\"" "$folder/$rules/results.jsonl" || true; }
  echo "$rules: $alike of 20 counts alike; both named the same dead stones in $(counted agreement) games," \
    "showed in $(counted clean-up) which were, and left $(counted playouts) to the referee"
done
