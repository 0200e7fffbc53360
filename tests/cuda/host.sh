#!/bin/sh
# tests/cuda/host.sh -- the host side of emitted CUDA: host.cc in the emulator, shared memory that a launch requests, and the
# headers that declare kernels. With FULL=1 also an array of more than 2^31 elements.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator

# count PROGRAM: runs it, and adds its counts.
count() {
    PALLAS=copies=late "$1" >"$work/log" 2>"$work/errors"
    counts=$(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$work/log")
    if [ -z "$counts" ]; then
        fail "$1 prints no counts" "$work/log" "$work/errors"
        return
    fi
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
    [ "${counts#* }" = 0 ] || cat "$work/log"
}

"$PALLASC" --emit=header -I. tests/cuda/host_kernels.c -o "$work/host_kernels.h" >"$work/log" 2>&1 &&
    translate tests/cuda/host_kernels.c "$work/kernels.cu" &&
    $cxx $checked -w -Itargets/cuda -x c++ -c "$work/kernels.cu" -o "$work/kernels.o" >"$work/log" 2>&1 &&
    $cxx -std=c++17 -Wall -Wextra -Werror -isystem emulator/include -isystem targets/cuda -I"$work" -c tests/cuda/host.cc -o "$work/host.o" >"$work/log" 2>&1 &&
    $cxx -o "$work/host" "$work/host.o" "$work/kernels.o" build/emulator/emulator.o -lpthread >"$work/log" 2>&1
verdict $? "host.cc builds" "$work/log"
[ "$failed" = 0 ] && count "$work/host"

# C programs use streams, too; CUDA's own headers may come before or after.
cat >"$work/stream.c" <<END
#include <pallas.h>
#include "pl_cuda.h"

int main(void)
{
    pl_cuda_use_stream(0);
    pl_cuda_trim();
    return pl_cuda_stream() != 0;
}
END
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -DPL_TARGET_CUDA -isystem . -Itargets/cuda -c "$work/stream.c" -o "$work/stream.o" >"$work/log" 2>&1 &&
    $cxx -o "$work/stream" "$work/stream.o" "$work/kernels.o" build/emulator/emulator.o -lpthread >>"$work/log" 2>&1 && "$work/stream" >>"$work/log" 2>&1
verdict $? "a C program that sets a stream" "$work/log"

# A report of the emulator names the array as the call does.
cat >"$work/out.c" <<END
#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4)) { PL_EACH ((c, 4)) z[c] = x[c]; }
PL_CALL(copy, copy_kernel, PL_GRID(), PL_IN(float, from, (4), PL_WHOLE), PL_OUT(float, to, (4), PL_WHOLE))

int main(void)
{
    float from[4] = { 0 }, to[4];
    return copy(from, to);
}
END
translate "$work/out.c" "$work/out.cu" && sed 's/= x\[c\]/= x[c + 4]/' "$work/out.cu" >"$work/past.cu" &&
    link "$work/past" "$work/out.c" "$work/past.cu" && ! "$work/past" >"$work/log" 2>&1 &&
    grep -q "out-of-range read of 4 bytes at byte 16 of 'from', an array of 16 bytes in global memory" "$work/log"
verdict $? "the name of an array in a report" "$work/log"

# A device with less shared memory than --budget allows.
budget=128K
if build "$work/wide" tests/cuda/wide.c; then
    "$work/wide" >"$work/log" 2>&1
    verdict $? "wide.c" "$work/log"
    PALLAS=local=65536 "$work/wide" >"$work/log" 2>&1
    [ $? != 0 ] && grep -q 'needs [0-9]* bytes of local memory, and the device has 65536' "$work/log" &&
        grep -q '^ *67072 bytes  t$' "$work/log"
    verdict $? "a device with too little shared memory" "$work/log"
    PALLAS=local=300000 "$work/wide" >"$work/log" 2>&1
    [ $? != 0 ] && grep -q 'local=300000 is not valid; a thread block of this device has [0-9]* bytes' "$work/log"
    verdict $? "more shared memory than the device has" "$work/log"

    # NAME.cuh says how much the launch requests: no less is enough.
    bytes=$(sed -n 's,^// Dynamic shared memory: \([0-9]*\) bytes.*,\1,p' "$work/wide.cuh")
    for less in 0 16; do
        sed "s/^ *16 \* (PL_LINES(.*)), n,/${bytes:-none} - $less, n,/" "$work/wide.cu" >"$work/less.cu"
        ! cmp -s "$work/wide.cu" "$work/less.cu" && link "$work/less" tests/cuda/wide.c "$work/less.cu" &&
            { "$work/less" >"$work/log" 2>&1; [ $? = 0 ] || [ $less != 0 ]; } &&
            { [ $less = 0 ] || grep -q 'error: call turn' "$work/log"; }
        verdict $? "with $less bytes of shared memory less than in wide.cuh" "$work/log"
    done
fi
budget=

# More than 2^31 elements, without the checks, which need much more memory. With an offset of 32 bits it must fail.
if [ -z "${FULL:-}" ]; then :
elif [ "$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo)" -lt 4 ]; then skip "far.c needs 4 GB of memory"
elif translate tests/cuda/far.c "$work/far.cu"; then
    sed 's/z_array + z_0 \* n/z_array + (int)(z_0 * n)/' "$work/far.cu" >"$work/near.cu"
    saved=$checked checked=$fast
    link "$work/far" tests/cuda/far.c "$work/far.cu" && "$work/far" >"$work/log" 2>&1
    verdict $? "far.c" "$work/log"
    ! cmp -s "$work/far.cu" "$work/near.cu" && link "$work/near" tests/cuda/far.c "$work/near.cu" && ! "$work/near" >"$work/log" 2>&1
    verdict $? "offsets of 32 bits are not detected in far.c" "$work/log"
    checked=$saved
else
    fail "far.c is not translated" "$work/log"
fi

# Headers whose kernels have structs and unions compile: alone, with the members, and after others. So do those of calls with two kernels.
two="examples/matmul_bf16.c tests/conformance/long_rows.c"
for source in $(grep -l -w -e struct -e union examples/*.c tests/conformance/*.c) tests/cuda/wide.c $two; do
    name=$(basename "$source" .c)
    translate "$source" "$work/$name.cu" || continue
    printf '#include "%s"\n' "$name.cuh" >"$work/alone_$name.cc"
    printf '#define pallas pallas_%s\n#include "%s"\n#undef pallas\n' "$name" "$name.cuh"
done >"$work/headers.cc"
[ "$(grep -c include "$work/headers.cc")" -ge 10 ] && grep -q '^struct ' "$work"/*.cuh && grep -q '^union ' "$work"/*.cuh &&
    echo 'static_assert(sizeof(pallas::pair::first) == 8, "");' >>"$work/alone_wide.cc" &&
    $cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -isystem emulator/include -isystem targets/cuda -I"$work" \
        "$work"/alone_*.cc >"$work/log" 2>&1 &&
    $cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -isystem emulator/include -isystem targets/cuda -I"$work" -include pl_cuda.h \
        -DPALLAS_OPAQUE "$work/headers.cc" >"$work/log" 2>&1
verdict $? "a header that declares kernels" "$work/log" "$work/headers.cc"
finish
