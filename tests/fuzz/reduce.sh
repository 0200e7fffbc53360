#!/bin/sh
# tests/fuzz/reduce.sh -- reduces a program on which pallasc fails, as long as it fails in the same way, and prints it.
#
#     sh tests/fuzz/reduce.sh FILE
#
# Removes lines, then tokens, many at a time and then fewer. TIMES=n: the largest number of tries (400). MUTATE, PALLASC: the
# programs.
set -u
file=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
left=${TIMES:-400}
if [ -z "${MUTATE:-}" ]; then
    MUTATE=$work/mutate
    cc -std=c11 -O1 -w -o "$MUTATE" tests/fuzz/mutate.c || exit 2
fi

# same FILE: succeeds if try.sh prints the same first line for it.
same() {
    left=$((left - 1))
    WORK=$work/try sh tests/fuzz/try.sh "$1" >"$work/said" 2>&1
    [ "$(head -n 1 "$work/said")" = "$wanted" ]
}

sh tests/fuzz/try.sh "$file" >"$work/said"
wanted=$(head -n 1 "$work/said")
[ -n "$wanted" ] || { echo "pallasc has no fault on $1" && exit 1; }
export WAYS="${wanted%%:*}"
cp "$file" "$work/now.c"
for what in lines tokens; do
    chunk=$(($(wc -l <"$work/now.c") / 2 + 1))
    while [ "$chunk" -ge 1 ]; do
        from=0
        while [ "$left" -gt 0 ]; do
            "$MUTATE" --$what $from $chunk "$work/now.c" >"$work/next.c" || break
            if same "$work/next.c"; then mv "$work/next.c" "$work/now.c"; else from=$((from + chunk)); fi
        done
        [ "$chunk" = 1 ] && break
        chunk=$(((chunk + 1) / 2))
    done
done
echo "$wanted"
cat "$work/now.c"
