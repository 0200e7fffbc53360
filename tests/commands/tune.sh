#!/bin/sh
# tune.sh -- tests `make tune`: which candidates are rejected, wrong or right, what is written, and what later builds use.
# Times are not tested. Prints the counts last. tests/run sets WORK and CC. PALLASC: the program (build/pallasc).
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
pallasc=${PALLASC:-$here/build/pallasc}
work=$(cd "${WORK:?}" && pwd)/tune && [ -d "$WORK" ] || exit 2
unset JOBS FULL UPDATE CASE SEED TARGET
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 2
. "$here/tests/tools/count.inc"

# BN=100 is no multiple of 128, and ADD=2 gives other results than ADD=1, which is what interpret mode has.
cat >add.c <<'PROGRAM'
#include <pallas.h>

PL_TUNE(BN, 128, 256, 100)
PL_TUNE(ADD, 1, 2)
PL_TUNE_FOR(add, (8, 512), (64, 1024), (64, 4096))

PL_KERNEL(add_kernel, PL_REF(const float, x, 8, BN), PL_REF(float, y, 8, BN))
{
    PL_EACH ((r, 8), (c, BN))
        y[r][c] = x[r][c] + ADD;
}

PL_CALL(add, add_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(m, 8)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((8, BN), (i, j))),
        PL_OUT(float, y, (m, n), PL_BLOCKSPEC((8, BN), (i, j))))

int main(void) { printf("%d\n", BN); return 0; }
PROGRAM

# said TEXT FILE WHAT: FILE contains TEXT.
said() { grep -qF -- "$1" "$2"; verdict $? "$3" "$2"; }

tune() { make -s -C "$here" BUILD="$work/build" CC="$CC" PALLASC="$pallasc" tune "$@" >log 2>&1; }

tune SRC="$work/add.c" TARGET=tpu CHIP=v5e
verdict $? "make tune fails" log
said "BN=128 ADD=2: wrong: y differs from interpret mode by 1," log "a wrong candidate is not found"
said "BN=100 ADD=1: rejected: operand x: a v5e takes blocks whose last two dims are multiples of 8 and 128" log "no reason for what the chip rejects"
grep -q '^  1\. BN=256 ADD=1 .* ms *1\.00 x  .* bounds it' log
verdict $? "larger blocks are not found to be faster, or nothing says what bounds them" log
grep -qx 'add | tpu | v5e | 64 4096 | BN=256 ADD=1 | [0-9.e-]* s' add.tune && [ "$(wc -l <add.tune)" = 3 ]
verdict $? "add.tune has not an entry for each of two sizes" add.tune
cp add.tune first.tune
tune SRC="$work/add.c" TARGET=tpu CHIP=v5e
cmp -s add.tune first.tune
verdict $? "the same entries are not replaced by the same" add.tune

# What later builds use.
make -s -C "$here" BUILD="$work/build" CC="$CC" PALLASC="$pallasc" run SRC="$work/add.c" TARGET=tpu CHIP=v5e >log 2>&1
said 256 log "make run does not use add.tune"
make -s -C "$here" BUILD="$work/build" CC="$CC" PALLASC="$pallasc" run SRC="$work/add.c" FAST=1 >log 2>&1
said 128 log "a target without an entry does not fall back to the first value"
printf '%s\n' 'TARGET = tpu' 'OUT = mine' 'PALLAS_SRC = add.c' "include $here/pallas.mk" 'app: $(PALLAS_OBJECTS)' \
    '	$(CC) -o app $^ $(PALLAS_LIBS)' >Makefile
make -s CC="$CC" PALLASC="$pallasc" app >log 2>&1 && ./app >log 2>&1
said 256 log "pallas.mk does not use add.tune"

# Which entry: the device's, then the nearest sizes; the largest without sizes.
cat >some.tune <<'ENTRIES'
# pallas tune 1: call | target | device | sizes | constants | time
f | tpu | v4 | 4096 | A=1 | 1 s
f | tpu | v5e | 64 64 | A=2 B=3 | 1 s
f | tpu | v5e | 4096 4096 | A=4 B=5 | 1 s
ENTRIES
lookup() { DEVICE=$1 sh "$here/tune/lookup.sh" some.tune "$2" "$3" >log 2>&1; }
lookup v5e tpu ""; said "-DPL_TUNE_A=,4 -DPL_TUNE_B=,5" log "without sizes, the largest is not taken"
lookup v5e tpu "100 100"; said "-DPL_TUNE_A=,2 -DPL_TUNE_B=,3" log "the nearest sizes are not taken"
lookup v4 tpu "100 100"; said "-DPL_TUNE_A=,1" log "the device's entry is not taken"
lookup v6e tpu "5000 5000"; said "-DPL_TUNE_A=,4" log "another device's entry is not taken where there is no own"
lookup v5e cuda ""; [ ! -s log ]; verdict $? "another target's entry is taken" log

# pallas_tune.h takes the same entries at run time.
cat >look.c <<'PROGRAM'
#include <pallas_tune.h>

// look DEVICE SIZE...
int main(int argc, char **argv)
{
    long sizes[4] = { 0 };
    for (int i = 2; i < argc; i++)
        sizes[i - 2] = atol(argv[i]);
    printf("-DPL_TUNE_A=,%ld\n", pl_tuned("some.tune", "f", "tpu", argv[1], sizes, argc - 2, "A", 0));
    return 0;
}
PROGRAM
"$CC" -std=c11 -I"$here" -o look look.c -lm >log 2>&1
verdict $? "look.c does not compile" log
for device in v4 v5e v6e; do
    for sizes in "1 64" "100 100" "600 500" "4096 1024" "5000 5000" 4096 "64 64 64"; do
        lookup $device tpu "$sizes"
        # shellcheck disable=SC2086 # sizes
        ./look $device $sizes >looked && [ "$(cut -d ' ' -f 1 log)" = "$(cat looked)" ]
        verdict $? "pl_tuned takes another entry than lookup.sh on $device for $sizes" log looked
    done
done
sed -i '1s/1:/2:/' some.tune; lookup v5e tpu ""; said "of another version" log "a file of another version is read"

# At run time: a program with two candidates of a call, and a file that says which one each size takes. The kernel adds its constant.
sed 's/PL_TUNE(ADD, 1, 2)/enum { ADD = BN };/; /^int main/d' add.c >kernels.c
for n in 128 256; do
    printf '#define PL_TUNE_BN , %s\n#define add add_%s\n#include "kernels.c"\n' $n $n >add_$n.c
done
cat >choose.c <<'PROGRAM'
#include <pallas_tune.h>
#include "add_128.pallas.h"
#include "add_256.pallas.h"

static float chosen(const char *file, const char *device, long m, long n)
{
    static float x[64 * 4096], y[64 * 4096];
    const long sizes[] = { m, n };
    long bn = pl_tuned(file, "add", "tpu", device, sizes, 2, "BN", 128);
    int failed = bn == 256 ? add_256(m, n, x, y) : add_128(m, n, x, y);
    return failed ? -1 : y[m * n - 1];
}

int main(void)
{
    printf("%g %g %g", chosen("two.tune", "v5e", 8, 256), chosen("two.tune", "v5e", 64, 4096), chosen("two.tune", "v4", 8, 256));
    printf(" %g", chosen("two.tune", NULL, 8, 300));
    printf(" %g %g\n", chosen("none.tune", "v5e", 8, 256), chosen("some.tune", "v5e", 8, 256));
    return 0;
}
PROGRAM
cat >two.tune <<'ENTRIES'
# pallas tune 1: call | target | device | sizes | constants | time
add | opencl | v5e | 8 256 | BN=1 | 1 s
add | tpu | v4 | 64 4096 | A=3 BN=256 | 1 s
add | tpu | v5e | 64 4096 | BN=256 A=1 | 1 s
add | tpu | v5e | 8 256 | A=2 | 1 s
add | tpu | v5e | 8 512 | BN=128 | 1 s
other | tpu | v5e | 8 256 | BN=1 | 1 s
ENTRIES
printf '%s\n' 'TARGET = tpu' 'OUT = mine' 'PALLAS_SRC = add_128.c add_256.c' "include $here/pallas.mk" \
    'choose: choose.c $(PALLAS_OBJECTS) $(PALLAS_HEADERS)' \
    '	$(CC) $(PALLAS_CPPFLAGS) -Wall -Wextra -o choose choose.c $(PALLAS_OBJECTS) $(PALLAS_LIBS)' >Makefile
make -s CC="$CC" PALLASC="$pallasc" choose >log 2>&1 && ./choose >>log 2>&1
[ "$(tail -n 1 log)" = "128 256 256 128 128 128" ] && [ "$(wc -l <log)" = 2 ]
verdict $? "a program with two candidates takes others than two.tune says" log
said "some.tune: not a file of make tune, or of another version" log "a file of another version is read at run time"

# Choices of a GPU are not ranked on other devices. ADD chooses, and is used elsewhere, too.
sed 's/^PL_TUNE_FOR.*/PL_TUNE(THREADS, 0, 64, 128)\n&/' add.c >choice.c
echo 'PL_SCHEDULE(add, PL_THREADS(THREADS), PL_STAGES(ADD))' >>choice.c
tune SRC="$work/choice.c" TARGET=tpu CHIP=v5e
said "make tune: THREADS keeps its first value: only PL_SCHEDULE uses it, which v5e ignores" log "nothing says that a TPU has no threads"
said "add: 6 candidates" log "there are not the candidates of BN and ADD alone"
! grep -qe 'ADD keeps' -e 'THREADS=64' log
verdict $? "another constant is ignored, or THREADS is not" log

# Mistakes.
tune SRC="$work/add.c" TARGET=tpu; [ $? != 0 ]; verdict $? "TARGET=tpu without a chip is accepted" log
said "CHIP=v5e" log "nothing says that a chip is missing"
sed '/PL_TUNE_FOR/d' add.c >none.c
tune SRC="$work/none.c"; said "has no PL_TUNE_FOR; write PL_TUNE_FOR(call," log "nothing says that sizes are missing"
for wrong in '(8, 512)/(8)/the size n has no value' '(8, 512)/(8, 512, 1)/the call has fewer sizes and scalars: 1 is left' \
    'FOR(add/FOR(added/no PL_CALL of the file has this name'; do
    from=${wrong%%/*} to=${wrong#*/}
    sed "s/$from/${to%/*}/" add.c >none.c
    tune SRC="$work/none.c" TARGET=interpret
    grep -q "none.c:5: error: PL_TUNE_FOR(add.*interpret mode: ${to#*/}\$" log
    verdict $? "nothing says where PL_TUNE_FOR is wrong: $to" log
done
echo 'PL_TUNE(BM)' | "$CC" -std=c11 -I"$here" -include pallas.h -x c -c -o /dev/null - >log 2>&1
said "PL_TUNE(BM, 64, 128): a constant and the values that it may have [tune-values]" log "PL_TUNE(BM) is accepted"

finish
