#!/bin/sh
# names.sh -- m4 never expands a user's name or text. For every target this script lists the macros that are defined when m4 has
# read the templates, m4's own included, and writes programs that use these names in every role. The emitted code of such a
# program must differ from that of one with plain names only in the names. tests/run sets WORK; SEED selects a sample of programs,
# FULL=1 tries every macro in every role. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(cd "${WORK:?}" && pwd)/names
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work/plain" "$work/strange"
. tests/tools/count.inc

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

# macros_of TARGET: prints the names of all macros that are defined when everything has been read, except names of pallas.h, which
# a user cannot have.
macros_of() {
    build/pallasc -I. --emit=facts tests/golden/call_body.c >"$work/plan"
    echo 'm4_m4wrap(«m4_dumpdef»)' >"$work/dump.m4"
    {
        m4 -P -E -I targets -I "targets/$1" -I "targets/$1/kernel" common.m4 "$work/plan" "$1.m4" "$work/dump.m4" 2>&1 >/dev/null |
            sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\):	.*/\1/p'
        # pallasc reads these, and m4 alone does not.
        sed -n 's/^pl_macro(«\([A-Za-z_0-9]*\)(.*/\1/p; s/^pl_define(«[a-z_]*», «\([A-Za-z_0-9]*\)».*/\1/p' \
            targets/common.m4 "targets/$1.m4" targets/shared/*.m4 $(find "targets/$1" -name '*.m4')
    } | grep -v "^_" | sort -u | while read -r macro; do
            grep -q -w -e "$macro" pallas.h || echo "$macro"
        done
}

roles=40

# program: prints the program, with the name of role n written as @n@. Comments and texts have names, too.
program() {
    cat <<'END'
// Plain text.
#include <pallas.h>

enum { @1@ = 4 };
struct @2@ { int32_t @3@; };
typedef struct { int32_t at; } @4@;
static const int32_t @5@[4] = { 1, 2, 3, 4 };

static int32_t @6@(int32_t @7@)
{
    int32_t @8@ = @7@ + 1;
    return @8@ * 2;
}

static struct @2@ @9@(struct @2@ @10@, struct @2@ b)
{
    return @10@.@3@ > b.@3@ ? @10@ : b;
}

PL_FUNCTION(int32_t, @11@, PL_REF(const int32_t, @12@, @1@), PL_SCALAR(int32_t, @13@))
{
    for (int32_t i = 0; i < @13@; i++)
        if (@12@[i] > 3)
            return i;
    return -1;
}

PL_KERNEL(@14@, PL_SCALAR(int32_t, @15@), PL_SMEM_REF(const int32_t, @16@, 2), PL_REF(const int32_t, @17@, @1@, 8),
          PL_REF(int32_t, @18@, @1@, 8), PL_REF(int32_t, @19@, @1@), PL_REF(int32_t, @20@, 4))
{
    // Before: @21@(1) and @21@ «» $1, `m4_dnl', @21@ @.
    PL_CHECK(@17@[0][0] < @15@, "@22@(1, %d): @22@ «m4_dnl» $1 $* %%refuse{a:1:1:b}%%", @17@[0][0]);
    PL_FILL(@19@, 0);
    int32_t @23@ = @16@[0], first = @11@(PL_PASS(@19@), @15@);      // behind: @24@(2)
    struct @2@ best = { 0 };
    @4@ typed = { first };
    PL_TILE(int32_t, @25@, @1@, 8);
    PL_VIEW(const int32_t, @26@, @17@[1], 8);
    PL_EACH ((@27@, @1@), (@28@, 8))
        @25@[@27@][@28@] = @17@[@27@][@28@] + @5@[@27@] + typed.at;
    PL_EACH ((@27@, @1@)) {
        int32_t @29@ = 0;
        PL_REDUCE (@29@, PL_ADD, (@30@, 8), @25@[@27@][@30@]);
        @19@[@27@] = @29@ + @6@(@23@);
    }
    PL_REDUCE (best, @9@, (@31@, 8), ((struct @2@){ @26@[@31@] }));
    PL_LOOP (@32@, 0, 4, first)
        @23@ += @19@[@32@];
    PL_EACH ((@27@, @1@), (@28@, 8))
        if (PL_INSIDE(@18@, @27@, @28@))
            @18@[@27@][@28@] = @25@[@27@][@28@] + best.@3@;
    PL_WHEN (PL_AXIS(@34@) == 0)
        PL_PRINT("@33@(%d) @33@\n", @23@);
    PL_ATOMIC_ADD(&@20@[0], @23@);
}

PL_CALL(@35@, @14@, PL_SIZES(@36@), PL_GRID((@34@, PL_CDIV(@36@, @1@)), (@37@, 2)), PL_SCALAR(int32_t, @15@),
        PL_PREFETCH(int32_t, @38@, (2)),
        PL_IN(int32_t, @39@, (@36@, 16), PL_BLOCKSPEC((@1@, 8), (@34@, @37@))),
        PL_OUT(int32_t, @40@, (@36@, 16), PL_BLOCKSPEC((@1@, 8), (@34@, @37@))),
        PL_SCRATCH(int32_t, (4)), PL_INOUT(int32_t, counts, (4), PL_ATOMIC))
END
}

# with_names FILE: prints the program with the names of the file, one per line, in its roles.
with_names() {
    program | awk '
        FNR == NR { name[FNR] = $1; next }
        { while (match($0, /@[0-9]+@/)) $0 = substr($0, 1, RSTART - 1) name[substr($0, RSTART + 1, RLENGTH - 2)] substr($0, RSTART + RLENGTH); print }' "$1" -
}

# Plain names. None is a prefix of another, or a word of the templates.
awk -v n="$roles" 'BEGIN { for (i = 1; i <= n; i++) printf "q%c%cq\n", 97 + i / 26, 97 + i % 26 }' >"$work/plain.names"
with_names "$work/plain.names" >"$work/plain/program.c"

# make TARGET FILE OUT: writes the emitted code and the output of --explain to OUT.bare, without the parts that depend on the
# length of names: blanks, line breaks, and the _ appended to names that the target reserves. Comments, which move with the width
# of lines, come last.
make() {
    build/pallasc -I. --target="$1" "$2" -o "$3.c" >"$3.log" 2>&1 || return 1
    build/pallasc -I. --target="$1" --explain "$2" >"$3.explain" 2>&1 || return 1
    for file in "$3.c" "$3".cl "$3".cu "$3.explain"; do
        [ ! -f "$file" ] || grep -v '^    "' "$file" | grep -v '^#line'
    done | sed 's,// ,\
//,' >"$3.text"
    { sed 's,//.*,,' "$3.text" && echo && grep '^ *//' "$3.text" | sed 's,^ *//,,'; } | tr -d ' \n_"(){}\\' >"$3.bare"
}

# compiles TARGET FILE
compiles() {
    if [ "$1" = cuda ]; then
        ! command -v g++ >/dev/null ||
            g++ -std=c++17 -w -fsyntax-only -Iemulator/include -Itargets/cuda -I. -x c++ "$2"
    else
        ${CC:-cc} -std=c11 -w -fsyntax-only -I. -Itargets/opencl -Itargets/tpu "$2"
    fi
}

# rename NAMES: replaces the plain names in a bare text by these.
rename() {
    paste -d ' ' "$work/plain.names" "$1" | tr -d '_' | sed 's,\([^ ]*\) \(.*\),s/\1/\2/g,' >"$work/rename.sed"
    sed -f "$work/rename.sed"
}

for target in $(ls targets/*.m4 | sed 's,targets/,,; s,\.m4,,' | grep -v common); do
    macros_of "$target" >"$work/macros"
    count=$(wc -l <"$work/macros")
    [ "$count" -gt 150 ] && grep -q -x m4_ifelse "$work/macros"
    verdict $? "names.sh finds only $count macros of the target $target" "$work/macros"
    rm -f "$work"/plain/made*
    make "$target" "$work/plain/program.c" "$work/plain/made"
    verdict $? "$target: the program with plain names" "$work/plain/made.log" "$work/plain/made.explain"
    grep -q 'm4u_' "$work"/plain/made.*
    [ $? != 0 ]
    verdict $? "$target: the prefix m4u_ is left in a name" "$work/plain/made.c"
    # Names of files with special characters of C strings, shells and m4; names with a $, which compilers allow.
    for strange in 'a,b' 'a(b' "it's" 'a"b' 'a$1$*' 'a«b' 'a»' 'a:1:2:b' 'a b' 'a\b' 'm4u_a'; do
        sed 's/qaeq/q$aeq/g; s/qarq/q$1/g; s/qagq/m4u_/g' "$work/plain/program.c" >"$work/strange/$strange.c"
        make "$target" "$work/strange/$strange.c" "$work/strange/made" &&
            compiles "$target" "$work/strange/made.c" 2>>"$work/strange/made.log"
        verdict $? "$target: a file called $strange.c" "$work/strange/made.log"
    done
    at=0
    while [ "$at" -lt "$count" ]; do
        at=$((at + 1))
        sampled "$at" 24 || continue
        # Where a name is another one and _, pallasc numbers what it makes of the latter: no two such names are in a program.
        awk -v at="$at" -v roles="$roles" '
            function is_new(macro,    k) {
                for (k in taken)
                    if (macro == taken[k] || index(macro, taken[k] "_") == 1 || index(taken[k], macro "_") == 1) return 0
                return 1
            }
            { name[NR - 1] = $1 }
            END {
                step = NR % 17 ? 17 : NR % 19 ? 19 : 23         # a prime that does not divide their number: each name is tried
                for (i = n = 0; n < roles && i < NR; i++) {
                    macro = name[(at + step * i) % NR]
                    if (!is_new(macro)) continue
                    taken[n++] = macro
                    print (n == 35 && macro ~ /^(c|p)l_/ ? "in_" : "") macro
                }
            }' "$work/macros" >"$work/names"
        first=$(sed -n 1p "$work/names" | tr -d _)
        rm -rf "$work/now"
        mkdir "$work/now"
        # The file has the name of a macro, too.
        file=$work/now/$(sed -n 1p "$work/names").c
        with_names "$work/names" >"$file"
        if ! make "$target" "$file" "$work/now/made"; then
            fail "$target: names from $(sed -n 1p "$work/names") on" "$work/now/made.log" "$work/now/made.explain"
            continue
        fi
        sed "s,plain/program,now/$first,g; s,program[.]cl,$first.cl,g" "$work/plain/made.bare" | rename "$work/names" >"$work/expected"
        tr -d _ <"$work/now/made.bare" | cmp - "$work/expected" >"$work/log" 2>&1
        verdict $? "$target: names from $(sed -n 1p "$work/names") on change more than names" "$work/log"
    done
done
finish
