#!/bin/sh
# tests/targets/facts.sh -- a template that does not define a fact is reported: for each target, one fact after the other loses its
# meaning where the templates have been read. Then pallasc fails and names the fact, or its output has no such call. (A sample by
# SEED; FULL=1: all.) Prints `N passed, N failed` last. tests/run sets WORK.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tools/count.inc
PALLASC=${PALLASC:-build/pallasc}
work=${WORK:-build/facts-$$}/target_facts
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

cat >"$work/all.c" <<'END'
#include <pallas.h>

PL_KERNEL(all_kernel, PL_REF(const float, x, 8, 8), PL_REF(const int32_t, n, 8), PL_REF(float, z, 8, 8))
{
    PL_TILE(float, t, 8, 8);
    PL_FILL(t, 0);
    PL_DOT(t, x, PL_T(x));
    PL_EACH ((r, 8)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, 8), PL_INSIDE(x, r, c) ? x[r][c] : 0);
        PL_LOOP (k, 0, 3)
            sum += sqrtf((float)n[k]);
        PL_EACH ((c, 8))
            z[r][c] = t[r][c] + sum;
    }
    PL_CHECK(n[0] > 0, "%d", n[0]);
}

PL_CALL(all, all_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, 8))),
        PL_IN (float, x, (m, 8), PL_BLOCKSPEC((8, 8), (i, 0), PL_EDGE(0))),
        PL_IN (int32_t, n, (8), PL_WHOLE),
        PL_OUT(float, z, (m, 8), PL_BLOCKSPEC((8, 8), (i, 0))))
END

# lacking TARGET FACT: runs pallasc with templates that do not define this fact.
lacking() {
    rm -rf "$work/templates"
    cp -r targets "$work/templates"
    awk -v fact="pl_$2" '
        /^m4_include/ && NR < 30 { last = NR }                                # that of the helpers is later
        { line[NR] = $0 }
        END { for (i = 1; i <= NR; i++) { print line[i]; if (i == last) print "m4_undefine(«" fact "»)m4_dnl" } }' \
        "targets/$1.m4" >"$work/templates/$1.m4"
    "$PALLASC" -I. --templates="$work/templates" --target="$1" "$work/all.c" -o "$work/emitted.c" >"$work/log" 2>&1
}

found=0 number=0
for target in opencl cuda tpu; do
    for fact in $(sed -n 's/^FACT(\([a-z_]*\),.*/\1/p' gen/base/facts.h); do
        number=$((number + 1))
        [ "$fact" = type ] || sampled $number 8 || continue
        rm -f "$work"/emitted.*
        lacking "$target" "$fact"
        status=$?
        if [ $status = 3 ]; then
            found=$((found + 1))
            grep -q "^pallasc: a template of target $target in .* left the fact 'pl_$fact(" "$work/log"
        else
            [ $status = 0 ] && ! grep -v '^m4:' "$work"/emitted.* | grep -q "[^a-z_]pl_$fact("
        fi
        verdict $? "a $target template without pl_$fact: pallasc returns $status, or the fact is in its output" "$work/log"
    done
done
[ $found -ge 2 ]
verdict $? "facts.sh finds only $found facts that are used"
finish
