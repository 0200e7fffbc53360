#!/bin/sh
# card.sh -- runs the operators of the score card on several targets, and prints a line for each: is it right, and how long is it?
#
#   CARD=word        the files whose paths contain this word, instead of all         OPS="19 20"    these operators alone
#   ON="..."         of interpret, fast (without checks), opencl, opencl-gpu (the schedule for GPUs), cuda (the emulator where there is
#                    no GPU) and tpu
#
# OUT: where the programs are built (build/scorecard). `make scorecard` calls it. Its status is 0 if all are right.
set -u
cd "$(dirname "$0")/.." || exit 2
out=${OUT:-build/scorecard}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# run_on TARGET FILE: prints the lines of the program.
run_on() {
    settings= switches= target=${1%-gpu}
    case $1 in
    opencl-gpu) settings=schedule=gpu ;;
    interpret) settings=check=twin,order=reverse ;;
    fast) switches=FAST=1 target=interpret ;;
    esac
    PALLAS=$settings make -s TARGET="$target" $switches OUT="$out/$target$switches" run SRC="$2" ARGS="${OPS:-}" \
        2>"$work/errors" || grep -v '^make' "$work/errors" >&2
}

# table FILE TARGET...: one line for each operator, with a column for each target, and the lines of its call last.
table() {
    file=$1
    shift
    awk -f scorecard/lines.awk "$file" >"$work/lines"
    for target in "$@"; do
        run_on "$target" "$file" | sed "s|^|$target |"
    done | awk -v targets="$*" '
        function width_of(t) { return length(t) > 5 ? length(t) : 5 }
        FILENAME != "-" { lines[$1] = $2; next }
        / (right|WRONG)$/ {
            number = $2
            if (!(number in name)) order[++count] = number
            if (is_right[number, $1] != "WRONG") is_right[number, $1] = $NF
            call[number] = $0
            sub(/ +error .*/, "", call[number])
            sub(/.* /, "", call[number])
            name[number] = substr($0, length($1) + 7, 46)
        }
        END {
            n = split(targets, target, " ")
            for (i = 1; i <= count; i++) {
                number = order[i]
                printf "%4s  %-46s", number, name[number]
                for (t = 1; t <= n; t++) {
                    key = number SUBSEP target[t]
                    verdict = (key in is_right) ? is_right[key] : "-"
                    wrong += verdict != "right"
                    printf " %-*s", width_of(target[t]), verdict
                }
                printf " %4s\n", lines[call[number]]
            }
            exit !count || wrong
        }' "$work/lines" -
}

# shellcheck disable=SC2086 # words
set -- ${ON:-interpret fast opencl opencl-gpu cuda tpu}
status=0
printf '%-52s' ''
for target in "$@"; do
    printf ' %-5s' "$target"
done
echo ' lines'
for file in scorecard/*/*.c; do
    case $file in
    *"${CARD:-}"*) table "$file" "$@" || status=1 ;;
    esac
done
exit $status
