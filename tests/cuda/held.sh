#!/bin/sh
# tests/cuda/held.sh -- long rows that threads hold in shared memory: which calls of conformance/long_rows.c have a kernel that does, when
# the launcher takes it, and what --explain says.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc

# explained CALL TEXT: one test; passes if the output of --explain on this call contains the text.
explained() {
    awk -v call="$1" '/^call / { of = $2 } of == call' "$work/explained" | grep -qF -- "$2"
    verdict $? "--explain does not say about $1: $2" "$work/explained"
}

source=tests/conformance/long_rows.c
"$PALLASC" -I. --target=cuda --explain $source -o "$work/program.cu" >"$work/explained" 2>&1
explained single 'for rows of 1024 bytes and more, if the shared memory of the device has room for one'
explained several 'for rows of 8192 bytes and more, if the shared memory of the device has room for one'
explained several 'in place: a row is read once, and held in shared memory for the loops that follow'
explained again 'in place: a row is stored once, and held in shared memory until then'
explained again 'a row of x, then of z  '
explained in_place 'long rows are held in shared memory, by a kernel of their own'
explained scaled 'thread block of 256 threads'
explained scaled_wide 'if the shared memory of the device has room for 96064 bytes'
explained narrow_rows 'a row of x                    pl_bf16  48000 bytes'
explained reversed 'not in registers, because its size is known at run time; 2 loops access its rows'

# All loops find the row in shared memory, except for the first that reads an array that is also written: three of single and of several,
# four of again (two read x, two z), three of in_place, two of each of the four others.
found=$(grep -c 'pl_load<pl_width>(&[a-z]*_held\[pl_first_c\])' "$work/program.cu")
[ "$found" = 21 ]
verdict $? "$found loops load from held rows, not 21"
awk '/^__global__/ { kernel = /_held\(/ } kernel && /pl_load<pl_width>\(&[xz]\[/' "$work/program.cu" >"$work/log"
[ "$(wc -l <"$work/log")" = 1 ]
verdict $? "a kernel for long rows loads them from their array, besides in_place" "$work/log"
copied=$(grep -c 'pl_cp_async<pl_width>(&[a-z]*_held\[pl_first_c\], &[xz]\[' "$work/program.cu")
[ "$copied" = 7 ]
verdict $? "$copied kernels copy rows, not 7"

# The launcher chooses the threads of the five calls whose rows have any length.
chosen=$(grep -c 'pl_cuda_threads_of_row(n, 512)' "$work/program.cu")
[ "$chosen" = 5 ]
verdict $? "the launcher chooses the threads of $chosen kernels, not of 5" "$work/program.cu"

# traced SETTINGS TEXT COUNT: so many of its 26 calls with two kernels say this.
traced() {
    PALLAS=trace,$1 timeout 300 "$work/program" >"$work/seen" 2>&1 && [ "$(grep -c -e "kernel for $2" "$work/seen")" = "$3" ]
    verdict $? "PALLAS=$1: there are not $3 calls with '$2'" "$work/seen"
}
need_emulator
build "$work/program" $source
traced order=random 'long rows$' 18
traced order=reverse 'any rows: they are short' 8
traced local=50000 'any rows: a block has too little shared memory for one' 1
traced local=35000 'any rows: a block has too little shared memory for one' 6
finish
