#!/bin/sh
# make.sh -- tests the commands of the Makefile, in a copy of it with small programs. Prints the counts last.
# tests/run sets WORK, a folder to build in, and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/make && [ -d "$WORK" ] || exit 2
unset JOBS FULL UPDATE CASE PART SEED TARGET        # make would use the values for tests/run
rm -rf "$work"
mkdir -p "$work/pallas/examples" "$work/pallas/tests" "$work/mine/deep"
cp "$here/Makefile" "$here/pallas.h" "$here/pallas_mpi.h" "$here/pallas.gdb" "$here/pallas.supp" "$work/pallas/"
cp -r "$here/tests/tools" "$work/pallas/tests/"
cp -r "$here/cmake" "$work/pallas/"
cd "$work" || exit 2

# Prints a program that prints how it was built and called, and exits with STATUS.
program() {
    cat <<'PROGRAM'
#include <pallas.h>

#include <stdio.h>
#include <stdlib.h>

#ifndef STATUS
#define STATUS 0
#endif

int main(int argc, char **argv)
{
    const char *settings = getenv("PALLAS");
    printf("%s PALLAS=%s checks=%d %s\n", __FILE__, settings ? settings : "none", PL_CHECKS, argc > 1 ? argv[1] : "");
    return STATUS;
}
PROGRAM
}
program >pallas/examples/first.c
program | sed 's/STATUS 0/STATUS 3/' >pallas/examples/second.c
program >pallas/examples/third.c
program >mine/deep/my.c

cat >mine/past_end.c <<'PROGRAM'
int pick(int (*x)[4], int at);

int pick(int (*x)[4], int at)
{
    return x[0][at];
}

int main(int argc, char **argv)
{
    int x[2][4] = { { 0 } };
    (void)argv;
    return pick(x, argc + 3);
}
PROGRAM

cat >mine/wrong_pointer.c <<'PROGRAM'
int main(void)
{
    int x = 0;
    float *p = &x;
    return *p != 0;
}
PROGRAM

export MAKEFLAGS=--no-print-directory
. "$here/tests/tools/count.inc"
shows=$work/out

prints() {
    case $1 in
    !*) ! grep -q -e "${1#!}" "$work/out" ;;
    *) grep -q -e "$1" "$work/out" ;;
    esac
}

# expect STATUS PATTERN COMMAND...: one test; passes if the command succeeds (0) or fails (1), and prints a line that matches
# the pattern, or no such line if the pattern begins with `!`.
expect() {
    wanted=$1 pattern=$2 got=0
    shift 2
    "$@" >"$work/out" 2>&1 || got=1
    [ "$got" = "$wanted" ] && prints "$pattern"
    verdict $? "$*: ends with $got, expected $wanted and '$pattern'"
}

# Where it runs from
cd mine || exit 2
expect 0 '^deep/my.c PALLAS=check=twin,order=reverse checks=1' make -f ../pallas/Makefile run SRC=deep/my.c
expect 0 '/my.c PALLAS=check=twin,order=reverse checks=1' make -C ../pallas run SRC=deep/my.c
expect 0 '/my.c PALLAS=check' make -C ../pallas run SRC="$work/mine/deep/my.c"
expect 0 '^built 3 examples' make -f ../pallas/Makefile
expect 0 '^built .*/deep/my$' make -f ../pallas/Makefile SRC=deep/my.c
cd ../pallas || exit 2

# Every example runs, and the last lines name those that fail
expect 1 '^examples/third.c ' make run
expect 1 '^failed: second$' make run
expect 1 '' make run SRC=examples/second.c
expect 0 '^examples/first.c .* word$' make run SRC=examples/first.c ARGS=word

# How it runs
expect 0 'PALLAS=order=seq ' make run SRC=examples/first.c PALLAS=order=seq
expect 0 'PALLAS=none checks=0' make run SRC=examples/first.c FAST=1
expect 0 ' -Og -g .*-fsanitize=.* -o build/interpret-run/first ' make -B -n run SRC=examples/first.c V=1
expect 0 ' -O0 -g3 .*-fsanitize=.* -o build/interpret/first ' make -B -n all V=1
expect 0 'PALLAS=check=twin,order=reverse checks=1' make run SRC=examples/first.c FAST=0 SAN=0
expect 0 '!  build build/interpret/first' make -B build/interpret/first V=1
expect 0 '  build build/interpret/first' make -B build/interpret/first V=0
expect 0 "CASE='' FULL='' PART='' UPDATE=''" make -n check FULL=0 UPDATE=no
expect 0 'PALLAS=check=twin,order=reverse checks=1' make run SRC=examples/first.c SAN=address
expect 1 '^../mine/past_end.c:5:.*out of bounds' make run SRC=../mine/past_end.c
expect 1 '^../mine/wrong_pointer.c:4:.*incompatible' make run SRC=../mine/wrong_pointer.c

# Rejected settings, and their messages
expect 1 'unknown target cuda; this version has interpret' make run TARGET=cuda
expect 1 'file not found: nowhere.c' make run SRC=nowhere.c
expect 1 'ends in .c: first' make run SRC=first
expect 1 'compiler no-such-cc not found' make run CC=no-such-cc
expect 1 '^compiler no-such-cc not found' make -C "$here" check CC=no-such-cc WORK="$work/check"
expect 1 'FAST=1 does not support sanitizers' make run FAST=1 SAN=address
mkdir "$work/with space"
ln "$work/pallas/Makefile" "$work/with space/"
(cd "$work/with space" && make run) >"$work/out" 2>&1
grep -q "contains a space" "$work/out" && [ "$(wc -l <"$work/out")" = 1 ]
verdict $? "a path with a space: make run does not reject it in one line"
expect 0 '^make run  ' make help TARGET=cuda

# Changes that rebuild, and changes that do not
expect 0 '^built 3 examples' make all
expect 0 '!^  build ' make all
touch pallas.h
expect 0 ' build build/interpret/first' make all
expect 0 ' build build/interpret/first' make all CFLAGS=-DOTHER
expect 0 '!^  build ' make all CFLAGS=-DOTHER

# The other commands
expect 0 '-std=c11 -O0' make flags
expect 0 'PALLAS=%s checks=%d %s\\n", "examples/first.c", .*none' make expand SRC=examples/first.c
expect 0 '! PL_' make expand SRC=examples/first.c

# The number of jobs at once is that of make
expect 1 ' s on 3 cores' make -C "$here" -j3 check CASE=such-is-no-job WORK="$work/check"
expect 1 ' s on 1 cores' make -C "$here" -j3 check JOBS=1 CASE=such-is-no-job WORK="$work/check"

# make expand writes an equivalent program
cp "$here/examples/vector_add.c" "$here/examples/example.h" ../mine/
make expand SRC=../mine/vector_add.c >../mine/expanded.c
expect 0 ' ok$' make run SRC=../mine/expanded.c CFLAGS=-w

# The installed files are enough to build a program
expect 0 '^installed in ' make install PREFIX="$work/installed"
printf '#include <pallas.h>\nint main(void) { return 0; }\n' >"$work/user.c"
export PKG_CONFIG_PATH="$work/installed/share/pkgconfig"
expect 0 "^-I$work/installed/include" pkg-config --cflags pallas
expect 0 '!.' "${CC:-cc}" -I"$work/installed/include" -o "$work/user" "$work/user.c" -lm

expect 0 '^rm -rf build$' make clean

finish
