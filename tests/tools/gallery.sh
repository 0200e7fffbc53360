#!/bin/sh
# gallery.sh -- writes docs/errors.md, from the mistakes in tests/errors and those that pallasc finds (the cases of
# tests/golden/errors for --check), and what one is told about each.
set -u
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C

# files REFUSED: the files that begin with compile-error (1), or the others (0).
files() {
    for file in tests/errors/*.c; do
        [ -f "$file" ] || continue
        refused=0
        case $(head -n 1 "$file") in "// compile-error"*) refused=1 ;; esac
        [ "$refused" != "$1" ] || echo "$file"
    done
}

# The lines of comment at the top, and the settings that the program is built and run with.
sentence() {
    awk '
        /^\/\/ compile-error/ { next }
        /^\/\/ options:/ { next }
        /^\/\/ run:/ { sub(/^\/\/ run: */, ""); settings = $0; next }
        /^\/\/ build:/ { sub(/^\/\/ build: */, ""); variables = $0; next }
        /^\/\// { sub(/^\/\/ ?/, ""); print; next }
        { exit }
        END {
            if (variables) print "Built with `" variables "`."
            if (settings) print "Run with `" settings "`."
        }' "$1"
}

# From there to main, with the line numbers that the message speaks of.
code() {
    awk '
        /^(static )?int main\(/ { exit }
        top && (/^\/\// || /^ *$/ || /^#include/) { next }
        /^ *$/ { blank = blank "\n"; next }
        { printf "%s%3d  %s\n", blank, NR, $0; blank = ""; top = 0 }' top=1 "$1"
}

# entry FILE
entry() {
    printf '### %s\n\n' "$(basename "$1" .c | tr '_' ' ')"
    sentence "$1"
    printf '\n```c\n'
    code "$1"
    # shellcheck disable=SC2016 # markdown's backticks
    printf '```\n```\n'
    grep -v '^\[exit [0-9]*\]$' "${1%.c}.expected"
    printf '```\n\n'
}

# contents FILE...: a link to each entry.
contents() {
    for file in "$@"; do
        basename "$file" .c
    done | awk '
        { name = anchor = $0; gsub(/_/, " ", name); gsub(/_/, "-", anchor) }
        { printf "%s[%s](#%s)", (NR > 1 ? ",\n" : ""), name, anchor }
        END { print ".\n" }'
}

# The mistakes that pallasc finds: a case is of several, and begins with its options.
read_files() {
    for file in tests/golden/errors/*.c; do
        # What is right is no mistake.
        grep -q -e ': error: ' -e ': note: ' "${file%.c}.expected" || continue
        case $(head -n 1 "$file") in "// options: --check"*) echo "$file" ;; esac
    done
}

# part TITLE FILE...
part() {
    printf '## %s\n\n' "$1"
    shift
    [ $# = 0 ] || contents "$@"
    for file in "$@"; do
        entry "$file"
    done
}

cat <<'INTRO'
# What goes wrong, and what you are told

Every mistake here is a file of `tests/errors/`, and every message what that file really gives; `make docs/errors.md`
writes this page, and a test keeps it true. Numbers at the left are the lines that a message speaks of. Where two
messages stand, the first is gcc's and the second clang's.

What `pallasc` finds, `make run` tells before it runs a program, `make TARGET=...` before it translates one, and
`pallasc --check` by itself; [checks.md](checks.md) says what it looks for. A note by itself is no error: it says what
is likely wrong, or what cannot be decided; of the latter `make run` does not speak.

A message from a running program begins with file and line: of the statement where that is known, else of the kernel
when the body is at fault and of the `PL_CALL` when a part is. Then come the call, its kernel, the program with the
names of its axes, the operand, what is wrong and where; a note says what to write instead. The call returns a code,
and under a debugger it stops there. What stands with a setting is told only under it; `make run` sets
`check=twin,order=reverse` by itself.

INTRO
# shellcheck disable=SC2046 # names without spaces
{
    part "When it compiles" $(files 1)
    part "When pallasc reads it" $(read_files)
    part "When it runs" $(files 0)
}
sh tests/mutation/table
