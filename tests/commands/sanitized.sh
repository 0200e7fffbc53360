#!/bin/sh
# sanitized.sh -- runs pallasc itself under the address and undefined behavior sanitizers: every case of golden/, golden/errors/
# and golden/explain/ and every example is checked, planned and translated. Finds crashes and undefined behavior; other tests
# compare the output. Leaks are not reported, because pallasc frees nothing. SEED=n selects a quarter of the runs, FULL=1 does
# all. Prints the counts last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/sanitized && [ -d "$WORK" ] || exit 2
export LC_ALL=C
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc
pallasc=$work/build/pallasc
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"

if [ ! -x "${PALLASC:-build/pallasc}" ]; then
    skip "there is no pallasc (libclang)"
    finish
fi
echo 'int main(void) { return 0; }' >"$work/empty.c"
# shellcheck disable=SC2086 # flags
if ! ${CC:-cc} $sanitizers -o "$work/empty" "$work/empty.c" 2>"$work/log" || ! "$work/empty"; then
    skip "${CC:-cc} has no sanitizers"
    finish
fi
make -s pallasc BUILD="$work/build" PALLASC_CFLAGS="$sanitizers -O0" LDFLAGS="$sanitizers" >"$work/log" 2>&1 &&
    grep -q __asan_init "$pallasc" && grep -q __ubsan "$pallasc"
verdict $? "gen/ builds with sanitizers" "$work/log"
[ "$failed" = 0 ] || finish

# A finding ends pallasc with 99, which is not one of its own exit codes.
export ASAN_OPTIONS=detect_leaks=0,exitcode=99 UBSAN_OPTIONS=print_stacktrace=1,exitcode=99
try() {
    "$pallasc" --templates=targets -I. "$@" >"$work/said" 2>&1
    status=$?
    case $status in
    0 | 1 | 4) ! grep -q -e 'runtime error: ' -e 'ERROR: AddressSanitizer' "$work/said" ;;
    *) false ;;
    esac
    verdict $? "pallasc $*" "$work/said"
}

at=0
for source in tests/golden/*.c tests/golden/errors/*.c tests/golden/explain/*.c examples/*.c scorecard/kernelbench/*.c; do
    for what in "--check" "--emit=facts --explain" "--target=opencl" "--target=tpu"; do
        at=$((at + 1))
        # shellcheck disable=SC2046,SC2086 # words
        ! sampled $((at + at / 4)) 4 || try $what $(sed -n 's,^// options: ,,p' "$source") "$source" -o "$work/out"
    done
done
finish
