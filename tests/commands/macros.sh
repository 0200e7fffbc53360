#!/bin/sh
# macros.sh -- macros of a program, whatever their names, do not change pallas.h, whether they are defined before it is included
# or after. Prints the counts last. tests/run sets WORK and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/macros && [ -d "$WORK" ] || exit 2
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc
pallasc=${PALLASC:-build/pallasc}
program=tests/macros/every_construct.c

# Names that are macros in many programs, every name that pallas.h uses without its own prefix, and the words of its messages.
common='A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h i j k l m n o p q r s t u v w x y z
    ADD SUB MUL DIV MAX MIN AND OR XOR NOT CAS XCHG ABS SQR CLAMP SWAP ROUND CEIL FLOOR ALIGN LEN SIZE COUNT WIDTH HEIGHT DEPTH
    ROWS COLS ROW COL BLOCK TILE GRID DIM DIMS RANK AXIS BATCH HEADS BM BN BK BQ TM TN TK TRUE FALSE YES NO ON OFF IN OUT INOUT
    REF SCALAR SMEM VMEM ANY HBM SPACE EDGE FULL NONE WHOLE ALIAS ATOMIC BITS NUMBERS EPS PI INF DEBUG CHECK PRINT LOG TRACE
    ASSERT UNUSED INLINE LIKELY FEW2 FEW3 FEW4 KERNEL CALL LOOP EACH REDUCE WHEN FILL ASSIGN DOT VIEW LOAD STORE
    min max add sub mul div swap clamp sum dot len rows cols row col width height block tile grid dim rank axis batch real
    u8 u16 u32 u64 i8 i16 i32 i64 f16 f32 f64 byte word uint ushort ulong unused used weak noinline packed aligned cleanup format
    simd optimize annotate section constructor likely unlikely countof array_size offset index number string text'
# Names that C's headers declare are reserved.
printf '#include <%s.h>\n' limits stdarg stdbool stddef stdint stdio stdlib string time setjmp signal math pthread |
    "${CC:-cc}" -std=c11 -E -P - | grep -o '[A-Za-z_][A-Za-z0-9_]*' | LC_ALL=C sort -u >"$work/of_c"
names=$(printf '%s\n' $common "$(sh language/names.sh -l <pallas.h)" | LC_ALL=C sort -u | LC_ALL=C comm -23 - "$work/of_c")
[ "$(echo "$names" | wc -l)" -gt 400 ]
verdict $? "there are only $(echo "$names" | wc -l) names"

# The expansion of these macros is an error everywhere.
for name in $names; do
    echo "#define $name ) $name is a macro of the program ("
done >"$work/objects.h"
for name in $names; do
    echo "#define $name(of_it) ) $name is a macro of the program, of_it ("
done >"$work/functions.h"
wanted='17 45.75 9 17 120 15 9 3 8'

compilers=${CC:-cc}
case $compilers in
*clang*) has gcc && compilers="$compilers gcc" ;;
*) has clang && compilers="$compilers clang" ;;
esac
for cc in $compilers; do
    for kind in objects functions; do
        for place in BEFORE AFTER; do
            for flags in "" "-O1 -DPL_CHECKS=0" "-DPL_CHECKS=0 -DPL_IN_PLACE=1"; do
                # shellcheck disable=SC2086 # flags
                $cc -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror $flags -I. "-D$place=\"$work/$kind.h\"" -o "$work/every" \
                    $program -lm >"$work/out" 2>&1 && "$work/every" >"$work/out" 2>&1 && [ "$(cat "$work/out")" = "$wanted" ]
                verdict $? "$cc $flags with $kind $place" "$work/out"
            done
            for target in TPU OPENCL CUDA; do
                $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -DPL_TARGET_$target -I. "-D$place=\"$work/$kind.h\"" -c \
                    -o "$work/every.o" $program >"$work/out" 2>&1
                verdict $? "$cc -DPL_TARGET_$target with $kind $place" "$work/out"
            done
        done
    done
done

# pallasc's plan does not change.
if [ -x "$pallasc" ]; then
    "$pallasc" --emit=facts $program >"$work/plan" 2>&1
    verdict $? "pallasc reads $program" "$work/plan"
    for kind in objects functions; do
        for place in BEFORE AFTER; do
            "$pallasc" --emit=facts "-D$place=\"$work/$kind.h\"" $program >"$work/out" 2>&1 && cmp -s "$work/out" "$work/plan"
            verdict $? "pallasc with $kind $place" "$work/out"
        done
    done
else
    skip "there is no pallasc (libclang)"
fi

finish
