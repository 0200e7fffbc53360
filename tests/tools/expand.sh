#!/bin/sh
# expand.sh FILE COMPILER FLAG... -- FILE with its macros expanded and laid out; what it includes stays out.
# Called by `make expand SRC=file.c`.
set -u
file=$1
shift

# The preprocessor says with `# LINE "FILE"` whose text follows.
own_text() {
    awk -v file="$file" '
        /^# [0-9]+ "/ { split($0, part, "\""); own = part[2] == file; next }
        own && NF'
}

lay_out() {
    if command -v clang-format >/dev/null 2>&1; then
        style='BasedOnStyle: LLVM, IndentWidth: 4, ColumnLimit: 120, BreakBeforeBraces: Linux'
        style="$style, BreakStringLiterals: false, SeparateDefinitionBlocks: Always"
        clang-format --assume-filename=x.c -style="{$style}"
    else
        echo "(make setup installs clang-format, which lays this out)" >&2
        cat
    fi
}

expanded=$(mktemp) || exit 1
trap 'rm -f "$expanded"' EXIT
"$@" -DPL_EXPAND_ -E -C -o "$expanded" "$file" || exit 1
grep '^ *# *include' "$file"
echo
own_text <"$expanded" | lay_out
