#!/bin/sh
# tests/tools/same_emit.sh OUTPUT... -- runs PALLASC for each output, TARGET SETTING PROGRAM [OPTION], and writes to FOLDER the
# emitted files, the messages and the exit status. same.sh calls it.
set -u
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
for output; do
    # shellcheck disable=SC2086 # words
    set -- $output
    target=$1 setting=$2
    shift 2
    mkdir "$work/out"
    case $setting in
    plain) options= ;;
    lines) options='-g --explain' ;;
    budget) options='--budget=32K --explain' ;;
    *) options=--emit=$setting ;;
    esac
    # shellcheck disable=SC2086 # options
    timeout 120 "$PALLASC" -I. -Itests --target="$target" $options "$@" -o "$work/out/code.c" >"$work/messages" 2>&1
    status=$?
    {
        for file in "$work"/out/*; do
            [ ! -f "$file" ] || { echo "[${file##*/}]" && cat "$file"; }
        done
        echo "[messages]"
        sed "s,$work/out/,,g" "$work/messages"
        echo "[exit $status]"
    } >"$work/text"
    # Another run may write the same file.
    file=$FOLDER/$(echo "$output" | tr ' /' '.-')
    mv "$work/text" "$file.$$" && mv "$file.$$" "$file"
    rm -rf "$work/out"
done
