#!/bin/sh
# docs_console.sh -- runs the console sessions of the pages and compares their output. Prints the counts last.
#
#   ```console       lines that begin with `$ ` are commands; the lines after each are its output, stdout and stderr. A line
#                    `...` matches any lines. PATH has pallasc, PALLAS_DIR is the source root, CC the compiler.
#   ```c ```m4 ```cpp ```make ```file     whose first line names a file (// name.c, # Makefile, m4_dnl  name.m4):
#                    the contents of that file from there on.
# Each page has its own folder. UPDATE=1 rewrites the output in sessions without `...`; read the diff.
# tests/run sets WORK and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/console && [ -d "$WORK" ] || exit 2
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL TARGET
rm -rf "$work"
mkdir -p "$work/bin" "$work/cache"
. "$here/tests/tools/count.inc"
if [ ! -x "$here/build/pallasc" ]; then
    skip "there is no pallasc (libclang)"
    finish
fi
if ! ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then
    skip "there is no OpenCL to run on"
    finish
fi
ln -s "$here/build/pallasc" "$work/bin/pallasc"
# Readers of the README run make in the source root.
cat >"$work/bin/make" <<END
#!/bin/sh
[ -f Makefile ] || set -- -f "$here/Makefile" "\$@"
exec "$(command -v make)" --no-print-directory "\$@"
END
chmod +x "$work/bin/make"
export PATH="$work/bin:$PATH" PALLAS_DIR="$here" POCL_CACHE_DIR="$work/cache"

# steps PAGE FOLDER: writes FOLDER/steps/001 and so on: `file NAME` with its text, or `run LINE` with the expected output.
steps() {
    mkdir -p "$2/steps"
    awk -v folder="$2/steps" '
        function begin(what) {
            at = sprintf("%s/%03d", folder, ++n)
            print what >at
            print begun >(at ".line")
            close(at ".line")
        }
        !inside && /^```/ { kind = substr($0, 4); inside = 1; first = 1; begun = NR; next }
        /^```$/ { inside = 0; kind = ""; next }
        !inside { next }
        kind == "console" && /^\$ / { begin("run " substr($0, 3)); typed = 1; begun++; next }
        kind == "console" { print >at; next }
        first && match($0, /^(\/\/|#|m4_dnl)  ?[A-Za-z0-9_]+(\.[a-z0-9]+)?$/) {
            begin("file " $NF)
            kind = "named"
        }
        kind == "named" { print >at }
        { first = 0 }' "$1"
}

# agree EXPECTED ACTUAL: succeeds if the texts are equal, where `...` matches any lines.
agree() {
    awk '
        NR == FNR { wanted[++n] = $0; next }
        { got[++m] = $0 }
        END {
            j = 1
            for (i = 1; i <= n; i++) {
                if (wanted[i] == "...") { any = 1; continue }
                if (any) while (j <= m && got[j] != wanted[i]) j++
                if (j > m || got[j] != wanted[i]) exit 1
                j++
                any = 0
            }
            exit !(any || j > m)
        }' "$1" "$2"
}

# Some containers do not allow a debugger to trace a process.
gdb_works() {
    command -v gdb >/dev/null && gdb -q -nx -batch -ex starti -ex "info registers pc" /bin/true 2>&1 | grep -q "^[pr][ci]p* .*0x"
}

# try PAGE FOLDER
try() {
    for step in "$2"/steps/???; do
        [ -f "$step" ] || continue
        what=$(head -n 1 "$step")
        sed 1d "$step" >"$2/text"
        case $what in
        file*) cp "$2/text" "$2/files/${what#file }" ;;
        run*)
            case $what in *gdb*)
                gdb_works || {
                    skip "$1, ${what#run }: no gdb that can trace a process"
                    continue
                } ;;
            esac
            (cd "$2/files" && sh -c "${what#run }") >"$2/out" 2>&1 </dev/null
            cp "$2/out" "$step.out"
            if grep -q 'schedule=gpu runs on GPUs, on PoCL 3' "$2/out"; then
                skip "$1, ${what#run }: this PoCL breaks barriers"
                continue
            fi
            if agree "$2/text" "$2/out"; then
                pass
            elif [ -n "${UPDATE:-}" ] && ! grep -q -x -F ... "$2/text"; then
                { echo "$what" && cat "$2/out"; } >"$step"
                touch "$2/changed"
            else
                diff -u "$2/text" "$2/out" >"$2/diff"
                fail "$1, the session at line $(cat "$step.line"): ${what#run }" "$2/diff"
            fi
            ;;
        esac
    done
}

# update PAGE FOLDER: writes the output of the sessions into the page.
update() {
    awk -v folder="$2/steps" '
        function begin() { at = sprintf("%s/%03d", folder, ++n) }
        !inside && /^```/ { kind = substr($0, 4); inside = 1; first = 1; print; next }
        /^```$/ { inside = 0; kind = ""; print; next }
        kind == "console" && /^\$ / {
            begin()
            print
            getline skipped <at
            while ((getline line <at) > 0) print line
            next
        }
        kind == "console" { next }
        inside && first && match($0, /^(\/\/|#|m4_dnl)  ?[A-Za-z0-9_]+(\.[a-z0-9]+)?$/) { begin() }
        { first = 0; print }' "$1" >"$2/page"
    cp "$2/page" "$1"
    echo "updated $1"
}

cd "$here" || exit 2
for page in README.md docs/*.md; do
    grep -q '^```console' "$page" || continue
    folder=$work/$(basename "$page" .md)
    mkdir -p "$folder/files"
    steps "$page" "$folder"
    try "$page" "$folder"
    [ ! -f "$folder/changed" ] || update "$page" "$folder"
done
finish
