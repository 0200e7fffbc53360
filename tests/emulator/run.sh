#!/bin/sh
# run.sh -- the emulator of CUDA: every fault of faults.cu is reported at its line, with its kernel, block and thread, in
# every order; nothing in correct.cu is; the host's API refuses what CUDA refuses. Closes with N passed, N failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tools/count.inc
work=${WORK:-build/emulator-$$}/emulator
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
unset PALLAS

cxx=g++
case ${CC:-cc} in *clang*) cxx=clang++ ;; esac
for tool in $cxx objcopy addr2line; do
    has $tool || { skip "there is no $tool" && finish; }
done
make -s emulator CXX=$cxx >"$work/make" 2>&1
verdict $? "the emulator builds" "$work/make"
[ "$failed" = 0 ] || finish
! grep -q warning "$work/make"
verdict $? "without a warning" "$work/make"

# flags KIND: how rules.mk compiles for the emulator, EMULATOR_CHECKED or EMULATOR_FAST.
flags() {
    printf 'EMULATOR_HERE = emulator/\nEMULATOR_BUILD = build/emulator\ninclude emulator/rules.mk\nflags: ; @echo $(%s)\n' "$1" |
        make -s -f - flags EMULATOR_CXX=$cxx
}

# build NAME KIND: tests/emulator/NAME.cu as $work/NAME-KIND.
build() {
    # shellcheck disable=SC2046 # flags
    $cxx $(flags "$2") -Wall -Wextra -Werror -x c++ -c "tests/emulator/$1.cu" -o "$work/$1-$2.o" >"$work/$1.log" 2>&1 &&
        $cxx "$work/$1-$2.o" build/emulator/emulator.o -o "$work/$1-$2" >>"$work/$1.log" 2>&1
    verdict $? "$1.cu compiles" "$work/$1.log"
}

settings="order=forward
order=reverse,copies=late
order=random,copies=random,seed=3
order=greedy,copies=late,seed=4"

# ---- Faults ----

# Of each case the lines that may be reported and the words: NAME<tab>LINE<tab>WORDS.
sed -n 's|^\(.*\)// report \([a-z_0-9]*\): \(.*\)$|\2\t\3|;t found;d;:found;=;p' tests/emulator/faults.cu |
    awk -F '\t' 'NR % 2 { line = $0; next } { print $1 "\t" line "\t" $2 }' >"$work/expected"

# caught NAME SETTINGS: whether the report in $work/said is one of those expected.
caught() {
    awk -F '\t' -v name="$1" '$1 == name { print $2 "\t" $3 }' "$work/expected" >"$work/places"
    while IFS="$(printf '\t')" read -r line words; do
        if grep -Eq "^tests/emulator/faults.cu:$line: error: kernel $1(<[a-z]*>)?, block \([0-9,]*\), thread \([0-9,]*\): ($words)" \
            "$work/said"; then
            return 0
        fi
    done <"$work/places"
    return 1
}

build faults EMULATOR_CHECKED
[ "$failed" = 0 ] || finish
for name in $("$work/faults-EMULATOR_CHECKED"); do
    for setting in $settings; do
        PALLAS=$setting timeout 60 "$work/faults-EMULATOR_CHECKED" "$name" >"$work/said" 2>&1
        status=$?
        # The low byte of a code from 700 to 719; a signal would make it 128 to 159.
        [ $status -ge 180 ] && [ $status -lt 220 ]
        verdict $? "$name, $setting: ends with CUDA's code, and not with $status" "$work/said"
        caught "$name"
        verdict $? "$name, $setting: its report" "$work/said"
    done
done

# ---- What is right ----

for kind in EMULATOR_CHECKED EMULATOR_FAST; do
    build correct $kind
    [ "$failed" = 0 ] || finish
    for case in $("$work/correct-$kind"); do
        for setting in $settings; do
            check "$case, $kind, $setting" env PALLAS="$setting" timeout 60 "$work/correct-$kind" "$case"
        done
    done
done

finish
