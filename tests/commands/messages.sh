#!/bin/sh
# messages.sh -- messages that interpret mode and targets share are spelled once, in the table of messages: pallas.h has the same
# table as targets/shared/messages.h, each id is used, and no message of the table is spelled again. Each check is also run on a
# copy that has the mistake. Prints the counts last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/messages && [ -d "$WORK" ] || exit 2
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

# table FILE: prints its table of messages. others FILE: prints the rest of the file.
table() { sed -n '/^\/\* ==== Messages =/,/^\/\* ==== End of messages/p' "$1"; }
others() { sed '/^\/\* ==== Messages =/,/^\/\* ==== End of messages/d' "$1"; }

# Prints the strings of a C file, one per line. Adjacent strings are joined.
strings() {
    awk '
        function flush() { if (text != "") print text; text = "" }
        {
            rest = $0
            while (match(rest, /"([^"\\]|\\.)*"/)) {
                if (substr(rest, 1, RSTART - 1) !~ /^[ \t]*$/) flush()
                text = text substr(rest, RSTART + 1, RLENGTH - 2)
                rest = substr(rest, RSTART + RLENGTH)
            }
            if (rest !~ /^[ \t\\]*$/) flush()
        }
        END { flush() }'
}

# Texts that are printed into emitted code have %% for %.
single() { sed 's/%%/%/g'; }

sources() { (cd "$1" && find pallas.h gen targets emulator -name '*.[ch]' -o -name '*.cc' -o -name '*.cl' -o -name '*.m4'); }

# same ROOT: succeeds if the two tables are equal.
same() {
    table "$1/pallas.h" >"$work/interpreter"
    table "$1/targets/shared/messages.h" >"$work/shared"
    [ -s "$work/shared" ] && diff -u "$work/interpreter" "$work/shared"
}

# unused ROOT: prints the ids that no file uses.
unused() {
    table "$1/targets/shared/messages.h" | sed -n 's/^#define \(PL_[A-Z]*_[A-Z_]*_\)[ \\].*/\1/p' | sort -u >"$work/ids"
    sources "$1" | while read -r file; do others "$1/$file"; done | grep -o 'PL_[A-Z]*_[A-Z_]*_' | sort -u >"$work/used"
    comm -23 "$work/ids" "$work/used"
}

# again ROOT: prints the messages that are spelled outside the table, as "FILE: the string".
again() {
    table "$1/targets/shared/messages.h" | strings >"$work/texts"
    sources "$1" | while read -r file; do
        others "$1/$file" | strings | single | grep -F -f "$work/texts" | sed "s,^,$file: ,"
    done
}

# sides ROOT: prints strings of five or more words that two of interpreter, generator and targets spell without an id.
spelled() {
    while read -r file; do
        others "$1/$file" | sed 's,//.*,,; s,^ *\/\*.*,,' | strings | single
    done | grep '[^ ] [^ ]* [^ ]* [^ ]* [^ ]' | sort -u
}
sides() {
    echo pallas.h | spelled "$1" >"$work/by_interpreter"
    sources "$1" | grep '^gen/' | spelled "$1" >"$work/by_generator"
    sources "$1" | grep '^targets/' | spelled "$1" >"$work/by_targets"
    sort "$work/by_interpreter" "$work/by_generator" "$work/by_targets" | uniq -d
}

same . >"$work/log"
verdict $? "pallas.h and targets/shared/messages.h have different messages" "$work/log"
unused . >"$work/log"
[ "$(wc -l <"$work/ids")" -gt 40 ] && [ ! -s "$work/log" ]
verdict $? "messages that are not used" "$work/log"
again . >"$work/log"
[ "$(wc -l <"$work/texts")" -gt 40 ] && [ ! -s "$work/log" ]
verdict $? "messages that are spelled again, instead of by their PL_MESSAGE_..._ or PL_HINT_..._" "$work/log"
sides . >"$work/log"
[ "$(wc -l <"$work/by_generator")" -gt 100 ] && [ ! -s "$work/log" ]
verdict $? "messages that two of interpreter, generator and targets spell, without an id in the table" "$work/log"

# The checks can fail: a word that differs, an id that is not used, a message in one string, in two, and for emitted code.
mkdir "$work/copy"
cp -r pallas.h gen targets emulator "$work/copy"
copy=$work/copy
sed -i.old 's/^\(#define PL_MESSAGE_NULL_ARRAY_ "the array is\) a null pointer"/\1 NULL"/' "$copy/pallas.h"
! same "$copy" >"$work/log"
verdict $? "a different word in pallas.h is not found" "$work/log"
sed -i.old 's/PL_MESSAGE_NOT_ALLOCATED_/who/' "$copy/targets/cuda/pl_cuda.h" "$copy/targets/opencl/pl_opencl.h"
[ "$(unused "$copy")" = PL_MESSAGE_NOT_ALLOCATED_ ]
verdict $? "an id that is not used is not found"
printf '%s\n' 'say("operand x: the array is a null pointer");' 'say("the grid has more programs "' '    "than a long counts");' \
    'put("PL_MULTIPLE_OF: %%ld is not a multiple of %%ld");' >"$copy/gen/again.c"
[ "$(again "$copy" | grep -c '^gen/again.c: ')" = 3 ]
verdict $? "a message that is spelled again is not found"
printf '%s\n' 'say("programs of a parallel axis run at once: give each its own block, or make the axis plain");' >"$copy/gen/again.c"
[ "$(sides "$copy" | wc -l)" = 1 ]
verdict $? "a message of interpreter and generator without an id is not found"
finish
