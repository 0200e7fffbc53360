#!/bin/sh
# sanitize.sh PROGRAM... -- runs build/PROGRAM for each under compute-sanitizer, first memcheck, then racecheck. Prints a line for
# each program with a finding, and how many have none. SANITIZER: the program.
SANITIZER=${SANITIZER:-compute-sanitizer}
command -v "$SANITIZER" >/dev/null 2>&1 || { echo "there is no $SANITIZER, so memory and races were not checked on the GPU"; exit 0; }

# These ask for more memory than the device has, and test the message. memcheck reports the failed cudaMalloc, and nothing else.
expected=" conformance/cores conformance/unusual "

limit=
! command -v timeout >/dev/null 2>&1 || limit="timeout 300"
status=0
for tool in memcheck racecheck; do
    clean=0 noted=0 found=
    for program; do
        [ -x "build/$program" ] || continue
        log=build/$program.$tool
        # 86: a status that no program of ours ends with.
        $limit "$SANITIZER" --tool $tool --error-exitcode 86 "build/$program" >"$log" 2>&1
        code=$?
        case "$tool $code $expected" in
        *" 0 "*) clean=$((clean + 1)) ;;
        "memcheck 86 "*" $program "*)
            if grep '^========= ' "$log" | grep -q -E 'Invalid|Misaligned|Race|Leaked'; then
                found="$found $program"
            else
                noted=$((noted + 1))
            fi ;;
        *" 86 "*) found="$found $program" ;;
        *) found="$found $program(exit-$code)" ;;
        esac
    done
    printf '%s: %d programs without a finding' $tool $clean
    [ $noted = 0 ] || printf ', %d that ask for too much memory, as expected' $noted
    echo
    [ -z "$found" ] || { echo "$tool found:$found (build/NAME.$tool has the reports)" && status=1; }
done
exit $status
