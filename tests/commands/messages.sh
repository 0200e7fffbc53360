#!/bin/sh
# messages.sh -- the tables of messages. targets/shared/messages.h has those of programs and runtimes (pallas.h has its first
# section); gen/base/messages.h has those of pallasc. Each message ends with its id in brackets, ids differ, each is
# used, nothing outside the tables spells a message, and whatever the tests expect pallasc and programs to print has an id.
# Each check is tried on a copy that has the mistake. Prints the counts last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/messages && [ -d "$WORK" ] || exit 2
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

# FILE without its table.
others() { sed '/^\/\* ==== Messages =/,/^\/\* ==== End of messages/d; /^#define \(PL_\)\{0,1\}\(MESSAGE\|HINT\|TEXT\)_/,/[^\\]$/d' "$1"; }

# All definitions of the tables of ROOT, a line each: NAME "text".
definitions() {
    cat "$1/targets/shared/messages.h" "$1/gen/base/messages.h" | awk '
        /^#define (PL_)?(MESSAGE|HINT)_/ { on = 1; text = "" }
        on {
            more = sub(/ *\\$/, "")
            sub(/^#define /, "")
            sub(/^ +/, "")
            text = text (text == "" ? "" : " ") $0
            if (!more) { gsub(/" "/, "", text); print text; on = 0 }
        }'
}

# Strings of a C file, one a line, each with those that directly follow it.
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

# misnamed ROOT: messages whose text does not end with the name in brackets, in small letters; PL_MESSAGE_NULL_ARRAY_: [null-array].
misnamed() {
    definitions "$1" | awk '
        /^(PL_)?MESSAGE_/ {
            id = $1
            sub(/\(.*/, "", id)
            sub(/^(PL_)?MESSAGE_/, "", id)
            sub(/_$/, "", id)
            id = tolower(id)
            gsub(/_/, "-", id)
            end = " [" id "]\""
            if (substr($0, length($0) - length(end) + 1) != end) print
        }'
}

# twice ROOT: ids of two messages of one table. A mistake that pallasc finds before the program runs has the same id as when it runs.
twice() {
    for prefix in MESSAGE PL_MESSAGE; do
        definitions "$1" | sed -n "s/^${prefix}_.* \\(\\[[a-z0-9-]*\\]\\)\"$/\\1/p" | sort | uniq -d
    done
}

# unused ROOT: names that nothing uses.
unused() {
    definitions "$1" | sed 's/[ (].*//' | sort -u >"$work/names"
    sources "$1" | while read -r file; do others "$1/$file"; done | grep -oE '\b(PL_)?(MESSAGE|HINT)_[A-Z0-9_]+' | sort -u >"$work/used"
    comm -23 "$work/names" "$work/used"
}

# again ROOT: messages that are spelled outside the tables, "FILE: the string".
again() {
    definitions "$1" | sed 's/^[^"]*"//; s/"$//' | sed 's/ \[[a-z0-9-]*\]$//' | grep '[^ ] [^ ]* [^ ]* [^ ]* [^ ]* [^ ]' >"$work/texts"
    sources "$1" | while read -r file; do
        others "$1/$file" | strings | single | grep -F -f "$work/texts" | sed "s,^,$file: ,"
    done
}

# sides ROOT: strings of five words and more that two of interpreter, generator and targets spell, so without a name.
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

# without_id FILE...: lines in which pallasc or a call reports something, without an id; not those of compilers and sanitizers, nor
# the text of a PL_CHECK, which is the user's.
without_id() {
    grep -hE ':[0-9]+:( error: call|[0-9]+: (error|warning|remark): )' "$@" |
        grep -vE ' \[[a-z0-9-]+\](:$| \(outside a kernel\)$|$)|PL_CHECK\(|the address sanitizer says:$|: Index ' |
        grep -vE "use of undeclared identifier|call to undeclared function|expected ';'|is not assignable|file not found" |
        grep -vE "incompatible (result )?type|invalid operands|type '[^']*' (to unary|where arithmetic)"
}

misnamed . >"$work/log"
[ "$(definitions . | grep -c 'MESSAGE_')" -gt 300 ] && [ ! -s "$work/log" ]
verdict $? "messages that do not end with their id" "$work/log"
twice . >"$work/log"
[ ! -s "$work/log" ]
verdict $? "ids of two messages" "$work/log"
unused . >"$work/log"
[ "$(wc -l <"$work/names")" -gt 400 ] && [ ! -s "$work/log" ]
verdict $? "messages that nothing uses" "$work/log"
again . >"$work/log"
[ "$(wc -l <"$work/texts")" -gt 200 ] && [ ! -s "$work/log" ]
verdict $? "messages that are spelled again, instead of by their names" "$work/log"
sides . >"$work/log"
[ "$(wc -l <"$work/by_generator")" -gt 100 ] && [ ! -s "$work/log" ]
verdict $? "messages that two of interpreter, generator and targets spell, without a name in the tables" "$work/log"
without_id tests/errors/*.expected tests/golden/errors/*.expected tests/golden/explain/*.expected tests/tpu/refusals/*.expected >"$work/log"
[ ! -s "$work/log" ]
verdict $? "expected messages without an id" "$work/log"

# The same checks see a wrong id, an id twice, a name that is not used, a message in one string, in two, for
# emitted code, and one without an id.
mkdir "$work/copy"
cp -r pallas.h gen targets emulator "$work/copy"
copy=$work/copy
sed -i.old 's/\[not-a-kernel\]/[part-count]/' "$copy/gen/base/messages.h"
[ "$(misnamed "$copy" | sed 's/ .*//')" = MESSAGE_NOT_A_KERNEL ] && [ "$(twice "$copy")" = '[part-count]' ]
verdict $? "a wrong id is not seen"
sed -i.old 's/PL_MESSAGE_NOT_ALLOCATED_/who/' "$copy/targets/cuda/pl_cuda.h" "$copy/targets/opencl/pl_opencl.h"
[ "$(unused "$copy")" = PL_MESSAGE_NOT_ALLOCATED_ ]
verdict $? "a name that is not used is not seen"
printf '%s\n' 'say("operand x: the array is a null pointer");' 'say("the grid has more programs "' '    "than a long counts");' \
    'put("PL_MULTIPLE_OF: %%ld is not a multiple of %%ld");' >"$copy/gen/again.c"
[ "$(again "$copy" | grep -c '^gen/again.c: ')" = 3 ]
verdict $? "a message that is spelled again is not seen"
printf '%s\n' 'say("at least one of each pair of elements is inside its array and counts");' |
    tee "$copy/gen/again.c" >"$copy/targets/shared/again.h"
[ "$(sides "$copy" | wc -l)" = 1 ]
verdict $? "a message of generator and targets without a name is not seen"
printf '%s\n' 'x.c:3:4: error: the array is a null pointer' 'x.c:3: error: call f, kernel g: out of memory' 'x.c:3:4: note: here' >"$work/lines"
[ "$(without_id "$work/lines" | wc -l)" = 2 ]
verdict $? "a message without an id is not seen"
finish
