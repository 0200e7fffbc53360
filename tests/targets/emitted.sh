#!/bin/sh
# tests/targets/emitted.sh -- the emitted code of every example as text that people read: no line has more than 120 columns or
# trailing blanks, there are no redundant blocks or parentheses, and kernels have no unused functions, variables or macros (clang
# finds them in OpenCL C). pallasc prints no message for any example. Then names of calls, and the marks below. Prints `N passed,
# N failed` last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tools/count.inc
PALLASC=${PALLASC:-build/pallasc}
work=${WORK:-build/emitted-$$}/emitted
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

clang=
for name in clang clang-19 clang-18 clang-17; do [ -n "$clang" ] || ! has $name || clang=$name; done

# marks FILE...: prints the faults of the text as FILE:LINE: FAULT. Kernels are read in the .cl file, not again as strings.
marks() {
    awk '
        function mark(what) { print FILENAME ":" FNR ": " what ": " $0 }
        length($0) > 120 { mark("more than 120 columns") }
        /^    "/ { next }
        /[ \t]$/ { mark("blanks at the end") }
        /^ *\{$/ && before ~ /^ *\{$/ { mark("a block in a block") }
        /[^_a-z]\(\([^()]*\)\)/ && !/^ *#/ && !/ = / && !/, [^()]*\)\)/ { mark("parentheses in parentheses") }
        /\(size_t\)\(0|[^.0-9a-zA-Z_]0 \+ | \+ 0[^.0-9x]|[^a-z]\((float|double|long|int)\)\([0-9]+\)/ { mark("arithmetic with nothing") }
        /^ *\/\/ *$/ { mark("an empty comment") }
        /^ *}$/ && before ~ /{$/ { mark("an empty block") }
        match($0, /[(][a-z_0-9]+ [+] [a-z]+ < [a-zA-Z]+( && |[)]? [?])/) {
            asked = substr($0, RSTART + 1, RLENGTH - 1)
            sub(/( && |[)]? [?])$/, "", asked)
            if (index(substr($0, RSTART + RLENGTH), " (" asked) == 1) mark("asked twice")
        }
        /^$/ && before == "" && FNR > 1 { mark("two empty lines") }
        { before = $0 }' "$@"
}

unused() {
    "$clang" -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror -Wall -Wextra -Wunused-macros \
        -Wshadow -Wno-unused-parameter "$1"
}

for source in examples/*.c examples/gpt2/*.c; do
    name=$(basename "$source" .c)
    "$PALLASC" -I. --target=opencl "$source" -o "$work/$name.opencl.c" >"$work/log" 2>&1 &&
        "$PALLASC" -I. --target=tpu "$source" -o "$work/$name.tpu.c" >>"$work/log" 2>&1 &&
        "$PALLASC" -I. --target=cuda "$source" -o "$work/$name.cu" >>"$work/log" 2>&1 && [ ! -s "$work/log" ]
    verdict $? "$source: pallasc rejects it or prints a message" "$work/log"
    marks "$work/$name.opencl.c" "$work/$name.cl" "$work/$name.tpu.c" "$work/$name.cu" >"$work/log"
    [ ! -s "$work/log" ]
    verdict $? "$source: faults of the emitted text" "$work/log"
    if [ -n "$clang" ]; then
        unused "$work/$name.cl" >"$work/log" 2>&1
        verdict $? "$source: clang warns of the kernels" "$work/log"
    fi
done
# C++ reserves names with two underscores: only the user's own have them.
"$PALLASC" -I. -Itests/conformance --target=cuda tests/conformance/names.c -o "$work/names.cu" >"$work/log" 2>&1 &&
    ! grep -n '[a-zA-Z0-9]__[a-zA-Z0-9]' "$work/names.cu" >"$work/log" && grep -q 'x4_array' "$work/names.cu"
verdict $? "tests/conformance/names.c: names with two underscores" "$work/log"
# PL_INSIDE of windows that have masks.
"$PALLASC" -I. -Itests/conformance --target=opencl tests/conformance/dtypes.c -o "$work/dtypes.opencl.c" >"$work/log" 2>&1 &&
    marks "$work/dtypes.cl" >"$work/log" && [ ! -s "$work/log" ]
verdict $? "tests/conformance/dtypes.c: faults of the emitted text" "$work/log"

# A call may have any name that targets/T/reserved does not list. All names in the runtime's header are tried.
calls() {
    echo '#include <pallas.h>'
    echo 'PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4)) { PL_ASSIGN(z, x); }'
    while read -r name; do
        echo "PL_CALL($name, copy_kernel, PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))"
    done
}
for target in opencl tpu; do
    cat "targets/$target/pl_$target.h" targets/shared/call.h | tr -c 'a-zA-Z0-9_' '\n' | grep -x '\(pl_\|cl[A-Z_]\|CL_\)[A-Za-z0-9_]*[A-Za-z0-9]' | sort -u |
        while read -r name; do grep -qw "$name" pallas.h || echo "$name"; done >"$work/names"
    calls <"$work/names" >"$work/names.c"
    "$PALLASC" -I. --target=$target "$work/names.c" -o "$work/rejected.$target.c" >"$work/log" 2>&1
    sed -n "s/.*error: with --target=$target a call cannot have the name '\([^']*\)'.*/\1/p" "$work/log" >"$work/rejected"
    [ "$(wc -l <"$work/rejected")" -ge 20 ]
    verdict $? "$target: too few names are rejected" "$work/log"
    if ! echo "#include \"pl_$target.h\"" | ${CC:-cc} -std=c11 -I. -Itargets/$target -fsyntax-only -xc - 2>"$work/log"; then
        skip "calls whose names are in pl_$target.h: it needs a header that is missing"
        continue
    fi
    grep -vxFf "$work/rejected" "$work/names" | calls >"$work/names.c"
    "$PALLASC" -I. --target=$target "$work/names.c" -o "$work/names.$target.c" >"$work/log" 2>&1 &&
        ${CC:-cc} -std=c11 -Wall -Wextra -Werror -I. -Itargets/$target -fsyntax-only "$work/names.$target.c" >"$work/log" 2>&1
    verdict $? "$target: a call whose name is in the header" "$work/log"
done

# If the user's file compiles without a warning, so does the emitted file, in which tables, enums and structs come first.
cat >"$work/below.c" <<'END'
#include <pallas.h>
static inline float scaled(float table, float weight) { return table * weight; }
static inline float third(float pair) { float weight = 2; return pair + weight; }
PL_KERNEL(early_kernel, PL_REF(const float, table, 40), PL_REF(float, pair, 40))
{
    PL_EACH ((weight, 40))
        pair[weight] = third(table[weight]);
}
PL_CALL(early, early_kernel, PL_SIZES(weight), PL_GRID((table, weight), (pair, 1)),
        PL_IN(float, pair, (80), PL_BLOCKSPEC((40), (table))), PL_OUT(float, q, (80), PL_BLOCKSPEC((40), (table + pair))))
static const float table[4] = { 1, 2, 3, 4 };
typedef struct { float x; } pair;
enum { weight = 4 };
static inline float twice(float x) { pair p = { 2 }; return scaled(x, p.x) + table[1]; }
PL_KERNEL(late_kernel, PL_REF(const float, x, 40), PL_REF(float, q, 40))
{
    PL_EACH ((c, 40))
        q[c] = twice(x[c]) + table[c % weight];
}
PL_CALL(late, late_kernel, PL_GRID((i, 2)),
        PL_IN(float, x, (80), PL_BLOCKSPEC((40), (i))), PL_OUT(float, q, (80), PL_BLOCKSPEC((40), (i))))
END
"$PALLASC" -I. --target=opencl "$work/below.c" -o "$work/below.opencl.c" >"$work/log" 2>&1 &&
    "$PALLASC" -I. --target=tpu "$work/below.c" -o "$work/below.tpu.c" >>"$work/log" 2>&1
verdict $? "a file whose tables come after their names are used" "$work/log"
for compiler in ${CC:-cc} $clang; do
    for file in below below.tpu; do
        $compiler -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -I. -Itargets/tpu -fsyntax-only "$work/$file.c" \
            >"$work/log" 2>&1
        verdict $? "$file.c, compiled by $compiler" "$work/log"
    done
done
[ -z "$clang" ] || unused "$work/below.cl" >"$work/log" 2>&1
verdict $? "below.cl" "$work/log"
[ -n "$clang" ] || skip "unused names in kernels: there is no clang"

# Each fault is found.
awk 'BEGIN { for (i = 0; i < 130; i++) printf "x"; print "" }' >"$work/wrong"
printf '%s\n' '' '' '    x = 1; ' '    {' '    {' '    if ((x < 1))' '    f((size_t)(0 + x));' '    y(a, 0 + 1);' '    z = (float)(0);' '    //' '    if (x) {' '    }' \
    '    z = (x_0 + c < n) ? (x_0 + c < n ? x[c] : 1) : 0;' >>"$work/wrong"
marks "$work/wrong" | sed 's/^[^ ]*: //; s/: .*//' | sort | uniq -c | sed 's/^ *//' >"$work/marked"
cat >"$work/expected" <<'END'
1 a block in a block
1 an empty block
1 an empty comment
3 arithmetic with nothing
1 asked twice
1 blanks at the end
1 more than 120 columns
1 parentheses in parentheses
1 two empty lines
END
diff -u "$work/expected" "$work/marked" >"$work/diff"
verdict $? "faults of a text are not found" "$work/diff"
finish
