#!/bin/sh
# docs.sh -- runs the code blocks of README.md and docs/*.md and compares their output. Prints the counts last.
#
#   ```c       with an `int main`: a program, which compiles with the flags of make and runs as `make run` runs it.
#              Without: declarations, which compile after an #include <pallas.h>.
#              A first line `// name.c` gives the file name for messages.
#   ```diff    a change of the last ```c block, which makes another program: the lines without `+` are in the block
#              exactly once, consecutively, and become the lines without `-`; a line `@@` separates two such places.
#   ```text    the complete output of the program before it, with stderr, or the first error if it does not compile.
#              Lines that begin with `$ ` are typed by the reader; settings in them (PALLAS=..., SAN=...) are used.
#
# A program without ```text must exit with 0. The text of one that exits otherwise must contain `error: `.
# A third of the programs is tested, by SEED; all with FULL=1, and with UPDATE=1, which rewrites the ```text blocks; read the diff
# before you commit it. tests/run sets WORK and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/docs && [ -d "$WORK" ] || exit 2
rm -rf "$work"
mkdir -p "$work"
# Compilers name different lines of a PL_CALL in a message; the pages show gcc's.
cc=gcc
command -v gcc >/dev/null || cc=${CC:-cc}
. "$here/tests/tools/count.inc"

# programs PAGE FOLDER: writes a folder FOLDER/1, FOLDER/2, ... for each program, with the program, its `line` in the page, and
# `expected` if it has a text.
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
                complain("the old lines of the diff must be in the program exactly once")
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

# setting NAME FILE: prints the value of a setting in the lines that the reader types, if it is there.
setting() {
    [ -f "$2" ] && sed -n "s/^\\$ .*\\<$1=\\([^ ]*\\).*/\\1/p" "$2" | head -n 1
}

# Prints the first error of gcc or clang, in a form that they share.
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

# flags_of SAN: prints the command with which make compiles. make is asked once for each sanitizer.
flags_of() {
    [ -s "$work/flags$1" ] || make -s --no-print-directory -f "$here/Makefile" flags CC="$cc" SAN="$1" >"$work/flags$1"
    cat "$work/flags$1"
}

# output_of PROGRAM: writes the program's output to the file `out` next to it, and returns its status, or 1 if it does not compile.
output_of() {
    cd "$(dirname "$1")" || exit 2
    san=$(setting SAN expected)
    settings=$(setting PALLAS expected)
    grep -e '^\$ ' expected >out 2>/dev/null || : >out
    link="-o program"
    grep -q '^int main(' "$1" || link="-c -o program.o"
    # shellcheck disable=SC2046,SC2086 # words
    $(flags_of "$san") $link "${1##*/}" -lm >messages 2>&1 || {
        first_error <messages >>out
        return 1
    }
    [ ! -s messages ] || { cat messages >>out && return 1; }
    [ "$link" = "-o program" ] || return 0
    # The shell's own messages about signals are omitted.
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
    (output_of "$program")
    status=$?
    [ -z "${UPDATE:-}" ] || [ ! -f "$2/expected" ] || cp "$2/out" "$2/expected"
    if [ "$status" != 0 ] && ! grep -q 'error: ' "$2/expected" 2>/dev/null; then
        fail "$what ends with $status" "$2/out"
    elif [ -f "$2/expected" ] && ! diff -u "$2/expected" "$2/out" >"$2/diff"; then
        fail "$what prints another text than the page shows" "$2/diff"
    elif [ "$status" = 0 ] && grep -q 'error: ' "$2/expected" 2>/dev/null; then
        fail "$what reports an error and ends with 0" "$2/out"
    else
        pass
    fi
}

# update PAGE FOLDER: writes the output of the programs into the page.
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
number=0
for page in README.md docs/*.md; do
    folder=$work/$(basename "$page" .md)
    case $page in
    # Their blocks come from programs in errors/ and sessions in gdb/, which have their own tests.
    docs/errors.md | docs/debugging.md) continue ;;
    esac
    mkdir -p "$folder"
    programs "$page" "$folder"
    if [ -f "$folder/broken" ]; then
        fail "$page" "$folder/broken"
        continue
    fi
    for line in $(cd "$folder" && find . -name line | sort -t / -k 2n); do
        number=$((number + 1))
        [ -n "${UPDATE:-}" ] || sampled $number 3 || continue
        try "$page" "$folder/$(dirname "$line")"
    done
    [ -z "${UPDATE:-}" ] || update "$page" "$folder"
done

[ -n "$(find "$work" -name expected)" ] || fail "no page shows the output of a program"
finish
