#!/bin/sh
# package.sh -- the manual page, the completion and --help name the same options; groff formats the manual page without a
# warning; the archive of `make dist` builds; compile_commands.json is JSON with a command for each file; `make install`
# installs the manual page and the completion. Prints the counts last. tests/run sets WORK and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/package && [ -d "$WORK" ] || exit 2
export LC_ALL=C
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
export MAKEFLAGS=--no-print-directory
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

# ---- One list of options ----

# options: prints the options in the text, one per line; --emit=facts counts as --emit.
options() { grep -o -e '--[a-z][a-z_-]*' -e '^  -[a-zA-Z]\b' | tr -d ' ' | sort -u; }
build/pallasc --help | options >"$work/help"
sed -e 's/\\-/-/g' -e 's/^\.B[IR]* /  /' -e 's/"//g' share/pallasc.1 | options >"$work/manual"
sed -n '/compgen -W/,/-- "\$word"/p' share/pallasc.bash |
    sed -e 's/.*compgen -W "//' -e 's/" -- .*//' | tr ' "' '\n\n' | sed 's/^\(-[a-z]\)$/  \1/; s/^\(-[A-Z]\)$/  \1/' | options >"$work/completion"
[ "$(wc -l <"$work/help")" -gt 10 ]
verdict $? "package.sh does not find the options of --help" "$work/help"
for which in manual completion; do
    # -D, -I and -U share a line of --help.
    grep -v -x -e '-[DIU]' "$work/help" >"$work/wanted"
    grep -v -x -e '-[DIU]' "$work/$which" | diff "$work/wanted" - >"$work/diff"
    verdict $? "the $which has (>) other options than --help (<)" "$work/diff"
done

# ---- The manual page ----

if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww share/pallasc.1 >"$work/page" 2>"$work/log" && [ ! -s "$work/log" ] && [ -s "$work/page" ]
    verdict $? "groff warns of share/pallasc.1" "$work/log"
else
    skip "there is no groff"
fi

# ---- Completion ----

if command -v bash >/dev/null; then
    # completed WORD...: prints the completions of the last of these words.
    completed() {
        bash -c '. share/pallasc.bash; COMP_WORDS=(build/pallasc "$@"); COMP_CWORD=$#; _pallasc; printf "%s\n" "${COMPREPLY[@]}"' - "$@" |
            tr '\n' ' '
    }
    [ "$(completed --target = t)" = "tpu " ] && [ "$(completed --emit = p)" = "plan " ]
    verdict $? "--target=t and --emit=p complete to '$(completed --target = t)' and '$(completed --emit = p)'"
    [ "$(completed --exp)" = "--explain " ] && [ "$(completed examples/softm)" = "examples/softmax.c " ]
    verdict $? "--exp and examples/softm complete to '$(completed --exp)' and '$(completed examples/softm)'"
else
    skip "there is no bash"
fi

# ---- Files that make writes ----

${CC:-cc} -std=c11 -o "$work/json" tests/tools/json.c &&
    make -s compile_commands.json COMMANDS="$work/commands.json" >"$work/log" 2>&1 &&
    "$work/json" -l "$work/commands.json" >"$work/list"
verdict $? "compile_commands.json is not JSON" "$work/log"
for file in gen/main.c gen/plan/machine.c examples/matmul.c tests/conformance/edge.c; do
    grep -q "file=\"*$file" "$work/list"
    verdict $? "compile_commands.json has no $file" "$work/list"
done
command=$(sed -n '/"file": "gen\/plan\/machine.c"/{n;s/.*"command": "\(.*\)" }.*/\1/;s/\\"/"/g;p;}' "$work/commands.json")
(eval "$command -o $work/machine.o") >"$work/log" 2>&1
verdict $? "the command of gen/plan/machine.c does not compile it" "$work/log"

if git rev-parse HEAD >/dev/null 2>&1; then
    make -s dist DIST="$work" >"$work/log" 2>&1 && mkdir "$work/unpacked" &&
        tar xzf "$work"/pallas-*.tar.gz -C "$work/unpacked" &&
        make -s -C "$work"/unpacked/pallas-* run SRC=examples/softmax.c >>"$work/log" 2>&1
    verdict $? "the archive of make dist does not run an example" "$work/log"
else
    skip "this is not a git repository"
fi

# ---- Install ----

make -s install PREFIX="$work/prefix" >"$work/log" 2>&1 && [ -s "$work/prefix/share/man/man1/pallasc.1" ] &&
    [ -s "$work/prefix/share/bash-completion/completions/pallasc" ]
verdict $? "make install omits the manual page or the completion" "$work/log"
version=$(sed -n 's/^#define PL_VERSION "\(.*\)"/\1/p' pallas.h)
[ "$(build/pallasc --version)" = "pallasc $version" ] && grep -q -x "Version: $version" "$work/prefix/share/pkgconfig/pallas.pc"
verdict $? "pallas.h, pallasc and pallas.pc have different versions"
grep -q -e "^## $version\b" -e "^## Unreleased" CHANGELOG.md
verdict $? "CHANGELOG.md has no entry for $version"
finish
