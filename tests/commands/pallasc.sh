#!/bin/sh
# pallasc.sh -- the command line of pallasc: every option, every exit code, messages and output.
# Prints the counts last. tests/run sets WORK and CC. PALLASC: the program (build/pallasc).
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/pallasc && [ -d "$WORK" ] || exit 2
pallasc=${PALLASC:-$here/build/pallasc}
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL M4
rm -rf "$work"
mkdir -p "$work/deep" "$work/tmp"
cd "$work" || exit 2
. "$here/tests/tools/count.inc"
# Other jobs create and delete plans in /tmp.
export TMPDIR=$work/tmp
shows="out err"

# expect CODE PATTERN WORD...: one test; passes if pallasc with these arguments returns this code and prints a line that matches
# the pattern, to stdout or stderr, or no such line if the pattern begins with `!`.
expect() {
    code=$1 pattern=$2
    shift 2
    "$pallasc" "$@" >out 2>err
    got=$?
    case $pattern in
    !*) ! cat out err | grep -q -e "${pattern#!}" ;;
    *) cat out err | grep -q -e "$pattern" ;;
    esac
    said=$?
    [ "$got" = "$code" ] && [ "$said" = 0 ]
    verdict $? "pallasc $* returns $got, expected $code and '$pattern'"
}

# holds FILE PATTERN: one test; passes if a line of the file matches. lacks FILE PATTERN: passes if none does.
holds() {
    grep -q -e "$2" "$1" 2>/dev/null
    verdict $? "$1 has no line '$2'"
}
lacks() {
    ! grep -q -e "$2" "$1" 2>/dev/null
    verdict $? "$1 has a line '$2'"
}
is_none() {
    [ ! -e "$1" ]
    verdict $? "$1 exists"
}

if [ ! -x "$pallasc" ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

cat >square.c <<'PROGRAM'
#include <pallas.h>
static double then(double a, double b) { return 2 * a + b; }
PL_KERNEL(square_kernel, PL_REF(const double, x, 40, 40), PL_REF(double, z, 1))
{
    double all = 0;
    PL_REDUCE (all, then, ((r, 40), (c, 40)), x[r][c]);
    z[0] = all;
}
PL_CALL(square, square_kernel, PL_GRID(), PL_IN(double, x, (40, 40), PL_WHOLE), PL_OUT(double, z, (1), PL_WHOLE))
PROGRAM
cat >add.c <<'PROGRAM'
#include <pallas.h>
#ifndef BLOCK
enum { BLOCK = 8 };
#endif

PL_KERNEL(add_kernel, PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK)) {
        float twice = x[c] + x[c];
        z[c] = twice;
    }
}

PL_CALL(add, add_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))
PROGRAM
printf '#include <pallas.h>\n\nint main(void)\n{\n    return 0;\n}\n' >none.c
printf '#include <pallas.h>\nint one(void)\n{\n    return first;\n}\nint two(void)\n{\n    return second;\n}\n' >broken.c
sed 's/float twice = x\[c\] + x\[c\];/float twice = strtof("2", 0);/; s/z\[c\] = twice/z[c] = getenv("Z") ? 1 : twice/' add.c |
    sed 's/#include <pallas.h>/&\n#include <stdlib.h>/' >rejected.c
sed 's/float twice = x\[c\] + x\[c\];/z[0] += x[c];/; s/z\[c\] = twice;//' add.c >wrong.c

# ---- Output ---------------------------------------------------------------------------------------------------------

expect 0 '!.' --target=opencl add.c -o add.opencl.c
holds add.opencl.c '^int add(long n,'
holds add.cl '__kernel'
expect 0 '!.' --target=opencl -oother.opencl.c add.c
holds other.cl '__kernel'
expect 0 '^int add(long n,' --target=opencl add.c
expect 0 '^int add(long n,' --target=opencl --emit=code add.c
cp out code
expect 0 '^    PL_EACH ((c, BLOCK))' --emit=plan add.c
expect 0 '// c: .*lane' --emit=plan --target=opencl add.c
expect 0 'begins at element z_0 \* n + z_1 of its array, where z_0 = i \* BM, z_1 = j \* BN' --emit=plan "$here/examples/matmul.c"
expect 0 'acc\[BQ \* D\]: registers' --emit=plan --target=opencl "$here/examples/flash_attention.c"
expect 0 'by the window of q: batch, b, heads, h, length, i' --emit=plan "$here/examples/flash_attention.c"
expect 0 'vectors if n is a multiple of 4; else' --emit=plan --target=opencl "$here/examples/softmax.c"
expect 4 "dot_in_hbm.c:9:18: error: PL_DOT: y stays in HBM" --check "$here/tests/errors/dot_in_hbm.c"
# Work-items share the first axis of a reduction by a function, or a later one if the first one is short.
reductions=$here/tests/conformance/struct_reductions.c
expect 0 'PL_REDUCE (all, then, (c, K), ' --emit=plan --target=opencl "$reductions"
expect 0 'PL_REDUCE (some, then, (c, 3, K), ' --emit=plan --target=opencl "$reductions"
expect 0 'PL_REDUCE (f.2., then, ((c, K), (r, R)), ' --emit=plan --target=opencl "$reductions"
expect 0 'PL_REDUCE (f.j., then, ((h, H), (c, K)), ' --emit=plan --target=opencl "$reductions"
expect 0 'PL_REDUCE (all, then, ((r, 40), (c, 40)), ' --emit=plan --target=opencl square.c
expect 0 '^square: 3 of 3 barriers and waits are needed' --emit=barriers --target=opencl square.c
expect 0 '^m4_define' --emit=facts add.c
expect 0 '^m4_define' --target=opencl --emit=facts add.c
expect 0 '^m4_define' --emit=facts --target=opencl add.c
expect 0 '^int add(long n, const float \*x, float \*z);' --emit=header add.c
expect 0 'PL_CALL(add' --emit=tree add.c
expect 0 '// 9:15' --emit=tree --places add.c
expect 0 'PL_CALL(add' --emit=source add.c
expect 0 'float' --emit=nodes add.c
expect 0 '^ *i .*parallel' --explain --check add.c
expect 0 '!__kernel' --explain --target=opencl add.c
expect 0 '!.' --check add.c
expect 0 '!.' --check --target=opencl add.c
# With --target, --check also reports code that no target supports, or that this target does not support.
sed 's/^PL_KERNEL(add/static const float *end(const float *of) { return of + BLOCK - 1; }\n\n&/; s/= x\[c\] + /= *end(x) + /' add.c >points.c
expect 0 '!.' --check points.c
expect 1 'points.c:[0-9]*:[0-9]*: error: a helper that returns a pointer' --check --target=opencl points.c
mkdir -p narrow
cp "$here/targets/common.m4" narrow
printf '%s\n' 'm4_define(«pl_call», «%%reject{add.c:9:15:blocks}%%»)PL_CALLS()' >narrow/none.m4
expect 1 'add.c:9:15: error: .*blocks' --templates=narrow --check --target=none add.c
printf '%s\n' '#include <pallas.h>' 'PL_KERNEL(turn, PL_REF(float, z, 64))' '{' '    PL_TILE(float, t, 64);' '    PL_FILL(t, 0);' \
    '    PL_EACH ((c, 64))' '        z[c] = t[63 - c];' '}' \
        'PL_CALL(turns, turn, PL_GRID(), PL_OUT(float, z, (64), PL_WHOLE))' >room.c
expect 0 '!.' --check --budget=256 room.c
expect 0 '!budget' --target=opencl --budget=1K room.c
expect 1 'room.c:[0-9]*:20: error: .* needs 256 bytes of local memory .* --budget allows 255' --check --budget=255 room.c
expect 1 'room.c:[0-9]*:20: note: it fits with 63 instead of 64 on the first dim' --budget=255 --target=opencl room.c -o room.opencl.c
is_none room.opencl.c
expect 0 'total 256 of the 1048576 bytes that --budget allows' --explain --budget=1M room.c
expect 1 'total 0 of the 255 bytes that --budget allows; 256 with .t., which does not fit' --explain --budget=255 room.c
# As many bytes as a message says that a call needs are enough.
for budget in 2K 8K; do
    for target in opencl cuda; do
        "$pallasc" --target=$target --budget=$budget --check "$here/examples/flash_attention.c" >out 2>err
        needs=$(sed -n 's/.*: error: .* needs \([0-9]*\) bytes of .*/\1/p' err)
        expect 0 "total $needs of the $needs bytes" --target=$target --budget="$needs" --explain "$here/examples/flash_attention.c"
    done
done
printf '%s\n' '#include <pallas.h>' 'PL_KERNEL(copy, PL_SCALAR(long, w), PL_REF(const float, x, 8, w), PL_REF(float, z, 8, w))' \
    '{' '    PL_ASSIGN(z, x);' '}' 'PL_CALL(copies, copy, PL_SIZES(m), PL_SCALAR(long, w), PL_GRID((i, PL_CDIV(m, 8))),' \
    '        PL_IN(float, x, (m, w), PL_BLOCKSPEC((8, w), (i, 0))), PL_OUT(float, z, (m, w), PL_BLOCKSPEC((8, w), (i, 0))))' >wide.c
expect 0 'x  window  float  8 x w  at run time  x 2' --explain wide.c
expect 0 'x  window  float  8 x 128  4096 bytes  x 2  = 8192 bytes' --explain --size=m=9 --size=w=128 wide.c
expect 2 '^pallasc: --size=x=…: no call has a size or scalar of this name' --explain --size=x=8 wide.c
expect 2 '^pallasc: --size needs --explain' --check --size=w=8 wide.c
# pallasc uses the -D, -U, -I, -isystem and -include of CPPFLAGS and CFLAGS, and ignores the other flags.
cat >size.c <<'PROGRAM'
#include <pallas.h>
#include <stdio.h>
#ifndef SIZE
#define SIZE 4
#endif
PL_KERNEL(count_kernel, PL_REF(float, z, 1))
{
    z[0] = SIZE;
}
PL_CALL(count, count_kernel, PL_GRID(), PL_OUT(float, z, (1), PL_WHOLE))
int main(void)
{
    float z[1];
    if (count(z))
        return 1;
    printf("size %d %g\n", SIZE, z[0]);
}
PROGRAM
mkdir -p given
echo '#define SIZE 6' >given/size.h
expect 0 'z\[0\] = 8;' --emit=source size.c -- -O3 -march=native -fno-such-flag -MF x.d -o size.o -DSIZE=8
expect 0 'z\[0\] = 8;' --emit=source size.c -- -D SIZE=8
expect 0 'z\[0\] = 4;' --emit=source size.c -- -DSIZE=8 -USIZE
expect 0 'z\[0\] = 6;' --emit=source size.c -- -include given/size.h
expect 0 'z\[0\] = 6;' --emit=source size.c -- -isystem given -include size.h -std=gnu11
expect 2 '-include needs an argument' --check size.c -- -include
with_size() {
    target=$1 said=$2
    shift 2
    expect_make "^size $said\$" TARGET="$target" SRC="$work/size.c" "$@"
}
expect_make() {
    pattern=$1
    shift
    make -s -C "$here" BUILD="$work/made" PALLASC="$pallasc" "$@" run >out 2>err && grep -q -e "$pattern" out
    verdict $? "make run $* does not print '$pattern'"
}
with_size interpret '4 4'
with_size interpret '8 8' CFLAGS=-DSIZE=8
for target in interpret tpu; do
    with_size $target '9 9' CFLAGS='-O1 -DSIZE="(4 + 5)"' CPPFLAGS=-DSIZ=1
    with_size $target '6 6' CPPFLAGS="-I$work/given" CFLAGS='-include size.h'
    # Macros with names that the templates and the runtime use do not change emitted code.
    with_size $target '8 8' CFLAGS='-Dx=SIZE -D o=1 -Dwindow=2 -DN=64' CPPFLAGS='-Dn=8 -DSIZE=n -Di=3'
done
# The check before the run gets the same flags as the program.
sed 's/z\[0\] = SIZE/for (int i = 0; i < SIZE; i++) z[i] = 4/; s/z, 1)/z, 4)/; s/(1)/(4)/; s/z\[1\]/z[4]/' size.c >loop.c
sed -i 's/define SIZE 4/define SIZE 5/' loop.c
expect 4 'loop.c' --check loop.c
expect_make '^size 4 4' SRC="$work/loop.c" CFLAGS=-DSIZE=4

# pallasc reports code that does not compile; if it does not support the code, the compiler reports the mistake. Code that
# compiles runs.
sed 's/PL_GRID()/PL_GRID((i, PL_CDIV(n, 4)))/' size.c >no_sizes.c
make -s -C "$here" BUILD="$work/made" PALLASC="$pallasc" SRC="$work/no_sizes.c" run >out 2>err
sed -n 1p err | grep -q "no_sizes.c:[0-9]*:[0-9]*: error: use of undeclared identifier 'n'" && sed -n 4p err | grep -q 'name a size in PL_SIZES' &&
    ! grep -q 'first use' err
verdict $? "make run does not begin with pallasc's message" err
sed 's/z\[0\] = SIZE/z[0] = PL_NUM_DEVICES() + such/' size.c >meshed.c
make -s -C "$here" BUILD="$work/made" PALLASC="$pallasc" SRC="$work/meshed.c" run >out 2>err
holds err 'such.* undeclared\|undeclared .*such'
! grep -q 'not yet' err
verdict $? "make run prints what pallasc does not support" err
cat >not_const.c <<'END'
#include <pallas.h>
PL_KERNEL(twice_kernel, PL_REF(float, x, 4), PL_REF(float, z, 4)) { PL_EACH ((c, 4)) z[c] = 2 * x[c]; }
PL_CALL(twice, twice_kernel, PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
int main(void) { float x[4] = { 1 }, z[4]; return twice(x, z); }
END
make -s -C "$here" BUILD="$work/made" PALLASC="$pallasc" SRC="$work/not_const.c" run >out 2>err
holds err "error: call 'twice' passes 'x' as a PL_IN, but this is not const .ref-not-const."
lacks err 'static assertion'
sed 's/z\[0\] = SIZE/float *v = malloc(4); *v = SIZE, z[0] = *v, free(v)/' size.c >allocates.c
expect 1 'allocates.c' --check allocates.c
expect_make '^size 4 4' SRC="$work/allocates.c"

make -C "$here" -n TARGET=opencl BUDGET=48K PALLAS_FLAGS=-g SRC="$work/room.c" run >out 2>err
holds out '--target=opencl -g --budget=48K'
make -C "$here" -n BUDGET=48K SRC="$work/room.c" run >out 2>err
holds err 'BUDGET= needs TARGET=opencl'
for wrong in '' K 0 -1 12X 1KB; do
    expect 2 'budget=48K' --check "--budget=$wrong" room.c
done
expect 0 '^  --explain ' --help
expect 0 '^pallasc [0-9]' --version
expect 0 'none.c has no PL_CALL' --target=opencl none.c -o none.opencl.c
# CUDA's headers have a macro of this name.
printf '#define __annotate__(a) __attribute__((a))\n#include "square.c"\n' >annotated.c
expect 0 '!no PL_CALL' --target=opencl annotated.c -o annotated.opencl.c
printf '#include <pallas.h>\n#define __annotate__(a) __attribute__((a))\n#include "square.c"\n' >annotated.c
expect 0 '!no PL_CALL' --target=opencl annotated.c -o annotated.opencl.c
holds none.opencl.c 'pl_opencl.h'

# ---- Arguments as for a compiler ------------------------------------------------------------------------------------

expect 0 'm4_define' -DBLOCK=16 --emit=facts add.c
holds out 'pl_dim(number=0, kind=block, size=«16»'
expect 0 'm4_define' -D BLOCK=32 --emit=facts add.c
holds out '«32»'
expect 0 '!«16»' -DBLOCK=16 -UBLOCK --emit=facts add.c
sed 's/^enum { BLOCK = 8 };/#include "block.h"/' add.c >included.c
echo 'enum { BLOCK = 64 };' >deep/block.h
expect 1 "included.c:3:10: error: 'block.h' file not found" --emit=facts included.c
expect 0 '«64»' -Ideep --emit=facts included.c
expect 0 '«64»' -I deep --emit=facts included.c
expect 0 '«64»' -isystem deep --emit=facts included.c
sed '/BLOCK = 8/d' add.c >bare.c
expect 1 "undeclared identifier 'BLOCK'" --emit=facts bare.c
expect 0 '«64»' -include deep/block.h --emit=facts bare.c
printf '#include <pallas.h>\n_Static_assert(__STDC_VERSION__ == WANTED, "");\n' >standard.c
expect 0 '!.' --check -DWANTED=201112L standard.c
expect 0 '!.' --check -std=c17 -DWANTED=201710L standard.c
expect 1 'static assertion failed' --check -std=c11 -DWANTED=201710L standard.c

# -MF writes a rule that make reads, also with blanks in names; it lists every file that was read, and only those.
mkdir -p "two words"
echo 'enum { BLOCK = 8 };' >"two words/block.h"
sed 's/^#ifndef BLOCK/#include "block.h"\n#ifdef NEVER/' add.c >"two words/add.c"
expect 0 '!.' --target=opencl "two words/add.c" -o "two words/out.c" -MF rule.mk
holds rule.mk '^two\\ words/out.c: '
holds rule.mk '^ two\\ words/block.h'
lacks rule.mk 'marked.h'
{ cat rule.mk && printf '\t@echo made\n'; } >made.mk
make -f made.mk 'two words/out.c' >out 2>err && ! grep -q '^made' out
verdict $? "make says that the output is out of date"
touch -d 'next hour' "two words/block.h" && make -f made.mk 'two words/out.c' >out 2>err && grep -q '^made' out
verdict $? "make does not say that the output is older than the header"
expect 0 '!.' --check add.c -MF rule.mk -MT checked
holds rule.mk '^checked: '

# ---- The header, for C and C++ --------------------------------------------------------------------------------------

printf '#pragma once\ntypedef struct { float at[2]; } point;\n' >deep/point.h
cat >types.c <<'PROGRAM'
#include <pallas.h>
#include "point.h"

enum { N = 4 };
enum mode { FAST, SLOW };
typedef float real;
struct inner { pl_bf16 b; int8_t c[N]; };
typedef struct { real w[N]; struct inner in; bool on; point from; } params;

PL_KERNEL(types_kernel, PL_SCALAR(params, p), PL_SCALAR(bool, flip), PL_SCALAR(enum mode, m), PL_SCALAR(real, by),
          PL_REF(const pl_bf16, new, N), PL_REF(const pl_f8e4m3, q, N), PL_REF(bool, o, N), PL_REF(point, s, N),
          PL_REF(uint8_t, u, N))
{
    PL_EACH ((c, N)) {
        o[c] = flip;
        s[c].at[0] = by + pl_to_f32(new[c]);
        u[c] = 1;
    }
}

PL_CALL(types, types_kernel,
        PL_SIZES(n), PL_SCALAR(params, p), PL_SCALAR(bool, flip), PL_SCALAR(enum mode, m), PL_SCALAR(real, by), PL_GRID((i, PL_CDIV(n, N))),
        PL_IN (pl_bf16, new, (n), PL_BLOCKSPEC((N), (i))),
        PL_IN (pl_f8e4m3, q, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(bool, o, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(point, s, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(uint8_t, u, (n), PL_BLOCKSPEC((N), (i))))
PROGRAM
expect 0 '!.' --emit=header -Ideep types.c -o types.h
expect 0 '!.' --emit=header add.c -o add.h
holds types.h '#include "deep/point.h"'
lacks types.h '} point;'
cat >uses.cpp <<'PROGRAM'
#include "add.h"
#include "types.h"

int use(long n, float *x)
{
    params p = {};
    pl_bf16 b = { 0x3f80 };
    pl_f8e4m3 q = { 0x38 };
    bool o;
    point s;
    uint8_t u;
    if (add(n, x, x) || types(n, p, true, SLOW, 2.0f, &b, &q, &o, &s, &u))
        return pl_error()[0];
    void *there = pl_alloc(4);
    pl_free(there);
    return pl_upload(there, x, 4) || pl_download(x, there, 4) || pl_sync();
}
PROGRAM
sed 's/params p = {};/params p = { 0 };/; s/^int use/int use(long n, float *x);\n&/' uses.cpp >uses.c
for compiler in "g++ -std=c++11 -Wredundant-decls" "g++ -std=c++20" "clang++ -std=c++17" "gcc -std=c11 -I$here" "clang -std=c11 -I$here"; do
    command -v ${compiler%% *} >/dev/null || continue
    case $compiler in *++*) source=uses.cpp ;; *) source=uses.c ;; esac
    $compiler -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -fsyntax-only $source >out 2>err
    verdict $? "$compiler does not compile the header"
done

# ---- Exit codes -----------------------------------------------------------------------------------------------------

expect 1 'cannot read nowhere.c: No such file' --emit=facts nowhere.c
expect 1 'pallasc: ' --emit=facts deep
expect 1 "broken.c:4:12: error: use of undeclared identifier 'first'" --target=opencl broken.c -o broken.opencl.c
holds err "broken.c:8:12: error: use of undeclared identifier 'second'"
is_none broken.opencl.c
expect 1 'rejected.c:10:23: error: .*strtof' --target=opencl rejected.c -o rejected.opencl.c
holds err 'rejected.c:11:16: error: .*getenv'
expect 1 'note: the rest of rejected.c was checked' --check rejected.c
expect 0 "rejected.c:10:23: note: pallasc checks the rest of 'add_kernel', but not this and 1 more place: .*strtof" --check=likely rejected.c
sed 's/z\[c\] = .*;/z[0] += x[c];/' rejected.c >both.c
expect 4 'both.c:10:23: error: .*strtof' --check both.c
holds err 'both.c:11:9: error: '
expect 4 'both.c:11:9: error: ' --check=likely both.c
expect 1 '!was checked' --check --target=opencl rejected.c
expect 1 '!was checked' --check broken.c
is_none rejected.opencl.c
is_none rejected.cl
expect 4 'wrong.c:9:9: error: ' --target=opencl wrong.c -o wrong.opencl.c
is_none wrong.opencl.c
expect 4 'wrong.c:9:9: error: ' --check wrong.c
expect 2 'no input file' --emit=facts
expect 2 '-MF needs -o FILE or -MT NAME' --target=opencl add.c -MF add.d
expect 2 'nothing to do: give --target' add.c
expect 2 '--emit=code needs a target' --emit=code add.c
expect 2 '--emit=trees is unknown' --emit=trees add.c
expect 2 'unknown option --nonsense' --nonsense add.c
expect 2 'more than one input file: none.c' --check add.c none.c
expect 2 '-o needs an argument' --check add.c -o
expect 2 'unknown target amiga; the targets are .*opencl' --target=amiga add.c
expect 2 'unknown target common' --target=common add.c
expect 5 'cannot write no/such/add.c: No such file' --target=opencl add.c -o no/such/add.c
expect 5 'cannot write add.c/x.c: Not a directory' --target=opencl add.c -o add.c/x.c
expect 5 'no templates found in deep' --templates=deep --target=opencl add.c
if [ -c /dev/full ]; then
    "$pallasc" --emit=facts add.c >/dev/full 2>err
    [ $? = 5 ] && grep -q 'cannot write standard output: No space' err
    verdict $? "a full disk is not reported"
fi
# root may write everywhere.
if [ "$(id -u)" != 0 ]; then
    mkdir locked && chmod 555 locked
    expect 5 'cannot write locked/add.cl: Permission denied' --target=opencl add.c -o locked/add.c
fi

# A mistake in the program is not an internal error, and --explain prints nothing.
cp "$here/tests/golden/errors/call_of_tpu.c" named.c
expect 1 "named.c:[0-9]*:[0-9]*: error: with --target=tpu a call cannot have the name 'pl_all'" --explain --target=tpu named.c

# A failed run does not change an existing file: with a broken template, without m4, and without a folder for the plan.
cp -r "$here/targets" templates
expect 0 '!.' --templates=templates --target=opencl add.c -o kept.c
cp kept.c before.c
echo '«m4_defn(1)»' >>templates/opencl.m4
expect 3 "^pallasc: a template of target opencl in templates left 'm4_defn(1)' in the last of these lines:" --templates=templates --target=opencl add.c -o kept.c
cmp -s kept.c before.c
verdict $? "a failed run changed the output file"
# Templates read facts by the names of their fields. Mistakes in templates are reported at their line, m4's own included.
expect_template() {
    cp "$here/targets/opencl.m4" templates/opencl.m4
    printf '%s\n' "$1" >>templates/opencl.m4
    line=$(wc -l <templates/opencl.m4)
    expect 3 "opencl.m4:$line:$2" --templates=templates --target=opencl add.c -o kept.c
}
expect_template 'pl_define(«dim», «cl_x», ««$size ${kinds}»»)m4_dnl' "40: error: pl_dim has no 'kinds'; it has number, kind, size,"
expect_template 'pl_define(«dims», «cl_x», ««$size»»)m4_dnl' '1: error: there is no fact or macro pl_dims whose arguments have names'
expect_template 'm4_define(«cl_x», ««$size»»)m4_dnl' "25: error: '\$size' is not in a pl_define or pl_macro"
expect_template 'pl_macro(«cl_x(a, b)», ««$a $c»»)m4_dnl' "33: error: cl_x has no 'c'; it has a, b"
expect_template 'pl_macro(«cl_x(a, b)», ««$a»»)m4_define(«cl_y», «cl_x(a=1, c=2)»)m4_dnl' "69: error: cl_x has no 'c'; it has a, b"
expect_template 'pl_macro(«cl_x(a, b)», ««$a»»)m4_define(«cl_y», «cl_x(a=1)»)m4_dnl' "67: error: cl_x lacks 'b'"
expect_template 'pl_macro(«cl_x(a, b)», ««$a»»)m4_define(«cl_y», «cl_x(b=1, a=2)»)m4_dnl' "64: error: cl_x lacks 'a'"
expect_template 'm4_define(«cl_x», «$1»)m4_define(«cl_y», «cl_x(a=1)»)m4_dnl' \
    '[0-9]*: error: there is no fact or macro cl_x whose arguments have names'
expect_template 'm4_define(«cl_x», «pl_enumerator(name=«x», value=1, more=)»)m4_dnl' \
    "58: error: pl_enumerator has no 'more'; it has name, value"

# A call that never ends is reported where it begins, and not where m4 notices: at the end of its input.
expect_template 'm4_define(«cl_x», «m4_ifelse(«$1», 1, «one»»)m4_dnl' "23: error: m4_ifelse( has no end: a ')' or '»' is missing"
expect_template 'm4_define(«cl_x», «m4_ifelse(«$1», 1, «one)»)m4_dnl' "1: error: m4_define(«cl_x» has no end: a ')' or '»' is missing"
expect_template 'm4_define(«cl_x», «one»m4_dnl' "1: error: m4_define(«cl_x» has no end"
expect_template 'pl_macro(«cl_x(a, b' "1: error: pl_macro(«cl_x(a, b has no end"
expect_template 'm4_define(«cl_x», one»)m4_dnl' "24: error: this '»' has no '«'"
expect_template 'm4_eval(1 +)' ' bad expression in eval'
cp "$here/targets/opencl.m4" templates
expect_without_m4() {
    M4=no-such-m4 "$pallasc" --target=opencl add.c -o kept.c >out 2>err
    [ $? = 5 ] && grep -q 'no m4; try: apt-get install m4' err && [ "$(wc -l <err)" = 1 ]
    verdict $? "a missing m4 is not reported"
    TMPDIR=/no/such/folder "$pallasc" --target=opencl add.c >out 2>err
    [ $? = 5 ] && grep -q 'cannot write /no/such/folder/pallasc-.*TMPDIR' err
    verdict $? "a missing folder for the plan is not reported"
}
expect_without_m4
[ -z "$(ls "$TMPDIR")" ]
verdict $? "plans are left in TMPDIR"

# ---- The same output ------------------------------------------------------------------------------------------------

# same_code WHAT COMMAND...: one test; passes if the command writes the same code as the first one.
same_code() {
    what=$1
    shift
    "$@" >again 2>err && cmp -s "$work/again" "$work/first"
    verdict $? "the code differs $what"
}
"$pallasc" --target=opencl "$work/add.c" >first 2>err
same_code "the second time" "$pallasc" --target=opencl "$work/add.c"
for locale in $(locale -a 2>/dev/null | grep -v -e '^C$' -e POSIX | head -n 3) de_DE.UTF-8; do
    same_code "under LC_ALL=$locale" env LC_ALL="$locale" LANG="$locale" "$pallasc" --target=opencl "$work/add.c"
done
same_code "under another TMPDIR" env TMPDIR="$work/deep" "$pallasc" --target=opencl "$work/add.c"
(cd / && "$pallasc" --target=opencl "$work/add.c") >again 2>err && cmp -s again first
verdict $? "the code differs if pallasc runs in another folder"
(cd deep && "$pallasc" --target=opencl "$work/add.c" -o "$work/deep/named.opencl.c") && cmp -s deep/named.opencl.c first
verdict $? "the code differs if it is written to another folder"

# A copy of pallasc elsewhere, and a link to it, find the templates and the header of the source root.
cp "$pallasc" deep/moved
ln -s "$pallasc" deep/linked
same_code "from a copy of pallasc" deep/moved --target=opencl "$work/add.c"
same_code "from a link to pallasc" deep/linked --target=opencl "$work/add.c"

# File names that are special to m4, C or the shell.
for name in pl_each m4_name 'a file' "it's" 'a$1' len; do
    cp add.c "$name.c"
    "$pallasc" --target=opencl "$name.c" -o "$name.opencl.c" >out 2>err && grep -q -F "calls of $name.c" "$name.opencl.c" &&
        "$pallasc" -g --target=opencl "$name.c" -o "$name.opencl.c" >out 2>err &&
        grep -q -F "#line 8 \"$name.c\"" "$name.cl"
    verdict $? "a file with the name $name.c"
done

# ---- Calls in a header ----------------------------------------------------------------------------------------------

# A call in a header: its reports and comments name the header; comments about all calls name the file.
cat >calls.h <<'PROGRAM'
#include <pallas.h>

PL_KERNEL(one_kernel, PL_REF(float, z, 1))
{
    z[0] = 1;
}

PL_CALL(one, one_kernel, PL_GRID(), PL_OUT(float, z, (1), PL_WHOLE))
PROGRAM
echo '#include "calls.h"' >includes.c
for target in opencl tpu cuda; do
    expect 0 '!.' --target=$target includes.c -o includes.out.c
    holds includes.out.c '"one", "one_kernel", "[./]*calls.h", 8)'
    holds includes.out.c '^// The calls of includes.c, for'
done

# ---- The user's lines -----------------------------------------------------------------------------------------------

# -g only adds directives. Blocks of two have no vector loops, which -g would replace.
expect 0 '!.' -DBLOCK=2 --target=opencl add.c -o plain.opencl.c
lacks plain.opencl.c '#line'
lacks plain.cl '#line'
expect 0 '!.' -g -DBLOCK=2 --target=opencl add.c -o lines.opencl.c
grep -v '#line' lines.cl >without
cmp -s without plain.cl
verdict $? "-g changes more than lines"
awk '/^#line .*"lines.cl"/ { if (FNR == last + 2) exit 1; last = FNR }' lines.cl
verdict $? "-g has directives for two consecutive lines of the emitted file"

# An error in an emitted line of the kernel, or of the launcher, is reported at the line of add.c; an error in another line at its
# own place.
# as_c FILE: writes it as C, without the keywords of OpenCL, to as.c.
as_c() { sed 's/__kernel//; s/__global//g; s/__attribute__((.*))//; s/__constant/static const/; s/uchar/char/' "$1" >as.c; }
as_c lines.cl
sed -i 's/twice = x/twice = unknown_here + x/' as.c
"${CC:-cc}" -fsyntax-only -w as.c >out 2>&1
holds out "add.c:9:.*unknown_here"
sed 's/pl_cl_begin(/unknown_there(/' lines.opencl.c >launcher.c
"${CC:-cc}" -std=c11 -I"$here" -I"$here/targets/opencl" -fsyntax-only -Werror=implicit-function-declaration launcher.c >out 2>&1
holds out "add.c:14:.*unknown_there"
{ cat add.c && sed -n "/^PL_CALL/,\$p" add.c | sed "s/(add, /(again, /"; } >twice.c
"$pallasc" -g --target=opencl twice.c -o twice.opencl.c
sed "/^int again/,\$s/struct pl_cl_call/struct unknown_here/" twice.opencl.c >launcher.c
"${CC:-cc}" -std=c11 -I"$here" -I"$here/targets/opencl" -fsyntax-only launcher.c >out 2>&1
holds out "twice.opencl.c:$(grep -n unknown_here launcher.c | cut -d : -f 1):"

# gdb stops in the kernel that runs on PoCL, at its line in the source.
gdb_stops() {
    cat add.c - >main.c <<'PROGRAM'
int main(void)
{
    float x[8] = { 1 }, z[8];
    return add(8, x, z);
}
PROGRAM
    mkdir -p cache
    "$pallasc" -g --target=opencl main.c -o main.opencl.c >out 2>err &&
        "${CC:-cc}" -std=c11 -g -DPL_TARGET_OPENCL -I"$here" -I"$here/targets/opencl" -o main main.c main.opencl.c -lOpenCL \
            -lm >out 2>err
    verdict $? "a program with -g does not build"
    POCL_CACHE_DIR=$PWD/cache PALLAS=schedule=cpu timeout 60 gdb -q -nx -batch -ex "set breakpoint pending on" \
        -ex "break main.c:9" -ex run -ex "bt 1" ./main >out 2>err
    holds out "^#0 .* main.c:9$"
}
if ! command -v gdb >/dev/null || ! gdb -q -nx -batch -ex starti -ex "info registers pc" /bin/true 2>&1 | grep -q "^[pr][ci]p* .*0x"; then
    skip "no gdb that can trace a process"
elif ! ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then
    skip "there is no OpenCL to run on"
else
    gdb_stops
fi

# make run stops before the run, with the message of --check. The build folder is new, with a link to pallasc.
mkdir -p build && ln -s "$here/build/gen" "$pallasc" build/
(cd "$here" && "$pallasc" --check -I. tests/errors/total_not_zeroed.c) 2>wanted
make -C "$here" --no-print-directory BUILD="$work/build" run SRC=tests/errors/total_not_zeroed.c >out 2>err
[ $? != 0 ] && ! grep -q 'kernel sum_kernel' err && grep -v -e '^make: ' -e ', which checks the source$' err | diff wanted - >diff
verdict $? "make run does not stop as --check does"

# make run prints warnings about likely mistakes before the program's output, and runs it. It does not print remarks about cases
# that cannot be proved.
cat >hist.c <<'PROGRAM'
#include <pallas.h>

PL_KERNEL(count, PL_REF(const uint8_t, x, 4), PL_REF(int, h, 4))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(h, 0);
    PL_EACH ((c, 4))
        h[x[c] & 3]++;
}

PL_CALL(hist, count, PL_GRID((i, 2)),
        PL_IN (uint8_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int, h, (4), PL_WHOLE))

int main(void)
{
    uint8_t x[8] = { 1, 1, 2, 1, 0, 2, 1, 1 };
    int h[4];
    return hist(x, h) || printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]) < 0;
}
PROGRAM
make_run() { make -s -C "$here" --no-print-directory BUILD="$work/build" run SRC="$work/$1" >out 2>&1; }
"$pallasc" --check hist.c 2>err && sed "s|^hist.c|$work/hist.c|" err >wanted && echo "1 5 2 0" >>wanted
make_run hist.c && grep -v '^  build ' out | diff wanted - >diff && grep -q ' PL_LOOP to run them in order$' wanted && grep -q '^ .* h\[x\[c\] & 3\]++;$' wanted
verdict $? "make run does not print a warning and run the program"
sed 's/h\[x\[c\] & 3\]++/h[x[c] \& 3] = (int)PL_PROGRAM_ID(0)/' hist.c >scatter.c
expect 0 'may write the same element' --check scatter.c
make_run scatter.c && grep -v '^  build ' out >err && [ "$(cat err)" = "1 1 1 0" ]
verdict $? "make run prints a case that cannot be proved"

# Without a pallasc, make run starts to build it, and does not wait for it. Builds do not run twice, and a failed one is named.
printf 'echo >>"$1.started"\nwhile [ ! -f "$1.go" ]; do sleep 0.1; done\n[ "$(cat "$1.go")" = well ] && touch "$1"\n' >builder.sh
first_run() {
    make -s -C "$here" --no-print-directory BUILD="$work/none" PALLASC_ALONE="sh $work/builder.sh $work/none/pallasc" run \
        SRC="$work/scatter.c" >out 2>err && [ "$(grep -v '^  build ' out)" = "1 1 1 0" ]
    verdict $? "make run without a pallasc does not run the program"
}
# built RESULT: lets the build end.
built() {
    echo "$1" >none/result && mv none/result none/pallasc.go      # the build never sees an empty file
    for _ in $(seq 600); do kill -0 "$(cat none/pallasc.pid 2>/dev/null)" 2>/dev/null || break; sleep 0.1; done
    rm -f none/pallasc.go
}
for time in first second; do
    first_run
    holds err '^note: pallasc is being built, so the source is not checked yet: .*iterations that depend on each other'
done
[ "$(wc -l <none/pallasc.started)" = 1 ]
verdict $? "two builds of pallasc at once"
built badly
first_run
holds err '^note: the source is not checked, because pallasc could not be built: .*/none/pallasc.log says why'
rm none/pallasc.log
first_run
built well
[ -f none/pallasc ] && [ ! -f none/pallasc.log ] && [ ! -f none/pallasc.pid ]
verdict $? "pallasc is not built beside make run"

finish
