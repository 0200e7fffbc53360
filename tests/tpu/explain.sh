#!/bin/sh
# explain.sh -- pallasc --explain --target=tpu describes memory and blocks before the run as the machine reports them during the
# run. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

# explain FILE OPTION...: one test; passes if nothing is written to stdout. The explanation is in $work/said.
explain() {
    "$PALLASC" -I. --explain --target=tpu "$@" >"$work/code" 2>"$work/said" || fail "--explain of $1" "$work/said"
    if [ -s "$work/code" ]; then fail "--explain of $1 writes code" "$work/code"; else pass; fi
}
says() { if grep -q -F -e "$2" "$work/said"; then pass; else fail "--explain of $1 does not print: $2" "$work/said"; fi; }

# The lines of the tables are the same.
explain tests/tpu/programs/kinds.c --size=n=300
grep -e '  window  .*\[' -e '  table  .*\[' "$work/said" | sort -u >"$work/before"
build "$work/kinds" tests/tpu/programs/kinds.c || finish
PALLAS=report "$work/kinds" 2>&1 | grep -e '  window  .*\[' -e '  table  .*\[' | sort -u >"$work/after"
if [ "$(wc -l <"$work/before")" = 7 ] && diff -u "$work/before" "$work/after" >"$work/diff"; then pass
else fail "kinds.c: --explain and PALLAS=report differ" "$work/diff"; fi

# So are those of windows that do not change because their axes have one program.
explain tests/tpu/programs/one_program.c
grep -e '  window  .*\[' "$work/said" >"$work/before"
build "$work/one" tests/tpu/programs/one_program.c || finish
PALLAS=report "$work/one" 2>&1 | grep -e '  window  .*\[' >"$work/after"
if [ "$(awk '{ print $1, $(NF - 1) }' "$work/before" | tr '\n' ' ')" = 'x 1 y 2 z 2 ' ] &&
    diff -u "$work/before" "$work/after" >"$work/diff"; then pass
else fail "one_program.c: --explain and PALLAS=report differ" "$work/diff"; fi
PALLAS=copies=late "$work/one"
if [ $? = 0 ]; then pass; else fail "one_program.c fails"; fi

# --explain reports why a program in refusals/ is rejected, if the reason is blocks, types or memory.
for source in tests/tpu/refusals/*.c; do
    case $source in */*_unknown.c | */revisit*.c | */outer_sum.c) continue ;; esac
    explain "$source"
    if grep -q -e ': rejected' -e 'too small' "$work/said"; then pass; else fail "--explain of $source" "$work/said"; fi
done
explain tests/tpu/refusals/too_large.c
says too_large 'VMEM 33554432 bytes: v4 too small, v5e 25 %, v5p 50 %, v6e 25 %, v7x 50 %'
explain tests/tpu/programs/matmul.c
if grep -q -e "rejected" -e 'too small' "$work/said"; then fail "matmul is rejected" "$work/said"; else pass; fi

# Blocks of rank 1 by type: the rule of rules.c.
row() {
    explain tests/tpu/programs/row.c "-DT=$1" "-DBLOCK=$2" "-DARRAY=$3"
    if grep -q 'x: rejected' "$work/said"; then is=rejected; else is=taken; fi
    if [ "$is" = "$4" ]; then pass; else fail "$1, $2 of $3 is $is" "$work/said"; fi
}
row float 1536 3072 rejected
row float 1024 3072 taken
row float 64 64 taken
row float 64 128 rejected
row pl_bf16 128 512 rejected
row pl_bf16 256 512 taken
row int8_t 256 1024 rejected
row int8_t 512 1024 taken

# --explain names unknown sizes, which --size sets. A block that only some sizes allow is rejected for the others.
explain tests/tpu/refusals/rank_1.c
says rank_1 "x: rejected: a block of 384 is no multiple of 1024, nor a power of two from 128 on, nor the array's 768"
explain examples/layer_norm.c
says layer_norm 'VMEM: known when the call is made; --size=NAME=N sets a size'
explain examples/layer_norm.c --size=n=300
says "layer_norm of 300" 'VMEM 101376 bytes: v4 0 %'
small="tests/tpu/programs/matmul.c -DBM=128 -DBN=128 -DBK=64"
# shellcheck disable=SC2086 # words
explain $small
says matmul 'x: rejected unless k is 64: a block of 64 is no multiple of 128'
# shellcheck disable=SC2086 # words
explain $small --size=k=170
says 'matmul of 170' "x: rejected: a block of 64 is no multiple of 128, nor the array's 170"
# shellcheck disable=SC2086 # words
explain $small --size=k=64
if grep -q 'x: rejected' "$work/said"; then fail "matmul of 64" "$work/said"; else pass; fi
for wrong in n n= =3 n=x n=-1; do
    "$PALLASC" -I. --explain --target=tpu --size=$wrong examples/matmul.c >"$work/said" 2>&1
    [ $? = 2 ] && pass || fail "--size=$wrong" "$work/said"
done
finish
