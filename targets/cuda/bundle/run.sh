#!/bin/sh
# run.sh PROGRAM... -- runs build/PROGRAM for each, and prints a table: a line for each, what failed, how many. It goes on after
# failures. `run.sh --device` prints the device alone.
device() {
    { command -v nvidia-smi && nvidia-smi -L; } >/dev/null 2>&1 &&
        nvidia-smi --query-gpu=name,driver_version,clocks.sm,power.limit --format=csv,noheader 2>/dev/null ||
        echo "no GPU here (nvidia-smi finds none): programs are built for sm_80, and fail where they use the device"
    command -v "${NVCC:-nvcc}" >/dev/null 2>&1 && "${NVCC:-nvcc}" --version | tail -n 2 | head -n 1
}
[ "${1:-}" != --device ] || { device; exit 0; }

limit=
! command -v timeout >/dev/null 2>&1 || limit="timeout 120"
passed=0 failed=0 list=
device
printf '%-36s %-8s %s\n' program result 'last line'
for program; do
    log=build/$program.log
    if [ ! -x "build/$program" ]; then
        result=unbuilt
        said=$(grep -m 1 -i error "$log" 2>/dev/null)
    else
        $limit "build/$program" >"$log" 2>&1
        code=$?
        [ $code = 0 ] && result=ok || result="exit $code"
        said=$(tail -n 1 "$log")
    fi
    printf '%-36s %-8s %.110s\n' "$program" "$result" "$said"
    if [ "$result" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)) list="$list $program"; fi
done
[ -z "$list" ] || echo "failed:$list (build/NAME.log has the messages of each)"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
