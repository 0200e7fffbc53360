#!/bin/sh
# header.sh -- pallas.h is what language/ assembles to: nobody edited it, or forgot to assemble it. language/order lists every
# file once. Each check is tried on a copy that has the mistake. Prints the counts last. tests/run sets WORK.
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
finish
