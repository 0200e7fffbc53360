#!/bin/sh
# spans.sh -- PL_TRACE names a span of OpenCL's profile, PALLAS=trace=FILE, and a range of NVTX on CUDA; spans.c. Instead of a
# profiler, a header nvtx3/nvToolsExt.h prints the ranges. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2

# The names of a trace's spans on a row, in their order.
spans_on() { sed -n "s/^{\"ph\":\"X\",\"name\":\"\([^\"]*\)\",\"pid\":1,\"tid\":$1,\"ts\":[0-9.]*,\"dur\":[0-9.]*},*\$/\1/p" "$2" | tr '\n' ' '; }

on_opencl() {
    . tests/opencl/build.inc
    build "$work/program" tests/targets/spans.c || finish
    PALLAS=trace=$work/trace.json "$work/program" >"$work/said" 2>&1
    verdict $? "spans.c on OpenCL with trace=" "$work/said"
    [ "$(spans_on 0 "$work/trace.json")" = 'twice copy ' ] && [ "$(spans_on 1 "$work/trace.json")" = 'dou_ble add ' ]
    verdict $? "the spans of calls and PL_TRACEs in OpenCL's profile" "$work/trace.json"
    [ "$(sed -n '1p;$p' "$work/trace.json" | tr -d '\n')" = '[]' ]
    verdict $? "the list in the trace is closed" "$work/trace.json"
    PALLAS=trace=$work/no/such "$work/program" >"$work/said" 2>&1
    grep -q "trace=$work/no/such: the file cannot be written \[trace-file\]" "$work/said"
    verdict $? "a trace that cannot be written" "$work/said"
    finish
}

on_cuda() {
    . tests/cuda/build.inc
    need_emulator
    mkdir -p "$work/fake/nvtx3"
    cat >"$work/fake/nvtx3/nvToolsExt.h" <<'END'
#include <cstdio>
inline int nvtxRangePushA(const char *name) { return std::printf("{%s", name); }
inline int nvtxRangePop() { return std::printf("}"); }
END
    translate tests/targets/spans.c "$work/program.cu"
    # build would use the header that is compiled once, which was read without a profiler's.
    # shellcheck disable=SC2086,SC2154 # flags of build.inc
    $cxx $checked -I"$work/fake" $warned $quiet -x c++ -c "$work/program.cu" -o "$work/program.cuda.o" >"$work/log" 2>&1 &&
        $CC -std=c11 -w -DPL_TARGET_CUDA -I. -c tests/targets/spans.c -o "$work/program.o" >>"$work/log" 2>&1 &&
        $cxx -o "$work/program" "$work/program.o" "$work/program.cuda.o" build/emulator/emulator.o -lpthread -lm >>"$work/log" 2>&1
    verdict $? "spans.c does not build with a profiler's header" "$work/log"
    "$work/program" >"$work/said" 2>&1
    [ "$(cat "$work/said")" = '{dou"ble{add}}' ]
    verdict $? "the ranges around the call" "$work/said"
    finish
}

. tests/tools/count.inc
for target in opencl cuda; do
    add_counts "$(on_$target 2>&1)"
done
finish
