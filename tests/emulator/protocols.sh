#!/bin/sh
# protocols.sh -- the kernels of protocols.cu in the CUDA emulator: right in every order of threads and copies, and reported without
# each of their steps (a wait, an arrival, a fence, a copy; or with another number there), in whatever order. Of both a sample by
# SEED; FULL=1: all. nvcc accepts them. Prints `N passed, N failed` last, N skipped.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/emulator/build.inc
build protocols EMULATOR_CHECKED || finish
program=$work/protocols-EMULATOR_CHECKED

# run KERNEL LINE SETTING: runs it without the step on that line; 0: with all.
run() {
    WITHOUT=$2 PALLAS=arch=sm_90a,$3 timeout 300 "$program" "$1" >"$work/said" 2>&1
}

n=0
for kernel in product attention product8; do
    for order in forward reverse random greedy; do
        for copies in early late random; do
            n=$((n + 1))
            sampled $n 6 || continue
            run $kernel 0 order=$order,copies=$copies,seed=${SEED:-1} && [ ! -s "$work/said" ]
            verdict $? "$kernel, order=$order,copies=$copies" "$work/said"
        done
    done
done

# Prints KERNEL LINE TEXT for each step.
steps() {
    awk '/^\/\/ ---- protocol / { kernel = $4; sub(/:/, "", kernel) }
        /^\/\/ ---- The results/ { exit }
        kernel && /STEP\(|ALTERED/ { text = $0; sub(/^ +/, "", text); print kernel, FNR, text }' tests/emulator/protocols.cu
}
steps >"$work/steps"
[ "$(wc -l <"$work/steps")" -ge 85 ]
verdict $? "there are fewer than 85 steps" "$work/steps"
n=0
while read -r kernel line text; do
    for setting in order=reverse,copies=late order=greedy,copies=early order=forward,copies=random; do
        n=$((n + 1))
        sampled $n 10 || continue
        ! run "$kernel" "$line" $setting && grep -q '^tests/emulator/.*: error: kernel' "$work/said"
        verdict $? "$setting: nothing is reported without line $line of $kernel: $text" "$work/said"
    done
done <"$work/steps"

if has nvcc; then
    nvcc -std=c++17 -O3 -Itargets/cuda -arch=sm_90a -Xptxas -v -cubin -o "$work/protocols.cubin" tests/emulator/protocols.cu \
        >"$work/log" 2>&1 && ! grep -e C7508 -e serialized -e ' [1-9][0-9]* bytes spill' "$work/log" >"$work/said"
    verdict $? "nvcc rejects the kernels, ignores setmaxnreg, serializes wgmma, or spills registers" "$work/log"
else
    skip "there is no nvcc"
fi
finish
