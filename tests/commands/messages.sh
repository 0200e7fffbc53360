#!/bin/sh
# messages.sh -- what interpret mode and targets both say is written once, in the table of messages: pallas.h has the same
# table as targets/shared/messages.h, something uses each id, and nothing spells a message of it again. Each of the checks is
# tried on a copy that has the mistake. Closes with the counts. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/messages && [ -d "$WORK" ] || exit 2
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

# The table of FILE; without it, what is left.
table() { sed -n '/^\/\* ==== Messages =/,/^\/\* ==== End of messages/p' "$1"; }
others() { sed '/^\/\* ==== Messages =/,/^\/\* ==== End of messages/d' "$1"; }

# Strings of a C file, one a line, each with those that stand right behind it.
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

# A text that is printed into emitted code has %% for %.
single() { sed 's/%%/%/g'; }

sources() { (cd "$1" && find pallas.h gen targets emulator -name '*.[ch]' -o -name '*.cc' -o -name '*.cl' -o -name '*.m4'); }

# same ROOT: are the two tables one?
same() {
    table "$1/pallas.h" >"$work/interpreter"
    table "$1/targets/shared/messages.h" >"$work/shared"
    [ -s "$work/shared" ] && diff -u "$work/interpreter" "$work/shared"
}

# unused ROOT: ids that nothing uses.
unused() {
    table "$1/targets/shared/messages.h" | sed -n 's/^#define \(PL_[A-Z]*_[A-Z_]*_\)[ \\].*/\1/p' | sort -u >"$work/ids"
    sources "$1" | while read -r file; do others "$1/$file"; done | grep -o 'PL_[A-Z]*_[A-Z_]*_' | sort -u >"$work/used"
    comm -23 "$work/ids" "$work/used"
}

# again ROOT: messages that are spelled outside the table, "FILE: the string".
again() {
    table "$1/targets/shared/messages.h" | strings >"$work/texts"
    sources "$1" | while read -r file; do
        others "$1/$file" | strings | single | grep -F -f "$work/texts" | sed "s,^,$file: ,"
    done
}

# sides ROOT: strings of five words and more that two of interpreter, generator and targets spell, so without an id.
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
verdict $? "pallas.h and targets/shared/messages.h have other messages" "$work/log"
unused . >"$work/log"
[ "$(wc -l <"$work/ids")" -gt 40 ] && [ ! -s "$work/log" ]
verdict $? "messages that nothing uses" "$work/log"
again . >"$work/log"
[ "$(wc -l <"$work/texts")" -gt 40 ] && [ ! -s "$work/log" ]
verdict $? "messages that are spelled again, instead of by their PL_MESSAGE_..._ or PL_HINT_..._" "$work/log"
sides . >"$work/log"
[ "$(wc -l <"$work/by_generator")" -gt 100 ] && [ ! -s "$work/log" ]
verdict $? "messages that two of interpreter, generator and targets spell, without an id in the table" "$work/log"

# The same checks see a word that differs, an id that is not used, a message in one string, in two, and for emitted code.
mkdir "$work/copy"
cp -r pallas.h gen targets emulator "$work/copy"
copy=$work/copy
sed -i.old 's/^\(#define PL_MESSAGE_NULL_ARRAY_ "the array is\) a null pointer"/\1 NULL"/' "$copy/pallas.h"
! same "$copy" >"$work/log"
verdict $? "another word in pallas.h is not seen" "$work/log"
sed -i.old 's/PL_MESSAGE_NOT_ALLOCATED_/who/' "$copy/targets/cuda/pl_cuda.h" "$copy/targets/opencl/pl_opencl.h"
[ "$(unused "$copy")" = PL_MESSAGE_NOT_ALLOCATED_ ]
verdict $? "an id that is not used is not seen"
printf '%s\n' 'say("operand x: the array is a null pointer");' 'say("the grid has more programs "' '    "than a long counts");' \
    'put("PL_MULTIPLE_OF: %%ld is not a multiple of %%ld");' >"$copy/gen/again.c"
[ "$(again "$copy" | grep -c '^gen/again.c: ')" = 3 ]
verdict $? "a message that is spelled again is not seen"
printf '%s\n' 'say("programs of a parallel axis run at once: give each its own block, or make the axis plain");' >"$copy/gen/again.c"
[ "$(sides "$copy" | wc -l)" = 1 ]
verdict $? "a message of interpreter and generator without an id is not seen"
finish
