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
explained single 'for rows of 512 bytes and more, if the shared memory of the device has room for an eighth of one'
explained several 'for rows of 512 bytes and more (8192, if the grid has few programs), if the shared memory of the device has room for an eighth of one'
explained several 'held in shared memory for the loops that follow; if there is room only for a part of it, these loops access the rest in the array'
explained again 'held in shared memory until then; if there is room only for a part of it, these loops access the rest in the array'
explained again 'a row of x, then of z  '
explained in_place 'long rows are held in shared memory, by a kernel of their own'
explained scaled 'thread block of 256 threads'
explained scaled_wide 'if the shared memory of the device has room for an eighth of 96064 bytes'
explained narrow_rows 'a row of x                    pl_bf16  48000 bytes'
explained reversed 'not in registers, because its size is known at run time; 2 loops access its rows'

# Loops that find held rows: three of single and of several, four of again (two read x, two z), three of in_place, six of two (three read
# x and y), two of each of the four others. The first that reads an array that is also written, of in_place, does not.
found=$(grep -c 'pl_load<pl_width>(&[a-z]*_held\[pl_first_c\])' "$work/program.cu")
[ "$found" = 27 ]
verdict $? "$found loops load from held rows, not 27"
copied=$(grep -c 'pl_cp_async<pl_width>(&[a-z]*_held\[pl_first_c\], &[xyz]\[' "$work/program.cu")
[ "$copied" = 9 ]
verdict $? "rows are copied in $copied places, not in 9"

# Each loop over rows of which a part may be held has one over the rest: 3 + 3 + 4 + 4 of rows of any length, 3 of two, 2 each of scaled_wide
# and label. Rows of the other calls have room on every device.
rests=$(grep -c 'the rest, for which shared memory has no room' "$work/program.cu")
[ "$rests" = 21 ]
verdict $? "$rests loops are over the rest of a row, not 21"

# The launcher chooses the threads of the six calls whose rows have any length: more for a part of a row than for a whole one.
chosen=$(grep -c 'pl_cuda_threads_of_row(n, pl_held < n ? 1024 : 512)' "$work/program.cu")
[ "$chosen" = 6 ]
verdict $? "the launcher chooses the threads of $chosen kernels, not of 6" "$work/program.cu"

# traced SETTINGS TEXT COUNT: so many of its 37 calls with two kernels say this.
traced() {
    PALLAS=trace,$1 timeout 300 "$work/program" >"$work/seen" 2>&1 && [ "$(grep -c -e "kernel for $2" "$work/seen")" = "$3" ]
    verdict $? "PALLAS=$1: there are not $3 calls with '$2'" "$work/seen"
}

# has_room ELEMENTS COUNT: where shared memory has room for this many elements of one row of floats, so many calls hold a part of theirs.
has_room() {
    traced local=$((128 + 4 * $1)) 'long rows: a block has shared memory for a part of one' "$2"
}
need_emulator
build "$work/program" $source
traced order=random 'long rows$' 26
traced order=reverse 'any rows: they are short' 11
has_room 2048 19                        # one run less than rows of 2052
has_room 2064 14
has_room 4096 14                        # one element less than rows of 4097
has_room 6156 9                         # one run less than rows of 4104 of both types
traced local=8320 'any rows: a block has too little shared memory for one' 1
finish
