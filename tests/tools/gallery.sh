#!/bin/sh
# gallery.sh -- writes docs/errors.md, from the mistakes in tests/errors and what one is told about each.
set -u
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C

# The lines of comment at the top, less how the test is run.
sentence() {
    awk '
        /^\/\/ (run:|compile-error)/ { next }
        /^\/\// { sub(/^\/\/ ?/, ""); print; next }
        { exit }' "$1"
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

# part REFUSED TITLE: the files that begin with compile-error (1), or the others (0).
part() {
    printf '## %s\n\n' "$2"
    for file in tests/errors/*.c; do
        [ -f "$file" ] || continue
        refused=0
        case $(head -n 1 "$file") in "// compile-error"*) refused=1 ;; esac
        [ "$refused" != "$1" ] || entry "$file"
    done
}

cat <<'INTRO'
# What goes wrong, and what you are told

Every mistake here is a file of `tests/errors/`, and every message what that file really gives; `make docs/errors.md`
writes this page, and a test keeps it true. Numbers at the left are the lines that a message speaks of. Where two
messages stand, the first is gcc's and the second clang's.

INTRO
part 1 "When it compiles"
part 0 "When it runs"
