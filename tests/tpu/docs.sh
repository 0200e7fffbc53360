#!/bin/sh
# docs.sh -- the code, the output and the pictures in docs/tpu.md are true. Prints the counts last.
#
#   ```C     consecutive lines of the code that pallasc writes for examples/matmul.c; the blocks are in its order
#   ```sh    lines that begin with `$ ` are commands, in the source root; the lines after each are its output
# The pictures in docs/tpu/ are what PALLAS=timeline draws. UPDATE=1 rewrites the output, the pictures, and each block of code
# from its first line to its last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
. tests/tools/quoted.inc
page=docs/tpu.md

# ---- The code ----

"$PALLASC" -I. --target=tpu examples/matmul.c >"$work/code" 2>"$work/log" || fail "examples/matmul.c" "$work/log"
quotes_code "$page" "$work/code" 10

# ---- The output ----

make -s TARGET=tpu build/tpu/matmul >"$work/log" 2>&1 || fail "make TARGET=tpu build/tpu/matmul" "$work/log"
make -s TARGET=tpu run SRC=tests/tpu/programs/matmul.c ARGS=128 >"$work/log" 2>&1 || fail "make run" "$work/log"
mkdir "$work/sh"
awk -v folder="$work/sh" '
    /^```sh$/ { inside = 1; next }
    /^```$/ { inside = 0 }
    inside && /^\$ / { at = sprintf("%s/%02d", folder, ++n); print substr($0, 3) >(at ".line"); printf "" >at; next }
    inside { print >at }' "$page"
for line in "$work"/sh/*.line; do
    sh -c "$(cat "$line")" >"$work/out" 2>&1 </dev/null
    same "$page: $(cat "$line")" "${line%.line}" "$work/out"
done
[ -z "${UPDATE:-}" ] || {
    awk -v folder="$work/sh" '
        /^```sh$/ { inside = 1; print; next }
        /^```$/ { inside = 0 }
        inside && /^\$ / { print; at = sprintf("%s/%02d", folder, ++n); while ((getline line <at) > 0) print line; next }
        !inside { print }' "$page" >"$work/page" && cp "$work/page" "$page"
}

# ---- The pictures ----

PALLAS=timeline=$work/matmul.svg build/tpu/matmul >"$work/log" 2>&1 || fail "the picture of matmul" "$work/log"
same docs/tpu/matmul.svg docs/tpu/matmul.svg "$work/matmul.svg"
build "$work/ahead" tests/tpu/programs/ahead.c || finish
PALLAS=timeline=$work/ahead.svg "$work/ahead" >"$work/log" 2>&1 || fail "the picture of ahead" "$work/log"
same docs/tpu/ahead.svg docs/tpu/ahead.svg "$work/ahead.svg"
build "$work/spans" tests/tpu/programs/spans.c || finish
PALLAS=timeline=$work/devices.svg "$work/spans" >"$work/log" 2>&1 || fail "the picture of two devices" "$work/log"
same docs/tpu/devices.svg docs/tpu/devices.svg "$work/devices.svg"
PALLAS=chip=v5e,timeline=$work/devices_v5e.svg "$work/spans" >"$work/log" 2>&1 || fail "the picture of two devices on a v5e" "$work/log"
same docs/tpu/devices_v5e.svg docs/tpu/devices_v5e.svg "$work/devices_v5e.svg"
build "$work/gathers" examples/collectives/all_gather_matmul.c || finish
PALLAS=timeline=$work/all_gather_matmul.svg "$work/gathers" >"$work/log" 2>&1 || fail "the picture of an all-gather matmul" "$work/log"
same docs/tpu/all_gather_matmul.svg docs/tpu/all_gather_matmul.svg "$work/all_gather_matmul.svg"
finish
