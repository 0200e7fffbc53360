#!/bin/sh
# expand.sh FILE COMPILER FLAG... -- prints FILE with its macros expanded, formatted, and without the text of its headers.
# `make expand SRC=file.c` calls it.
set -u
file=$1
shift

# Prints the lines of the file itself: the preprocessor marks where the text of a file begins by `# LINE "FILE"`.
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
        echo "(make setup installs clang-format, which formats this)" >&2
        cat
    fi
}

expanded=$(mktemp) || exit 1
trap 'rm -f "$expanded"' EXIT
"$@" -DPL_EXPAND_ -E -C -o "$expanded" "$file" || exit 1
grep '^ *# *include' "$file"
echo
own_text <"$expanded" | lay_out
