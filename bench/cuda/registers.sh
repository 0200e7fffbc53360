#!/bin/sh
# registers.sh -- prints the output of ptxas for each emitted kernel, for sm_80 and sm_90a: registers and stack of a thread, spilled
# bytes, shared memory of a thread block. `make TARGET=cuda bench` calls it; it needs nvcc, but no GPU.
#
#     PALLASC=build/pallasc sh bench/cuda/registers.sh [FILE.c...]     default: every example, and bench/cuda/cuda.c
#
# "blocks" is the number of thread blocks of the kernel that fit on an SM, limited by registers, shared memory and threads: 65536
# registers, 64 warps, 32 thread blocks, and 164 KiB (sm_80) or 228 KiB (sm_90a) of shared memory, of which each thread block takes
# 1 KiB more than it requests. Warps get registers in units of 256. [CUDA C++ Programming Guide, "Compute Capabilities"]
#
# Spills should be 0. Arrays that the user's code indexes at run time are on the stack, which is not a spill.
here=$(cd "$(dirname "$0")/../.." && pwd)
PALLASC=${PALLASC-$here/build/pallasc}
NVCC=${NVCC:-nvcc}
command -v "$NVCC" >/dev/null || { echo "registers.sh: there is no nvcc; install the CUDA toolkit (no GPU is needed)" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- "$here"/examples/*.c "$here"/bench/cuda/cuda.c

printf '%-34s %-7s %9s %7s %7s %9s %7s %7s\n' kernel arch registers stack spills shared threads blocks
failed=0
for source; do
    "$PALLASC" -I"$here" --target=cuda "$source" -o "$work/out.cu" 2>"$work/log" || {
        cat "$work/log" >&2
        failed=1
        continue
    }
    for arch in 80 90a; do
        "$NVCC" -std=c++17 -arch=sm_$arch -Xptxas -v -I"$here/targets/cuda" -c -o "$work/out.o" "$work/out.cu" >"$work/log" 2>&1 || {
            cat "$work/log" >&2
            failed=1
            continue
        }
        # The launch bounds are in the emitted text; ptxas prints the rest for each kernel.
        awk -v arch=$arch '
            function name_of(mangled,  length_of) {             # _ZN6pallas14softmax_kernelEl...
                sub(/^_ZN6pallas/, "", mangled)
                length_of = mangled + 0
                sub(/^[0-9]+/, "", mangled)
                return length_of ? substr(mangled, 1, length_of) : mangled
            }
            function up(n, to) { return int((n + to - 1) / to) * to }
            function least(a, b) { return a < b ? a : b }
            function blocks(registers, shared, threads,  warps, n) {
                warps = up(threads, 32) / 32
                n = least(32, int(64 / warps))
                n = least(n, int(65536 / (up(registers * 32, 256) * warps)))
                return least(n, int((arch == "80" ? 164 : 228) * 1024 / (shared + 1024)))
            }
            FNR == NR {
                if (match($0, /__launch_bounds__\([0-9]+, 1\) [A-Za-z_0-9]+/)) {
                    split(substr($0, RSTART + 18, RLENGTH - 18), part, /, 1\) /)
                    threads[part[2]] = part[1]
                }
                if (match($0, /PL_SM_90A \? [0-9]+ : 1, 1\) [A-Za-z_0-9]+/)) {      # a kernel for sm_90a alone
                    split(substr($0, RSTART, RLENGTH), part, " ")
                    threads[part[7]] = arch == "90a" ? part[3] : 0
                }
                if (match($0, /pl_cuda_launch_sm_90a\(&call, [^,]*, [0-9]+, [0-9]+ \* 1024/)) {
                    split(substr($0, RSTART, RLENGTH), part, /, | \* /)
                    dynamic[part[2]] = part[4] * 1024
                }
                next
            }
            /Compiling entry function/ { split($0, part, "\047"); kernel = name_of(part[2]) }
            /bytes stack frame/ { stack = $1; spills = $5 + $9 }
            /Used [0-9]+ registers/ {
                registers = shared = 0
                for (i = 1; i < NF; i++) {
                    if ($(i + 1) ~ /^registers/) registers = $i
                    if ($(i + 1) == "bytes" && $(i + 2) ~ /^smem/) shared = $i
                }
                shared += dynamic[kernel]
                if (threads[kernel] > 0) printf "%-34s sm_%-4s %9d %7d %7d %9d %7d %7d\n", kernel, arch, registers, stack, spills, shared, threads[kernel],
                       blocks(registers, shared, threads[kernel])
            }' "$work/out.cu" "$work/log"
    done
done
exit $failed
