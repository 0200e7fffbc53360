#!/bin/sh
# locale.sh -- what programs write to files for other programs and for comparison has a decimal point, also under a locale with
# a comma: trace=, and the TPU's report= and summary. Prints the counts last. tests/run sets WORK.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(cd "${WORK:?}" && pwd)/locale
rm -rf "$work"
mkdir -p "$work/locales"
. tests/tools/count.inc

if ! localedef -i de_DE -f UTF-8 "$work/locales/de_DE.UTF-8" >"$work/log" 2>&1; then
    skip "localedef cannot make a locale with a decimal comma"
    finish
fi

cat >"$work/fill.c" <<'PROGRAM'
#include <pallas.h>
#include <locale.h>

enum { B = 8 };

PL_KERNEL(scale_kernel, PL_REF(const float, x, B, B), PL_REF(const float, y, B, B), PL_REF(float, z, B, B))
{
    PL_TRACE("scale");
    PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(scale, scale_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN(float, x, (n, B), PL_BLOCKSPEC((B, B), (i, 0))), PL_IN(float, y, (B, B), PL_BLOCKSPEC((B, B), (0, 0))),
        PL_OUT(float, z, (n, B), PL_BLOCKSPEC((B, B), (i, 0))))

int main(int argc, char **argv)
{
    static float x[20 * B], y[B * B], z[20 * B];
    if (argc > 1 && (!setlocale(LC_ALL, argv[1]) || strcmp(localeconv()->decimal_point, ",")))
        return 2;
    return scale(20, x, y, z);
}
PROGRAM

# under SETTING PROGRAM: runs the program with SETTING=FILE in both locales, with the files $work/point and $work/comma.
under() {
    rm -f "$work/point" "$work/comma"
    PALLAS=$1=$work/point "$2" >"$work/log" 2>&1 &&
        LOCPATH=$work/locales PALLAS=$1=$work/comma "$2" de_DE.UTF-8 >>"$work/log" 2>&1
    verdict $? "$1= with a decimal comma: the program" "$work/log"
}

${CC:-cc} -std=c11 -I. -o "$work/traced" "$work/fill.c" -lm >"$work/log" 2>&1
verdict $? "the program does not compile" "$work/log"
under trace "$work/traced"
grep '"ph":"X"' "$work/comma" >"$work/spans"
grep -c '"ts":[0-9]*\.[0-9][0-9][0-9],"dur":[0-9]*\.[0-9][0-9][0-9],"args"' "$work/spans" >"$work/good"
grep -c . "$work/spans" >"$work/all"
[ -s "$work/spans" ] && cmp -s "$work/good" "$work/all"
verdict $? "trace= with a decimal comma: no JSON" "$work/spans"

if [ ! -x build/pallasc ]; then
    skip "the TPU's report= and summary: there is no pallasc (libclang)"
    finish
fi
build/pallasc --target=tpu -I. "$work/fill.c" -o "$work/fill.tpu.c" >"$work/log" 2>&1 &&
    ${CC:-cc} -std=c11 -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/modeled" "$work/fill.c" "$work/fill.tpu.c" -lm -lpthread >>"$work/log" 2>&1
verdict $? "the program does not compile for the TPU" "$work/log"
PALLAS=summary "$work/modeled" 2>"$work/point.summary" && LOCPATH=$work/locales PALLAS=summary "$work/modeled" de_DE.UTF-8 2>"$work/comma.summary"
verdict $? "summary with a decimal comma: the program" "$work/comma.summary"
under report "$work/modeled"
for setting in "" .summary; do
    grep -q '[0-9]\.[0-9]' "$work/point$setting" && diff "$work/point$setting" "$work/comma$setting" >"$work/diff"
    verdict $? "report or summary depends on the locale" "$work/diff"
done
finish
