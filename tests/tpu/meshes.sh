#!/bin/sh
# meshes.sh -- the programs of examples/collectives and parts.c with 2 to 16 devices, in interpret mode and on the modeled TPU, in
# several orders of copies and devices; each checks its results. A sample that SEED selects, all with FULL=1. And
# `make run DEVICES=`. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

# run_with DEVICES PROGRAM: in interpret mode, and on the TPU. says: what a right run prints.
run_with() {
    case $2 in *parts.c) says='^[1-9][0-9]* passed, 0 failed' ;; *) says=' ok$' ;; esac
    ! build_interpreted "$work/interpreted" "$2" "-DDEVICES=$1" ||
        runs_as "$2, DEVICES=$1, interpret mode" "$work/interpreted" "$says" check=twin,order=reverse \
            "copies=random,devices=random,seed=${SEED:-1}"
    ! build "$work/modeled" "$2" "-DDEVICES=$1" ||
        runs_as "$2, DEVICES=$1, TPU" "$work/modeled" "$says" copies=late,devices=reverse "copies=random,devices=random,seed=${SEED:-1}"
}

every=
for devices in 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    for program in examples/collectives/*.c tests/conformance/collectives/parts.c; do
        case $devices:$program in
        *[13579]:*_both.c | *:*/nested_matmul.c) ;;     # an even number; one device
        *) every="$every $devices:$program" ;;
        esac
    done
done
# shellcheck disable=SC2086 # words without spaces
for job in $(one_in 30 $every); do
    run_with "${job%%:*}" "${job#*:}"
done

# make run DEVICES=8 passes -DDEVICES=8 to all compilers, and runs the examples that have devices.
for target in interpret tpu; do
    make -n run TARGET=$target DEVICES=8 BUILD="$work/make" >"$work/said" 2>&1
    grep -q 'collectives/all_gather.c.* -DDEVICES=8\|-DDEVICES=8 .*collectives/all_gather.c' "$work/said" &&
        ! grep -q 'examples/matmul.c' "$work/said"
    verdict $? "make run TARGET=$target DEVICES=8" "$work/said"
done
# refuses WORDS FLAG...: one test; passes if make refuses the flags, with these words.
refuses() {
    words=$1
    shift
    if make -n run "$@" >"$work/said" 2>&1; then fail "make run $* is accepted"; else grep -q "$words" "$work/said"; verdict $? "make run $*" "$work/said"; fi
}
refuses 'DEVICES=many is not a number of devices; write DEVICES=8' DEVICES=many
refuses 'DEVICES=N needs TARGET=interpret or TARGET=tpu' DEVICES=2 TARGET=opencl
finish
