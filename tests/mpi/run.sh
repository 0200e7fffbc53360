#!/bin/sh
# run.sh -- devices as processes under mpirun: every example of collectives/ and the programs with JAX's results run on four
# processes, and each array that a call writes equals that of the run in one process to the bit. Then the exit status and the
# output of programs, and pallas.mk. Prints `N passed, N failed` last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tools/count.inc
work=${WORK:-build/mpi-$$}/mpi
mkdir -p "$work"
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL DEVICES

for tool in mpicc mpirun; do
    has $tool || { skip "there is no $tool: apt-get install openmpi-bin libopenmpi-dev" && finish; }
done
case ${CC:-cc} in *tcc*) skip "MPI's header needs another compiler than $CC" && finish ;; esac

# mpi N WORD...: runs `make run` with these words on N processes. With the pallasc that there is, make builds none beside it.
checker=
[ ! -x build/pallasc ] || checker=PALLASC=$(pwd)/build/pallasc
mpi() {
    n=$1
    shift
    timeout 120 make -s CC="${CC:-cc}" BUILD="$work/build" ${checker:+"$checker"} MPI="$n" run "$@"
}
built=$work/build/interpret-mpi-run

# alike FILE OTHER: succeeds if the files have the same lines. The processes write theirs to a digest in any order.
alike() {
    sort "$1" >"$1.sorted"
    sort "$2" >"$2.sorted"
    [ -s "$1" ] && cmp -s "$1.sorted" "$2.sorted"
}

# same NAME SOURCE PROGRAM: four tests; four processes print and write the same as one process.
same() {
    digest=$work/digest
    rm -f "$digest".*
    PALLAS=check=twin,order=reverse,digest=$digest.mpi mpi 4 SRC="$2" CPPFLAGS=-Itests >"$work/mpi" 2>&1
    verdict $? "$1 on four processes" "$work/mpi"
    PALLAS=check=twin,order=reverse,digest=$digest.one timeout 120 "$3" >"$work/one" 2>&1
    verdict $? "$1 in one process" "$work/one"
    for file in mpi one; do
        sed -e '/^  build /d' -e 's/ *[0-9.]* ms / /' "$work/$file" >"$work/$file.out"
    done
    cmp -s "$work/mpi.out" "$work/one.out"
    verdict $? "$1 prints the same" "$work/mpi" "$work/one"
    alike "$digest.mpi" "$digest.one"
    verdict $? "$1 writes the same" "$digest.mpi" "$digest.one"
}

for source in examples/collectives/*.c; do
    name=$(basename "$source" .c)
    # A program without devices runs completely in each process.
    [ "$name" = nested_matmul ] || same "$name" "$source" "$built/collectives/$name"
done
check "nested_matmul, which has no devices" mpi 4 SRC=examples/collectives/nested_matmul.c
golden=tests/conformance/collectives/golden
same golden $golden.c "$built/elsewhere$(pwd)/$golden"
check "FAST=1" mpi 4 FAST=1 SRC=examples/collectives/all_gather_matmul_both.c
check "SAN=address" mpi 2 SAN=address CPPFLAGS=-DDEVICES=2 SRC=examples/collectives/all_reduce.c
check "three devices" mpi 3 CPPFLAGS=-DDEVICES=3 SRC=examples/collectives/reduce_scatter.c

# ---- Exit status and output of programs: tests/mpi/ends.c --------------------------------------------------------------

# ends HOW SETTINGS STATUS: one test; passes if ends.c on four processes exits with this status: 0, or 1 for any other.
ends() {
    begun=$(date +%s) status=0
    PALLAS=$2 mpi 4 SRC=tests/mpi/ends.c ARGS="$1" >"$work/out" 2>&1 || status=1
    [ $status = "$3" ] && [ $(($(date +%s) - begun)) -lt 60 ]
    verdict $? "$1 ends with $status" "$work/out"
}
# prints TIMES PATTERN: one test; passes if so many lines of the last program's output match.
prints() {
    [ "$(grep -c -x -e "$2" "$work/out")" = "$1" ]
    verdict $? "$1 times: $2" "$work/out"
}
here=tests/mpi/ends.c:[0-9]*

ends well "" 0
prints 1 'main begins'
prints 4 'device [0-3] of 4 begins'
prints 4 'device [0-3] ends with 0'
prints 1 'main ends with 0: '
ends check "" 1
prints 1 "$here: error: call turn, kernel turn_kernel, device 1: PL_CHECK(ends != 1): device 1 ends"
prints 4 'device [0-3] ends with 1'
prints 1 "main ends with 1: $here: error: call turn, kernel turn_kernel, device 1: PL_CHECK(ends != 1): device 1 ends"
ends deadlock "" 1
prints 1 "tests/mpi/ends.c:15: error: call turn, kernel turn_kernel, device 2: deadlock: device 2 waits for s, which is 0 of 1, and nothing that is under way will signal it \[deadlock\]"
prints 2 "$here: note: device 0 has ended its kernel (line 18)"
prints 4 'device [0-3] ends with 1'
ends return "" 1
prints 1 "$here: error: .*deadlock: device 0 waits at the beginning of its call, .*"
prints 2 "$here: note: device 1 has returned"
ends exit "" 1
prints 1 'pl_on_devices: device 1 has ended the program in its body'
prints 0 'main ends.*'
ends crash "" 1
prints 0 'main ends.*'
ends loop timeout=1 1
prints 1 "$here: error: device [023] waits .*, and no device has got on for 1 seconds"
prints 1 "$here: note: device 1 runs"
status=0
mpi 2 SRC=tests/mpi/ends.c >"$work/out" 2>&1 || status=1
[ $status = 1 ]
verdict $? "four devices on two processes" "$work/out"
prints 1 'pl_on_devices: 4 devices, but there are 2 processes: mpirun -n 4 starts one for each device \[mpi-processes\]'

# ---- A project of two files, by pallas.mk ------------------------------------------------------------------------------

mkdir -p "$work/project"
sed -e 's/^int main/int run/' -e 's/static int share/int share/' tests/mpi/ends.c >"$work/project/ends.c"
cat >"$work/project/main.c" <<'C'
#include <pallas.h>
int run(int argc, char **argv);
int main(int argc, char **argv) { return run(argc, argv); }
C
cat >"$work/project/Makefile" <<MAKE
OUT = out
PALLAS_SRC = ends.c main.c
PALLAS_MPI = 1
include $(pwd)/pallas.mk
run: \$(PALLAS_OBJECTS)
	\$(CC) -o ends \$^ \$(PALLAS_LIBS) && \$(PALLAS_MPIRUN) 4 ./ends
MAKE
timeout 120 make -s -C "$work/project" CC="${CC:-cc}" CFLAGS='-O1 -Wall -Wextra -Wpedantic -Werror' run >"$work/out" 2>&1
verdict $? "pallas.mk" "$work/out"
prints 4 'device [0-3] ends with 0'
prints 1 'main ends with 0: '

# ---- Without MPI -------------------------------------------------------------------------------------------------------

status=0
mpi 4 MPICC=no-such-mpicc SRC=tests/mpi/ends.c >"$work/out" 2>&1 || status=1
[ $status = 1 ] && grep -q '^MPI=N needs no-such-mpicc and mpirun; .*apt-get install openmpi-bin libopenmpi-dev' "$work/out"
verdict $? "without mpicc the build does not name the packages to install" "$work/out"
finish
