#!/bin/sh
# pipelines.sh -- a persistent kernel, whose programs take tiles in turn and run a PL_PIPELINE for each, becomes the kernels of a call over all
# tiles: with the same loops, copies ahead and sums in registers; pipelines.c. Only the launcher differs, which looks at the number of
# programs, and the lines that comments name. Prints the counts last. tests/run sets WORK.
set -u
cd "$(dirname "$0")/../.." || exit 2
PALLASC=${PALLASC:-build/pallasc}
work=$(cd "${WORK:?}" && pwd) || exit 2
. tests/tools/count.inc
[ -x "$PALLASC" ] || { echo "there is no $PALLASC; try: make pallasc" >&2 && exit 2; }

# code TARGET [FLAG]: the code without the lines at which calls are.
code() {
    "$PALLASC" -I. --target=$1 tests/targets/pipelines.c -o "$work/code" ${2+-- $2} >"$work/log" 2>&1 || return
    sed -e 's/pipelines\.c:[0-9]*/pipelines.c/' -e 's/programs > 0 ? \(.*\) : programs/\1/' -e '/_begin(/s/, [0-9]*)/)/' "$work/code"
}

for target in cuda opencl; do
    code $target >"$work/pipeline" && code $target -DGRID >"$work/grid" && diff -u "$work/grid" "$work/pipeline" >"$work/log" 2>&1
    verdict $? "$target: the kernels of a pipeline that programs share are not those of a call" "$work/log"
done
"$PALLASC" -I. --target=cuda tests/targets/pipelines.c -o "$work/code" 2>"$work/log" && grep -q 'programs > 0 ?' "$work/code" &&
    grep -q 'pl_tma_load' "$work/code" && grep -q 'pl_wgmma_' "$work/code"
verdict $? "the persistent kernel does not fetch by TMA, or the launcher ignores the number of programs" "$work/log"
finish
