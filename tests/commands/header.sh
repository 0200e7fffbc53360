#!/bin/sh
# header.sh -- pallas.h is what language/ assembles to: nobody edited it, or forgot to assemble it. language/order lists every
# file once. Each check is tried on a copy that has the mistake. The line of a call's reports is that of its PL_CALL, however long
# the header is. Prints the counts last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/header && [ -d "$WORK" ] || exit 2
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

# Prints what pallas.h of ROOT has, and what language/ makes, where they differ; succeeds if they do not.
assembled() { sh "$1/language/assemble" >"$work/made.h" && diff -u "$1/pallas.h" "$work/made.h"; }

# Prints the files of ROOT/language that its order does not list once.
unlisted() {
    (cd "$1/language" && find . -name '*.h' -o -name '*.sh' | sed 's,^\./,,' | sort) >"$work/files"
    sed 's/ *#.*//; s/ .*//; /^$/d' "$1/language/order" | sort | diff "$work/files" - | grep '^[<>]'
}

assembled . >"$work/log"
verdict $? "pallas.h is not what language/ makes: edit language/, then run make pallas.h" "$work/log"
unlisted . >"$work/log"
[ "$(wc -l <"$work/files")" -gt 30 ] && [ ! -s "$work/log" ]
verdict $? "files of language/ that language/order does not list once" "$work/log"

copy=$work/copy
mkdir -p "$copy/targets/shared" "$copy/targets/tpu"
cp -r pallas.h language "$copy"
cp targets/shared/messages.h "$copy/targets/shared"
cp targets/tpu/chips.h "$copy/targets/tpu"
sed -i.old 's/PL_VERSION "/&9/' "$copy/pallas.h"
! assembled "$copy" >"$work/log"
verdict $? "a line edited in pallas.h is not seen"
echo >"$copy/language/checks/more.h"
echo 'lists.h' >>"$copy/language/order"
[ "$(unlisted "$copy" | wc -l)" = 2 ]
verdict $? "a file that is not listed, or listed twice, is not seen"

# gcc counts __LINE__ in the arguments of a macro from where it has last begun to expand one.
cat >"$work/call.c" <<'PROGRAM'
#include <pallas.h>
#define SIZES n
#define BLOCKS(n) PL_CDIV(n, 4)
#define BLOCK PL_BLOCKSPEC((4), (i))
PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4)) { PL_ASSIGN(z, x); }

PL_CALL(copy,
        copy_kernel,
        PL_SIZES(SIZES),
        PL_GRID((i,
                 BLOCKS(SIZES))),
        PL_IN (float, x,
               (SIZES), BLOCK),
        PL_OUT(float, z, (SIZES), BLOCK))
PROGRAM
for added in 0 1 3 10 100; do
    { yes '' | head -n $added; cat pallas.h; } >"$work/pallas.h"
    for tracks in 0 2; do
        if command -v gcc >/dev/null; then
            gcc -std=c11 -E -ftrack-macro-expansion=$tracks -I"$work" "$work/call.c" 2>&1 | sed -n 's/.*pl_caller_ = {\([^}]*\)}.*/\1/p' >"$work/log"
            grep -q '^ "copy", "copy_kernel", ".*call.c", 7 $' "$work/log"
            verdict $? "with $added more lines in pallas.h, a report of a call has another line than its PL_CALL" "$work/log"
        else
            skip "there is no gcc"
        fi
    done
done
finish
