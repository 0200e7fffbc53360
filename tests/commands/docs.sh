#!/bin/sh
# docs.sh -- what README.md and docs/*.md show is what happens. Closes with the counts.
#
#   ```c       with an `int main`: a program; it compiles with the flags of make and runs as `make run` runs it.
#              Without: declarations, which compile behind an #include <pallas.h>.
#              A first line `// name.c` says under which name messages know it.
#   ```diff    a change of the last ```c block, which makes another program of it: its lines without `+` stand in it
#              once, together, and become its lines without `-`; a line `@@` parts two such places.
#   ```text    all that the program before it prints, stderr too, or the first error when it does not compile. Lines
#              that begin with `$ ` are what the reader types; settings in them (PALLAS=..., SAN=...) are obeyed.
#
# A program without ```text has to end with 0. One that ends otherwise has to say `error: ` in its text.
# UPDATE=1 rewrites the ```text blocks; read the diff before you commit it. tests/run sets WORK and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/docs && [ -d "$WORK" ] || exit 2
rm -rf "$work"
mkdir -p "$work"
# Which of the lines of a PL_CALL a message names is the compiler's choice: the pages show gcc's.
cc=gcc
command -v gcc >/dev/null || cc=${CC:-cc}
. "$here/tests/tools/count.inc"

# programs PAGE FOLDER: writes FOLDER/1, FOLDER/2, ...: the program, `expected` (where there is a text), `line`.
programs() {
    awk -v folder="$2" '
        function save(text,    at, name) {
            n++
            at = folder "/" n
            system("mkdir -p " at)
            name = match(text, /^\/\/ [a-z0-9_]+\.c/) ? substr(text, 4, RLENGTH - 3) : "example.c"
            if (text !~ /\nint main\(/ && text !~ /#include <pallas.h>/)
                text = "#include <pallas.h>\n#line 1\n" text
            printf "%s", text >(at "/" name)
            close(at "/" name)
            print begun >(at "/line")
            close(at "/line")
            answered = 0
        }
        function complain(what) { print begun ": " what >(folder "/broken") }
        function change(    at) {
            at = index(changed, old)
            if (!at || index(substr(changed, at + 1), old))
                complain("the old lines of the diff are not in the program once")
            changed = substr(changed, 1, at - 1) new substr(changed, at + length(old))
            old = new = ""
        }
        kind == "" && /^```/ {
            kind = substr($0, 4)
            if (kind == "") kind = "plain"
            begun = NR
            text = old = new = ""
            changed = last
            next
        }
        /^```$/ {
            if (kind == "c") save(last = text)
            if (kind == "diff") { change(); save(changed) }
            if (kind == "text") {
                if (!n || answered) complain("a text without a program")
                answered = 1
                printf "%s", text >(folder "/" n "/expected")
                close(folder "/" n "/expected")
            }
            kind = ""
            next
        }
        kind == "diff" && /^@@/ { change(); next }
        kind == "diff" && !/^\+/ { old = old substr($0, 2) "\n" }
        kind == "diff" && !/^-/ { new = new substr($0, 2) "\n" }
        { text = text $0 "\n" }
        END { if (kind != "") complain("a block without an end") }' "$1"
}

# setting NAME FILE: its value in the lines that the reader types, if there is one.
setting() {
    [ -f "$2" ] && sed -n "s/^\\$ .*\\<$1=\\([^ ]*\\).*/\\1/p" "$2" | head -n 1
}

# The first error of gcc or clang, in the words that they share.
first_error() {
    sed -n '
        /: error: / {
            s/^\([^:]*:[0-9]*\):[0-9]*: /\1: /
            s/static assertion failed: "\(.*\)"$/static assertion failed: \1/
            s/static_assert failed.* "\(.*\)"$/static assertion failed: \1/
            s/\\\x27/\x27/g
            p
            q
        }'
}

# answer PROGRAM: what it prints, into `out` beside it; its status: 1 when it does not compile, else its own.
answer() {
    cd "$(dirname "$1")" || exit 2
    san=$(setting SAN expected)
    settings=$(setting PALLAS expected)
    grep -e '^\$ ' expected >out 2>/dev/null || : >out
    link="-o program"
    grep -q '^int main(' "$1" || link="-c -o program.o"
    # shellcheck disable=SC2046,SC2086 # words
    $(make -s --no-print-directory -f "$here/Makefile" flags CC="$cc" SAN="$san") $link "${1##*/}" -lm >messages 2>&1 || {
        first_error <messages >>out
        return 1
    }
    [ ! -s messages ] || { cat messages >>out && return 1; }
    [ "$link" = "-o program" ] || return 0
    # The word of the shell on signals is kept out.
    {
        PALLAS=${settings:-check=twin,order=reverse} timeout -k 5 60 ./program >raw 2>&1 </dev/null &
        wait $!
    } 2>/dev/null
    status=$?
    sed -e 's/0x[0-9a-f]\{3,\}/0x.../g' -e 's/==[0-9][0-9]*==/==/g' raw >>out
    return "$status"
}

# try PAGE FOLDER
try() {
    program=$(echo "$2"/*.c)
    what="$1:$(cat "$2/line")"
    (answer "$program")
    status=$?
    [ -z "${UPDATE:-}" ] || [ ! -f "$2/expected" ] || cp "$2/out" "$2/expected"
    if [ "$status" != 0 ] && ! grep -q 'error: ' "$2/expected" 2>/dev/null; then
        fail "$what ends with $status" "$2/out"
    elif [ -f "$2/expected" ] && ! diff -u "$2/expected" "$2/out" >"$2/diff"; then
        fail "$what does not print what the page says" "$2/diff"
    elif [ "$status" = 0 ] && grep -q 'error: ' "$2/expected" 2>/dev/null; then
        fail "$what reports an error and ends with 0" "$2/out"
    else
        pass
    fi
}

# update PAGE FOLDER: puts what the programs printed into the page.
update() {
    awk -v folder="$2" '
        /^```(c|diff)$/ && !inside { n++ }
        /^```text$/ && !inside {
            print
            while ((getline line <(folder "/" n "/expected")) > 0) print line
            inside = skip = 1
            next
        }
        /^```/ { inside = !inside; if (!inside) skip = 0 }
        !skip { print }' "$1" >"$2/page"
    cmp -s "$1" "$2/page" || { cp "$2/page" "$1" && echo "updated $1"; }
}

cd "$here" || exit 2
for page in README.md docs/*.md; do
    folder=$work/$(basename "$page" .md)
    case $page in
    # Made of the programs in errors/, of sessions in gdb/: they are tried there.
    docs/errors.md | docs/debugging.md) continue ;;
    esac
    mkdir -p "$folder"
    programs "$page" "$folder"
    if [ -f "$folder/broken" ]; then
        fail "$page" "$folder/broken"
        continue
    fi
    for line in $(cd "$folder" && find . -name line | sort -t / -k 2n); do
        try "$page" "$folder/$(dirname "$line")"
    done
    [ -z "${UPDATE:-}" ] || update "$page" "$folder"
done

[ -n "$(find "$work" -name expected)" ] || fail "no page shows what a program prints"
finish
