#!/bin/sh
# tests/opencl/run.sh -- the OpenCL runtime under handwritten calls. Prints `N passed, N failed` last.
#
# Each call is that of an example: KERNEL.cl and KERNEL.opencl.c replace the generator's output. The programs are the examples,
# with the same main() and the same check; launcher.c tests the interface for callers.
set -u
cd "$(dirname "$0")/../.." || exit 2
PALLASC=                                # all calls are handwritten
. tests/opencl/build.inc

# ---- Building ----

warnings="-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror"
helpers_of() {
    case $1 in
    matmul) echo vector share window fetch dot copy_of_type dot_of_type ;;
    softmax) echo vector stream stream_vector share window max_f32 sum_f32 ;;
    stencil) echo vector share window report ;;
    vector_add) echo vector stream stream_vector share window ;;
    esac
}
examples="matmul softmax stencil vector_add"
for example in $examples; do
    # shellcheck disable=SC2046 # words
    sh tests/opencl/lines.sh "tests/opencl/$example.cl" $(helpers_of "$example") >"$work/$example.lines"
done

# build_launcher PROGRAM CC FLAG...: builds the launchers with launcher.c, which tests them, and count.c, which counts OpenCL
# objects.
wraps=$(sed -n 's/.*[ (]__real_\(cl[A-Za-z]*\).*/\1/p
        s/^MAKES([^,]*, \(cl[A-Za-z]*\),.*/\1/p; s/^COUNTS(\(cl[A-Za-z]*\),.*/\1/p' \
    tests/opencl/count.c | sort -u | sed 's/^/-Wl,--wrap=/')
build_launcher() {
    program=$1 compiler=$2
    shift 2
    # shellcheck disable=SC2086 # flags
    $compiler $warnings -I"$work" -Itargets/opencl "$@" -o "$work/$program" \
        tests/opencl/launcher.c tests/opencl/count.c tests/opencl/matmul.opencl.c \
        tests/opencl/softmax.opencl.c tests/opencl/stencil.opencl.c tests/opencl/vector_add.opencl.c $wraps -lOpenCL -lm
}
build_example() {
    # shellcheck disable=SC2086 # flags
    $CC $warnings -O2 -I"$work" -Itargets/opencl -c -o "$work/$1.opencl.o" "tests/opencl/$1.opencl.c" &&
        $CC -std=c11 -DPL_TARGET_OPENCL -I. -o "$work/$1" "examples/$1.c" "$work/$1.opencl.o" -lOpenCL -lm
}

for example in $examples; do
    check "$example builds" build_example "$example"
    check "$example runs" "$work/$example"
done

check "launcher builds" build_launcher launcher "$CC" -O1 -g
check "launcher" "$work/launcher"
check "launcher, memory=separate" env PALLAS=memory=separate "$work/launcher"
if has clang; then
    check "clang builds it" build_launcher by_clang clang -O1
else
    skip "there is no clang"
fi

# ---- Selection of the device ----

# says WORDS STATUS COMMAND...: succeeds if the command exits with this status, and its output contains the words.
says() {
    words=$1 status=$2
    shift 2
    "$@"
    [ $? = "$status" ] && grep -qF -- "$words" "$work/out"
}
check "a device by type" env PALLAS_DEVICE=cpu "$work/launcher" why
check "a device by number" env PALLAS_DEVICE=0:0 "$work/launcher" why
PALLAS_DEVICE=abacus "$work/launcher" why >"$work/names" 2>&1
part=$(sed -n 's/.*there are: 0:0 .\(.\{7\}\).*/\1/p' "$work/names" | sed 1q | tr '[:lower:]' '[:upper:]')
check "a device by a part of its name, '$part'" env PALLAS_DEVICE="${part:-none}" "$work/launcher" why
check "no such device" says "no OpenCL device matches PALLAS_DEVICE [opencl-device]; there are: 0:0 " 1 \
    env PALLAS_DEVICE=abacus "$work/launcher" why
check "nothing is written without a device" says "1: examples/vector_add.c:28: error: " 1 \
    env PALLAS_DEVICE=7:7 "$work/launcher" why
check "no platform" says "no OpenCL platform is installed" 1 env OCL_ICD_VENDORS="$work/none" "$work/launcher" why

# ---- A simulator that finds races and wrong addresses ----

# oclgrind exits with 0 whatever it finds, and may print messages of the compiler.
quietly_simulated() {
    oclgrind --data-races "$work/$1" >"$work/seen" 2>&1 || return 1
    cat "$work/seen"
    grep -q ' ok$' "$work/seen" && ! grep -qiE 'race|invalid|error:|uninit' "$work/seen"
}
if has oclgrind; then
    for example in softmax stencil vector_add; do
        check "$example under Oclgrind" quietly_simulated "$example"
    done
    [ -z "${FULL:-}" ] || check "matmul under Oclgrind" quietly_simulated matmul
else
    skip "there is no oclgrind"
fi

# ---- Memory ----

if build_launcher asan "$CC" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all 2>"$work/out"; then
    printf 'leak:libpocl\nleak:libLLVM\nleak:libclang-cpp\nleak:libOpenCL\nleak:libhwloc\n' >"$work/suppressions"
    check "launcher, sanitized" env ASAN_OPTIONS=allocator_may_return_null=1 \
        LSAN_OPTIONS=suppressions="$work/suppressions" "$work/asan"
    check "launcher, sanitized, memory=separate" env PALLAS=memory=separate ASAN_OPTIONS=allocator_may_return_null=1 \
        LSAN_OPTIONS=suppressions="$work/suppressions" "$work/asan"
else
    skip "sanitizers: $CC does not link them"
fi
# This takes minutes, because OpenCL's compiler also runs under valgrind.
if [ -n "${FULL:-}" ] && has valgrind; then
    for kind in Addr8 Cond Value8 Leak; do
        for object in ld-linux libpocl libLLVM libclang-cpp libOpenCL libhwloc; do
            printf '{\n   %s_%s\n   Memcheck:%s\n   ...\n   obj:*%s*\n}\n' "$kind" "$object" "$kind" "$object"
        done
    done >"$work/valgrind"
    check "launcher under valgrind" valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
        --suppressions="$work/valgrind" "$work/launcher" why
fi

# ---- A program that does not build ----

grep -nm1 'x\[' "$work/vector_add.lines" >"$work/first"
sed -i 's/x\[/w[/' "$work/vector_add.lines"
check "vector_add builds with a mistake in its kernel" build_example vector_add
check "the status has its name" says "does not build, CL_BUILD_PROGRAM_FAILURE (OpenCL -11) [opencl-program]" 1 "$work/vector_add"
check "the compiler's messages name the file of kernels" says "vector_add.cl:$(sed 's/:.*//' "$work/first"):" 1 "$work/vector_add"
finish
