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

# ---- Messages by their ids ----------------------------------------------------------------------------------------------

# The tables of messages, a line each: NAME "text".
definitions() {
    cat targets/shared/messages.h gen/base/messages.h | awk '
        /^#define (PL_)?(MESSAGE|HINT)_/ { on = 1; text = "" }
        on {
            more = sub(/ *\\$/, "")
            sub(/^#define /, "")
            sub(/^ +/, "")
            text = text (text == "" ? "" : " ") $0
            if (!more) { gsub(/" "/, "", text); print text; on = 0 }
        }'
}

# Messages of static assertions, in the same form. In front of the text is the construct, which macros put there.
assertions() {
    sed '/^\/\* ==== Messages =/,/^\/\* ==== End of messages/d' pallas.h |
        sed 's/" other " \[/ [/' | grep -o '"[^"]* \[[a-z0-9-]*\]"' | sed 's/^": /"/; s/^", ...): /"/; s/^" /"/; s/^/MESSAGE_ /'
}

# ID ENTRY for each mistake that prints the message.
examples() {
    while read -r _ group file; do
        grep -oE ' \[[a-z0-9-]+\](:| \(outside a kernel\))?$' "${file%.c}.expected" | sed 's/.*\[//; s/\].*//' | sort -u |
            while read -r id; do echo "$id $group.md#$(basename "$file" .c | tr '_' '-')"; done
    done <"$all"
}

# A message in each item: its id, its text, what to write instead, and up to three mistakes that print it. Names and numbers of a
# program are left out.
messages() {
    examples >"$into/examples.tmp"
    { definitions; assertions; } | awk -v examples="$into/examples.tmp" '
        function words(text) {
            gsub(/%%/, "\001", text)
            gsub(/%[-.*0-9]*(l|ll|z|h)?[a-zA-Z]/, "…", text)
            gsub(/\001/, "%", text)
            gsub(/\\"/, "\"", text)
            gsub(/[<>|*_]/, "\\\\&", text)
            return text
        }
        BEGIN {
            while ((getline line < examples) > 0) {
                split(line, part, " ")
                name = part[2]
                sub(/.*#/, "", name)
                gsub(/-/, " ", name)
                if (++count[part[1]] <= 3) links[part[1]] = links[part[1]] (count[part[1]] > 1 ? ", " : "") "[" name "](" part[2] ")"
            }
        }
        {
            name = $1
            text = $0
            sub(/^[^"]*"/, "", text)
            sub(/"$/, "", text)
        }
        name ~ /HINT_/ {
            sub(/^(PL_)?HINT_/, "", name)
            sub(/_$/, "", name)
            name = tolower(name)
            gsub(/_/, "-", name)
            hint[name] = hint[name] (hint[name] == "" || hint[name] == text ? "" : "; or: ") (hint[name] == text ? "" : text)
            next
        }
        match(text, / \[[a-z0-9-]+\]$/) {
            id = substr(text, RSTART + 2, RLENGTH - 3)
            text = words(substr(text, 1, RSTART - 1))
            if (index(said[id], "\002" text "\002")) next
            said[id] = said[id] "\002" text "\002"
            all[id] = all[id] (all[id] == "" ? "" : " / ") text
        }
        END {
            for (id in all)
                printf "* **%s**: %s.%s%s\n", id, all[id] == "" ? "wrong arguments; write …" : all[id],
                    hint[id] == "" ? "" : " *" words(hint[id]) (hint[id] ~ /[?]$/ ? "*" : ".*"), links[id] == "" ? "" : " " links[id]
        }' | sort
    rm -f "$into/examples.tmp"
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

A message ends with its id in brackets, such as `[block-index]`. [Messages by their ids](errors/messages.md) lists the texts, what
to write instead, and mistakes that print them. Messages of the C compiler, of a sanitizer, and of your `PL_CHECK` have no id.

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
    cat <<'INTRO'
# Messages by their ids

[All groups](../errors.md)

Each message of interpret mode, of `pallasc` and of the targets' runtimes, with what to write instead in italics and links to
mistakes that print it. An ellipsis replaces the names and numbers of the program. A mistake that `pallasc` finds before the program
runs has the same id as when a run finds it; the two texts are separated by a slash.

INTRO
    messages
} >"$into/errors/messages.md"
sh tests/mutation/table | sed '1s/^## /# /' >"$into/errors/checked.md"
rm -f "$groups" "$all"
