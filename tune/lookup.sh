#!/bin/sh
# lookup.sh FILE TARGET [SIZES] -- prints the flags that set a file's PL_TUNE constants to what `make tune` found:
# -DPL_TUNE_BM=,64. FILE: my.tune. Prints nothing without an entry for the target: then each constant has its first value.
#
# The entries of this machine's device come before others. Among these, the one counts whose sizes are nearest to SIZES
# ("4096 4096 4096"), by the product of their ratios; without SIZES, the largest. Constants belong to the file: of entries of
# several calls that are equally near, the first counts.
[ -f "$1" ] || exit 0
awk -F ' *[|] *' -v target="$2" -v device="$(sh "$(dirname "$0")/device.sh" "$2")" -v wanted="${3:-}" '
    function distance(a, b) { a = a > 0 && b > 0 ? log(a / b) : 0; return a < 0 ? -a : a }
    function apart(sizes, wanted, n, x, y, i, far) {
        n = split(sizes, x, " ")
        far = split(wanted, y, " ") == n || wanted == "" ? 0 : 1e3              # sizes of another call
        for (i = 1; i <= n; i++)
            far += wanted == "" ? -log(x[i] > 0 ? x[i] : 1) : distance(x[i], y[i])
        return far
    }
    NR == 1 && $0 !~ /^# pallas tune 1:/ { print FILENAME ": not a file of make tune, or of another version" >"/dev/stderr"; exit }
    NR > 1 && $2 == target {
        far = apart($4, wanted) + ($3 == device ? 0 : 1e6)
        if (best == "" || far < least) { best = $5; least = far }
    }
    END { n = split(best, all, " "); for (i = 1; i <= n; i++) { sub(/=/, "=,", all[i]); printf "-DPL_TUNE_%s ", all[i] } }' "$1"
