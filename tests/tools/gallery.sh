#!/bin/sh
# gallery.sh -- writes docs/errors.md, from the mistakes in tests/errors and what one is told about each.
set -u
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C

# The lines of comment at the top, less how the test is built and run.
sentence() {
    awk '
        /^\/\/ (run:|build:|compile-error)/ { next }
        /^\/\// { sub(/^\/\/ ?/, ""); print; next }
        { exit }' "$1"
}

# What one sets to be told: `PALLAS=check=twin`, `SAN=address`.
setting() { sed -n '1,2s/^\/\/ \(run\|build\): *//p' "$1" | paste -s -d ' '; }

# From there to main, with the line numbers that the message speaks of.
code() {
    awk '
        /^(static )?int main\(/ { exit }
        top && (/^\/\// || /^ *$/ || /^#include/) { next }
        /^ *$/ { blank = blank "\n"; next }
        { printf "%s%3d  %s\n", blank, NR, $0; blank = ""; top = 0 }' top=1 "$1"
}

title() { basename "$1" .c | tr '_' ' '; }

# entry FILE
entry() {
    printf '### %s\n\n' "$(title "$1")"
    sentence "$1"
    # shellcheck disable=SC2016 # markdown's backticks
    case $(setting "$1") in ?*) printf '(With `%s`.)\n' "$(setting "$1")" ;; esac
    printf '\n```c\n'
    code "$1"
    # shellcheck disable=SC2016 # markdown's backticks
    printf '```\n```\n'
    grep -v '^\[exit [0-9]*\]$' "${1%.c}.expected"
    printf '```\n\n'
}

# files REFUSED: those that begin with compile-error (1), or the others (0).
files() {
    for file in tests/errors/*.c; do
        [ -f "$file" ] || continue
        refused=0
        case $(head -n 1 "$file") in "// compile-error"*) refused=1 ;; esac
        [ "$refused" != "$1" ] || echo "$file"
    done
}

# contents REFUSED TITLE: a line for each, which leads to it.
contents() {
    printf '**%s**\n\n' "$2"
    files "$1" | while read -r file; do
        name=$(title "$file")
        printf -- '- [%s](#%s): %s\n' "$name" "$(echo "$name" | tr ' ' -)" "$(sentence "$file" | paste -s -d ' ')"
    done
    echo
}

part() {
    printf '## %s\n\n' "$2"
    files "$1" | while read -r file; do entry "$file"; done
}

cat <<'INTRO'
# What goes wrong, and what you are told

Every mistake here is a file of `tests/errors/`, and every message what that file really gives; `make docs/errors.md`
writes this page, and a test keeps it true. Numbers at the left are the lines that a message speaks of. Where two
messages stand, the first is gcc's and the second clang's.

A message from a running program begins with file and line: of the statement where that is known, else of the kernel
when the body is at fault and of the `PL_CALL` when a part is. Then come the call, its kernel, the program with the
names of its axes, the operand, what is wrong and where; a note says what to write instead. The call returns a code,
and under a debugger it stops there. What is marked with a setting is told only under it; `make run` sets
`check=twin,order=reverse` by itself.

INTRO
contents 1 "When it compiles"
contents 0 "When it runs"
part 1 "When it compiles"
part 0 "When it runs"
