#!/bin/sh
# later.sh PALLASC COMMAND... -- starts the command, which builds PALLASC, in the background, unless it runs already or has failed, and
# says in one line what is not checked meanwhile. `make run SRC=x.c` calls it where there is no pallasc yet.
pallasc=$1
shift
log=$pallasc.log running=$pallasc.pid
mkdir -p "${pallasc%/*}"

if grep -q '^pallasc could not be built$' "$log" 2>/dev/null; then
    echo "note: the source is not checked, because pallasc could not be built: $log says why; try: make pallasc" >&2
    exit
fi
if ! kill -0 "$(cat "$running" 2>/dev/null)" 2>/dev/null; then
    (
        trap '' HUP INT
        if "$@"; then rm -f "$running" "$log"; else echo "pallasc could not be built"; fi
    ) >"$log" 2>&1 </dev/null &
    echo $! >"$running"
fi
echo "note: pallasc is being built, so the source is not checked yet: the parts of calls, index maps at other sizes, iterations that depend on each other (docs/checks.md)" >&2
