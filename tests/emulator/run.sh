#!/bin/sh
# run.sh -- the CUDA emulator: every fault of faults.cu is reported at its line, with its kernel, block and thread, in every
# order; nothing in correct.cu is reported; the host API rejects the same calls as CUDA. Prints `N passed, N failed` last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/emulator/build.inc
! grep -q warning "$work/make"
verdict $? "the emulator builds without a warning" "$work/make"

settings="order=forward
order=reverse,copies=late
order=random,copies=random,seed=3
order=greedy,copies=late,seed=4"

# expected NAME: prints CASE<tab>LINE<tab>WORDS for each `// report CASE: WORDS`. A line may have several.
expected() {
    awk '{
        parts = split($0, part, "// report ")
        for (i = 2; i <= parts; i++) {
            colon = index(part[i], ": ")
            words = substr(part[i], colon + 2)
            sub(/ +$/, "", words)
            print substr(part[i], 1, colon - 1) "\t" FNR "\t" words
        }
    }' "tests/emulator/$1.cu"
}

# caught NAME CASE: succeeds if the report in $work/said is at one of the lines, with the words that are expected there.
caught() {
    awk -F '\t' -v name="$2" '$1 == name { print $2 "\t" $3 }' "$work/$1.expected" >"$work/places"
    while IFS="$(printf '\t')" read -r line words; do
        if grep -Eq "^tests/emulator/$1.cu:$line: error: kernel $2(<[a-z]*>)?, block \([0-9,]*\), thread \([0-9,]*\): ($words)" \
            "$work/said"; then
            return 0
        fi
    done <"$work/places"
    return 1
}

# says NAME CASE: succeeds if $work/said has the lines that `// says CASE: WORDS` expects.
says() {
    sed -n "s|^// says $2: ||p" "tests/emulator/$1.cu" >"$work/words"
    while read -r words; do
        grep -Eq "^$words" "$work/said" || return 1
    done <"$work/words"
}

# try NAME KIND CASE SETTING: a wrong case must end with CUDA's error code and its report; a correct one must print nothing and
# end with 0.
try() {
    what="$1 $3, $2, $4"
    PALLAS=$4,arch=sm_90 timeout 60 "$work/$1-$2" "$3" >"$work/said" 2>&1
    status=$?
    if grep -q "^$3	" "$work/$1.expected"; then
        # The low byte of a code from 700 to 719; a signal would make it 128 to 159.
        [ $status -ge 180 ] && [ $status -lt 220 ]
        verdict $? "$what: ends with CUDA's code, and not with $status" "$work/said"
        caught "$1" "$3"
        verdict $? "$what: its report" "$work/said"
    elif grep -q "^// says $3:" "tests/emulator/$1.cu"; then
        says "$1" "$3"
        verdict $? "$what: its messages" "$work/said"
        [ $status = 0 ] || [ "$1 $status" = "killed 139" ]
        verdict $? "$what: ends with $status" "$work/said"
    else
        [ $status = 0 ] && [ ! -s "$work/said" ]
        verdict $? "$what: ends with $status" "$work/said"
    fi
}

# try_all NAME KIND: runs every case in every order. The fast build runs only correct cases, and no CASE_checked: it does not
# see accesses, so no other thread runs while a thread spins on a volatile. With clang++, which does not instrument most accesses
# to local arrays, no CASE_local runs.
try_all() {
    expected "$1" >"$work/$1.expected"
    build "$1" "$2" || return
    for case in $("$work/$1-$2"); do
        case $cxx$2$case in
        clang*_local) continue ;;
        *EMULATOR_FAST*_checked) continue ;;
        *EMULATOR_FAST*) ! grep -q "^$case	" "$work/$1.expected" || continue ;;
        esac
        for setting in $settings; do
            try "$1" "$2" "$case" "$setting"
        done
    done
}

for name in faults correct async clusters host killed; do
    try_all $name EMULATOR_CHECKED
done
for name in correct async clusters; do
    try_all $name EMULATOR_FAST
done

PALLAS=ordr=forward "$work/correct-EMULATOR_FAST" reverse >"$work/said" 2>&1
[ $? = 2 ] && grep -q '^PALLAS: ordr=forward is unknown' "$work/said"
verdict $? "an unknown setting" "$work/said"
PALLAS=order=backwards "$work/correct-EMULATOR_FAST" reverse >"$work/said" 2>&1
[ $? = 2 ] && grep -q '^PALLAS: order=backwards is not valid; use forward|reverse|random|greedy' "$work/said"
verdict $? "a wrong value" "$work/said"

finish
