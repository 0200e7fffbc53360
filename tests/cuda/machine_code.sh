#!/bin/sh
# tests/cuda/machine_code.sh -- what nvcc makes of emitted code: it may do more than g++, which compiles it for the emulator. Reads
# the PTX of machine_code.c and, where cuobjdump and nvdisasm are installed, the machine code. Nothing runs on a GPU.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
NVCC=${NVCC:-nvcc}
has "$NVCC" || { skip "there is no nvcc" && finish; }

# A second copy of the kernels has what the plan must not write: pointers to shared arrays that are __restrict__.
translate tests/cuda/machine_code.c "$work/code.cu"
# And the halves of a slice are multiplied in a loop.
sed 's/\(count\|highest\|divide\|product\|large\)/planted_\1/g; s/namespace pallas/namespace planted/
    s/int \*n_array, int \*o_array)/int *__restrict__ n_array, int *__restrict__ o_array)/
    s/^ *for (int pl_k = 0; pl_k < 32; pl_k += 16)/#pragma unroll 1\n&/' "$work/code.cu" >"$work/planted.cu"
printf '#include "code.cu"\n#undef PL_LINES\n#include "planted.cu"\n' >"$work/both.cu"
# compile FLAG... : compiles both copies as make does.
compile() { "$NVCC" -std=c++17 -O3 -arch=sm_80 -Itargets/cuda "$@" "$work/both.cu" >"$work/log" 2>&1; }
compile -ptx -o "$work/ptx" && [ ! -s "$work/log" ] && [ "$(grep -c '__restrict__ n_array' "$work/planted.cu")" = 1 ]
verdict $? "machine_code.c: nvcc" "$work/log"
[ "$failed" = 0 ] || finish

# kernel NAME: prints the PTX of a kernel.
kernel() { awk -v name="$1" '/\.entry / { on = $0 ~ "[0-9]" name "E" } on' "$work/ptx"; }

# loads NAME FILE: prints `inside` or `outside` for each load from global memory in PTX or machine code: of the kernel's loops.
loads() {
    awk -v name="$1" '
        /\.entry |Function : / { on = $0 ~ "[0-9]" name "E" }
        !on { next }
        { at++ }
        /^\$L[A-Za-z0-9_]*:/ { sub(/:.*/, ""); place[$0] = at; next }
        match($0, /\/\*[0-9a-f]+\*\//) { here = substr($0, RSTART + 2, RLENGTH - 4); sub(/^0+/, "", here); place[here] = at }
        /ld\.(volatile\.)?global|LDG/ { load[++loads] = at }
        / bra[. \t]| BRA / {
            jump[++jumps] = at
            sub(/.* (bra|BRA)(\.uni)?[ \t]+(0x0*)?/, "")
            sub(/[ ;].*/, "")
            target[jumps] = $0
        }
        END {
            for (i = 1; i <= loads; i++) {
                where = "outside"
                for (j = 1; j <= jumps; j++)
                    if (target[j] in place && place[target[j]] <= load[i] && load[i] <= jump[j])
                        where = "inside"
                print where
            }
        }' "$2" | sort -u | tr '\n' ' '
}

# n, which thread 0 writes in each step, is read in each step, by a load that does not promise that nobody writes n.
[ "$(loads count_kernel "$work/ptx")" = "inside " ] && ! kernel count_kernel | grep -q 'ld\.global\.nc'
verdict $? "count_kernel keeps the first value of n in PTX" "$work/ptx"
[ "$(loads planted_count_kernel "$work/ptx")" = "outside " ]
verdict $? "machine_code.sh does not find a load that left the loop" "$work/ptx"
if has cuobjdump && has nvdisasm; then
    compile -cubin -o "$work/cubin" && cuobjdump -sass "$work/cubin" >"$work/sass" 2>"$work/log" &&
        [ "$(loads count_kernel "$work/sass")" = "inside " ] && [ "$(loads planted_count_kernel "$work/sass")" = "outside " ]
    verdict $? "count_kernel keeps the first value of n in machine code" "$work/log"

    # A slice takes 64 products of a warp, and 16 ldmatrix: the eight of its second half before the products of the first half end.
    # fragments NAME: prints the number of ldmatrix, of products, and of the products before the last ldmatrix, of the slices' loop.
    fragments() {
        awk -v name="$1" '
            /Function : / { on = $0 ~ "[0-9]" name "E" }
            !on { next }
            / BAR\.SYNC/ && !products { loads = 0 }
            / LDSM\./ && products < 64 { loads++; last = products + 0 }
            / HMMA\./ { products++ }
            END { print loads, products, last }' "$work/sass"
    }
    # shellcheck disable=SC2046 # three numbers
    set -- $(fragments large_kernel)
    [ "$1" = 16 ] && [ "$2" = 64 ] && [ "$3" -lt 32 ]
    verdict $? "large_kernel has $1 ldmatrix for $2 products, the last of them after $3 products" "$work/sass"
    # shellcheck disable=SC2046 # three numbers
    set -- $(fragments planted_large_kernel)
    [ "$1" = 8 ] && [ "$2" = 32 ]
    verdict $? "machine_code.sh does not find the halves of a slice in a loop: $1 ldmatrix, $2 products"
else
    skip "machine code: there is no cuobjdump, or no nvdisasm (PTX was read)"
fi

# An atomic of floats reads again what other programs may have changed.
[ "$(kernel highest_kernel | grep -c 'ld\.volatile\.global\.f32')" -ge 1 ] && ! kernel highest_kernel | grep 'ld\.global' | grep -q -v '\.nc\.'
verdict $? "PL_ATOMIC_MAX of floats does not read memory" "$work/ptx"

# Slices that are fetched ahead are read after a wait for their copies and a barrier, and not before.
# waited: succeeds if each ldmatrix in the input comes after both.
waited() {
    awk '
        /cp\.async\.wait/ { state = 1 }
        /bar\.sync/ && state == 1 { state = 2 }
        /ldmatrix/ { read++; if (state != 2) early = 1 }
        END { exit early || !read }'
}
[ "$(kernel product_kernel | grep -c 'cp\.async\.wait_group')" -ge 1 ] && kernel product_kernel | waited
verdict $? "product_kernel reads a slice before it has arrived" "$work/ptx"
! kernel product_kernel | awk '/bar\.sync/ { barrier = $0; next } { print } /ldmatrix/ && barrier { print barrier; barrier = "" }' | waited
verdict $? "machine_code.sh does not find a slice that is read early"

# Quotients and roots are rounded as C rounds them. A product and a sum are one operation, unless the user asks for two.
kernel divide_kernel | grep -q 'div\.rn\.f32' && kernel divide_kernel | grep -q 'sqrt\.rn\.f32' &&
    ! grep -E '(div|sqrt|rcp|rsqrt)\.(approx|full)|\.ftz' "$work/ptx" >"$work/log"
verdict $? "a quotient or a root is approximate" "$work/log"
kernel divide_kernel | grep -q 'fma\.rn\.f32'
verdict $? "docs/cuda.md says that products and sums are contracted" "$work/ptx"
compile -fmad=false -ptx -o "$work/ptx" && ! kernel divide_kernel | grep 'fma\.rn\.f32' >"$work/log" && kernel divide_kernel | grep -q 'div\.rn\.f32'
verdict $? "-fmad=false leaves contracted sums" "$work/log"

# A product of f32 is as fast as most of its instructions are FMAs: a thread has 8 x 16 sums, in all of its registers and no others.
translate examples/matmul.c "$work/matmul.cu"
for arch in sm_80 sm_90; do
    "$NVCC" -std=c++17 -O3 -arch=$arch -Itargets/cuda -Xptxas -v -cubin -o "$work/cubin" "$work/matmul.cu" >"$work/log" 2>&1 &&
        grep -q ' 0 bytes spill stores, 0 bytes spill loads' "$work/log" && grep -q '__launch_bounds__(128, ' "$work/matmul.cu"
    verdict $? "matmul.c spills on $arch, or has other threads" "$work/log"
done
# products FILE: prints FMAS INSTRUCTIONS of the smallest loop that has FMAs.
products() {
    awk '
        match($0, /\/\*[0-9a-f]+\*\/ +[@A-Z]/) {
            here = substr($0, RSTART + 2); sub(/\*.*/, "", here); sub(/^0+/, "", here)
            place[here] = ++n
            fmas[n] = fmas[n - 1] + ($0 ~ / FFMA /)
            if ($0 ~ / BRA /) {
                sub(/.* BRA[^0]*0x0*/, ""); sub(/[ ;].*/, "")
                if ($0 in place && fmas[n] > fmas[place[$0] - 1])
                    print fmas[n] - fmas[place[$0] - 1], n - place[$0] + 1
            }
        }' "$1" | sort -k 2 -n | head -n 1
}
if has cuobjdump && has nvdisasm; then
    cuobjdump -sass "$work/cubin" >"$work/sass" 2>"$work/log" && products "$work/sass" >"$work/seen" && read -r fmas all <"$work/seen" &&
        [ "$fmas" = 1024 ] && [ $((100 * fmas)) -ge $((92 * all)) ]
    verdict $? "of the loop of matmul.c, FMAs are less than 92 %" "$work/log" "$work/seen"
fi
finish
