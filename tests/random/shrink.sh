#!/bin/sh
# tests/random/shrink.sh -- reduces a random program that fails, as long as it fails in the same way, and prints it.
#
#     sh tests/random/shrink.sh SEED WAY           WAY: a name in tests/random/ways; or check, opencl, tpu
#
# Replaces the generator's choices by the simplest ones, many at a time and then one by one, the outermost first: calls, operands,
# statements, axes, options, sizes. A choice depends only on its path, so the others do not change.
# TIMES=n: the largest number of tries (300). KEEP=text: the output must contain this text, if the first line does not identify the
# failure.
set -u
cd "$(dirname "$0")/../.." || exit 2
seed=$1 way=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export FLAGS="$work"
GENERATE=${GENERATE:-$work/generate}
export GENERATE
[ -x "$GENERATE" ] || cc -std=c11 -O1 -w -o "$GENERATE" tests/random/*.c || exit 2
left=${TIMES:-300}
: >"$work/sets"
case $way in
opencl) way=opencl_cpu ;;
tpu) way=tpu_late ;;
esac

# kind FILE: prints the first line of the output without the seed, which identifies the failure.
kind() { sed -n '1s/^seed [0-9]*, //p' "$1"; }

# goes_wrong FILE: succeeds if the program with the choices in the file fails in the same way, and its reference is consistent.
goes_wrong() {
    left=$((left - 1))
    rm -rf "$work/try"
    WORK=$work/try WAYS=$way sh tests/random/try.sh "$seed" --sets="$1" >"$work/said" 2>&1
    [ $? = 1 ] && ! grep -q 'the reference of' "$work/try/out" "$work/said" 2>/dev/null || return 1
    [ -n "${KEEP:-}" ] || { [ -z "${wanted:-}" ] || [ "$(kind "$work/said")" = "$wanted" ]; } || return 1
    [ -z "${KEEP:-}" ] || grep -q -e "$KEEP" "$work/said"
}

wanted=
goes_wrong "$work/sets" || {
    echo "seed $seed does not fail in the way $way"
    exit 1
}
wanted=$(kind "$work/said")

# list: prints the choices that are left, the outermost first, without those that cannot be simpler.
list() {
    "$GENERATE" --seed="$seed" --sets="$work/sets" --choices | sort -u | grep -v -x -F -f "$work/kept" |
        awk '{ print gsub("/", "/", $1), $1 }' | sort -n -k 1,1 -s | cut -d ' ' -f 2
}

# Try $chunk choices at once. The last round, with one choice at a time, repeats as long as something changes.
: >"$work/kept"
echo "no choice" >>"$work/kept"
chunk=32
while [ $chunk -ge 1 ] && [ "$left" -gt 0 ]; do
    list >"$work/list"
    from=1 changed=
    while [ "$left" -gt 0 ] && [ "$from" -le "$(wc -l <"$work/list")" ]; do
        sed -n "$from,$((from + chunk - 1))p" "$work/list" | sed 's/$/ 0/' | cat "$work/sets" - >"$work/next"
        if goes_wrong "$work/next"; then
            mv "$work/next" "$work/sets"
            list >"$work/list"
            changed=1
        else
            from=$((from + chunk))
        fi
    done
    if [ $chunk = 1 ]; then
        [ -n "$changed" ] || break
    else
        chunk=$((chunk / 2))
    fi
done
goes_wrong "$work/sets"
cat "$work/said"
echo
"$GENERATE" --seed="$seed" --sets="$work/sets" --part=kernels
if [ -n "${SETS:-}" ]; then cp "$work/sets" "$SETS"; fi
