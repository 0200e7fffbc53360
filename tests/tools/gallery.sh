#!/bin/sh
# gallery.sh DIR -- writes the index DIR/errors.md and a page for each group of mistakes, DIR/errors/GROUP.md: the programs of
# tests/errors and the cases of tests/golden/errors for --check, with the messages of pallas.h, the compiler or pallasc.
# tests/errors/groups assigns the mistakes to pages.
set -u
into=${1:?gallery.sh DIR}
mkdir -p "$into/errors"
into=$(cd "$into" && pwd)
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C

# ---- The mistakes, as lines KIND GROUP FILE ---------------------------------------------------------------------------

mistakes() {
    for file in tests/errors/*.c; do
        kind=runs
        case $(head -n 1 "$file") in "// compile-error"*) kind=compiles ;; esac
        echo "$kind $file"
    done
    # Only cases for --check, whose first line has the option, and only those with a message.
    for file in tests/golden/errors/*.c; do
        grep -q -e ': error: ' -e ': warning: ' -e ': remark: ' "${file%.c}.expected" || continue
        case $(head -n 1 "$file") in "// options: --check"*) echo "reads $file" ;; esac
    done
}

groups=$into/groups.tmp
grep -v '^ *#' tests/errors/groups >"$groups"
grouped() {
    mistakes | awk -v groups="$groups" '
        BEGIN {
            while ((getline line < groups) > 0)
                if (line ~ /^[a-z]/) { split(line, word, " "); page[++n] = word[1] } else names[n] = names[n] line " "
        }
        {
            name = $2
            sub(/.*\//, "", name)
            found = ""
            for (g = 1; g <= n && !found; g++)
                for (w = split(names[g], word, " "); w > 0 && !found; w--)
                    if (index(name, word[w]) == 1) found = page[g]
            print $1, found, $2
        }'
}
all=$into/all.tmp
grouped >"$all"
if grep -n '^[a-z]*  ' "$all" >&2; then
    echo "gallery.sh: tests/errors/groups has no page for these" >&2
    exit 1
fi

# ---- One mistake --------------------------------------------------------------------------------------------------------

# Prints the comment at the top of the program, and the settings with which it is built and run.
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

# Prints the code from there to main, with the line numbers to which the message refers.
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

# links PAGE GROUP KIND: prints a link to each mistake of this group and kind. PAGE: the page with the mistakes; empty for the
# same page.
links() {
    awk -v group="$2" -v kind="$3" -v page="$1" '
        $2 == group && $1 == kind {
            name = $3
            sub(/.*\//, "", name)
            sub(/\.c$/, "", name)
            anchor = name
            gsub(/_/, " ", name)
            gsub(/_/, "-", anchor)
            printf "%s[%s](%s#%s)", (n++ ? ",\n" : ""), name, page, anchor
        }
        END { if (n) print ".\n" }' "$all"
}

heading() {
    case $1 in
    compiles) echo "When the program is compiled" ;;
    reads) echo "When pallasc reads the program" ;;
    runs) echo "When the program runs" ;;
    esac
}

# ---- Messages by their first words --------------------------------------------------------------------------------------

# Prints each message once, with a link to its entry: its text without the place and the call, and with `…` and N for the
# program's names and numbers.
messages() {
    while read -r _ group file; do
        awk -v entry="$group.md#$(basename "$file" .c | tr '_' '-')" '
            /: (error|warning|remark): / {
                sub(/^.*: (error|warning|remark): /, "")
                sub(/^static assertion failed: /, "")
                sub(/^static assertion failed due to requirement [^:]*: /, "")
                sub(/^call [^:]*: /, "")
                sub(/^operand [^:]*: /, "")
                sub(/^PL_CALL\([^)]*\): /, "")
                gsub(/(^| |\()\047[^\047]*\047/, "&\n")         # quoted names, but not the apostrophe of a genitive
                gsub(/\047[^\047\n]*\047\n/, "\047…\047")
                sub(/; index map .*/, "; index map (…)")
                gsub(/axis [a-z]+/, "axis …")
                gsub(/program \([^)]*\)/, "program (…)")
                gsub(/ -?[0-9]+/, " N")
                gsub(/\(-?[0-9]+/, "(N")
                gsub(/\[-?[0-9]+/, "[N")
                gsub(/[<>|]/, "\\\\&")
                if (length($0) > 110) $0 = substr($0, 1, 107) "..."
                print $0 "\t" entry
            }' "${file%.c}.expected"
    done <"$all" | sort -f | awk -F '\t' '!seen[$1]++ { printf "* [%s](%s)\n", $1, $2 }'
}

# ---- The pages --------------------------------------------------------------------------------------------------------

grep '^[a-z]' "$groups" | while read -r group title; do
    {
        printf '# Mistakes: %s\n\n' "$title"
        printf '[All groups](../errors.md)\n\n'
        for kind in compiles reads runs; do
            grep -q "^$kind $group " "$all" || continue
            printf '## %s\n\n' "$(heading $kind)"
            links "" "$group" $kind
            grep "^$kind $group " "$all" | while read -r _ _ file; do
                entry "$file"
            done
        done
    } >"$into/errors/$group.md"
done

{
    cat <<'INTRO'
# Mistakes and their messages

Every mistake in these pages is a program in `tests/errors/` or `tests/golden/errors/`, and every message is what that program
really prints. `make docs/errors.md` writes the pages, and a test keeps them true. Numbers on the left are the lines that a
message refers to. Where there are two messages, the first is from gcc and the second from clang.

`make run` prints what `pallasc` finds before it runs a program, `make TARGET=...` before it translates one, and
`pallasc --check` prints it without doing either; [checks.md](checks.md) describes what it looks for. A warning
is a likely mistake, and a remark is a case that cannot be proved; the program is accepted. `make run` omits remarks.

A message from a running program begins with file and line: of the statement if that is known, otherwise of the kernel if the
body is at fault, or of the `PL_CALL` if a part is. It continues with the call, its kernel, the program with the names of its
axes, the operand, and what is wrong; a note says what to write instead. The call returns a code, and under a debugger it stops
there. A message that depends on a setting names it; `make run` sets `check=twin,order=reverse`.

To look up a message, search [messages by their first words](errors/messages.md).

INTRO
    grep '^[a-z]' "$groups" | while read -r group title; do
        printf '## [%s](errors/%s.md)\n\n' "$title" "$group"
        for kind in compiles reads runs; do
            grep -q "^$kind $group " "$all" || continue
            printf '%s: ' "$(heading $kind)"
            links "errors/$group.md" "$group" $kind
        done
    done
    printf '[The checks, checked](errors/checked.md): which mistakes in the examples the checks find, and which they do not.\n'
} >"$into/errors.md"
{
    printf '# Messages by their first words\n\n[All groups](../errors.md)\n\n'
    printf 'Each message leads to a mistake that prints it, with the program and what to write instead. The place, the call and\n'
    printf 'the operand in front of a message are left out here, and so are the names and numbers of the program.\n\n'
    messages
} >"$into/errors/messages.md"
sh tests/mutation/table | sed '1s/^## /# /' >"$into/errors/checked.md"
rm -f "$groups" "$all"
