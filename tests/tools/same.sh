#!/bin/sh
# tests/tools/same.sh -- compares what pallasc writes at two commits: for work on gen/ and targets/ that must not change it.
#
#     sh tests/tools/same.sh BASE             compares the working tree with a commit
#     sh tests/tools/same.sh BASE COMMIT      compares two commits
#
# Emits the programs of BASE (examples, conformance, golden and random programs, and those of the folder DEFECTS) with the
# pallasc of each commit, for each target, and compares code, messages and exit status. Prints how the first outputs differ,
# and exits with 1 if one differs. Settings of a program: `plain`, `lines` (-g --explain), `budget` (--budget=32K --explain).
#
#     SAMPLE=20            one program in 20, by SEED (1): for each step
#     SEEDS=500            the number of random programs; each has one of the settings, with FULL=1 all
#     TARGETS=cuda         by default all
#     SETTINGS="facts"     instead of the three above: `facts` and `plan` also exist. Same facts under the same templates give
#                          the same code, and are written in half the time
#     CASE=word            only programs whose paths contain the word
#     SHOW=5               how many differences are printed
#     JOBS=2 CACHE=build/same DEFECTS=../shared/defects
#
# CACHE keeps the pallasc and the output of each commit. Delete the folder when you are done.
set -u
cd "$(dirname "$0")/../.." || exit 2
[ $# = 1 ] || [ $# = 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
export LC_ALL=C
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
mkdir -p "${CACHE:=build/same}" && cache=$(cd "$CACHE" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
SETTINGS=${SETTINGS:-plain lines budget}
tool=$(pwd)/tests/tools/same_emit.sh

# key COMMIT PATH...: prints a name for what the commit has at these paths.
key() {
    commit=$1
    shift
    for path; do git rev-parse -q --verify "$commit:$path"; done | git hash-object --stdin | cut -c 1-12
}

# built COMMIT: builds pallasc of the commit, and prints its path.
built() {
    folder=$cache/pallasc/$(key "$1" gen targets pallas.h)
    mkdir -p "$folder"
    (
        flock 9 2>/dev/null
        [ -x "$folder/build/pallasc" ] || {
            git archive "$1" | tar -xf - -C "$folder" && make -s -j "$JOBS" -C "$folder" build/pallasc >"$folder/log" 2>&1
        } || { cat "$folder/log" >&2 && exit 1; }
    ) 9>"$folder.lock" && echo "$folder/build/pallasc"
}

# write_programs COMMIT FOLDER: writes the programs of the commit.
write_programs() {
    mkdir -p "$2/golden" "$2/random" "$2/defects" && git archive "$1" pallas.h examples tests | tar -xf - -C "$2" || exit 2
    (
        cd "$2" || exit 2
        ${CC:-cc} -std=c11 -O1 -w -o write-golden tests/tools/golden.c -lm &&
            ./write-golden tests/conformance/golden/golden.txt golden 16 &&
            ${CC:-cc} -std=c11 -O1 -w -o generate tests/random/*.c || exit 2
    ) && touch "$2/.complete"
}

# write_random COUNT: writes the random programs that are not there yet.
write_random() {
    seed=1
    while [ "$seed" -le "$1" ]; do
        [ -s "random/$seed.c" ] || { ./generate --seed=$seed --part=kernels >"random/.$seed" && mv "random/.$seed" "random/$seed.c"; } || exit 2
        seed=$((seed + 1))
    done
}

# variants FILE: prints the program, and its other forms: -DPART=2 if it asks for PART == 2.
variants() {
    echo "$1"
    sed -n 's/^ *#.*if.*[^A-Z]\([A-Z][A-Z]*\) == \([0-9][0-9]*\).*/-D\1=\2/p' "$1" | sort -u | sed "s,^,$1 ,"
}

# programs: prints all programs, with their options.
programs() {
    ls examples/*.c examples/*/*.c tests/conformance/*.c tests/conformance/*/*.c tests/golden/*.c tests/golden/*/*.c golden/*.c
    for file in defects/*.c; do [ ! -f "$file" ] || variants "$file"; done
    seed=1
    while [ "$seed" -le "${SEEDS:-500}" ]; do
        echo "random/$seed.c"
        seed=$((seed + 1))
    done
}

# outputs: reads programs, and prints a line TARGET SETTING PROGRAM [OPTION] for each output.
outputs() {
    awk -v targets="$TARGETS" -v settings="$SETTINGS" -v full="${FULL:-}" '
        BEGIN { nt = split(targets, target, " "); ns = split(settings, setting, " ") }
        {
            for (t = 1; t <= nt; t++)
                for (s = 1; s <= ns; s++)
                    if (!(target[t] == "tpu" && setting[s] == "budget") && (full || !/^random/ || (NR + t) % ns == s - 1))
                        print target[t], setting[s], $0
        }'
}

# emit PALLASC FOLDER: writes the outputs in $work/outputs that are not in the folder yet, on all cores.
emit() {
    mkdir -p "$2"
    while read -r output; do [ -f "$2/$(echo "$output" | tr ' /' '.-')" ] || echo "$output"; done <"$work/outputs" |
        tr '\n' '\0' | PALLASC=$1 FOLDER=$2 xargs -0 -P "$JOBS" -n 16 sh "$tool"
}

JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
base=$(git rev-parse -q --verify "$1^{commit}") || { echo "no such commit: $1" >&2; exit 2; }
TARGETS=${TARGETS:-$(git ls-tree --name-only "$base" targets/ | sed -n 's,^targets/\(.*\)\.m4$,\1,p' | grep -vx common)}
of=$(key "$base" examples tests/conformance tests/golden tests/random tests/tools/golden.c)
programs=$cache/programs/$of
[ -f "$programs/.complete" ] || write_programs "$base" "$programs" || exit 2
[ ! -d "${DEFECTS:=../shared/defects}" ] || cp -f "$DEFECTS"/*.[ch] "$programs/defects/" 2>/dev/null
old_pallasc=$(built "$base") || exit 2
old=$cache/output/$(basename "${old_pallasc%/build/pallasc}")-$of
if [ $# = 2 ]; then
    new_pallasc=$(built "$2") || exit 2
    new=$cache/output/$(basename "${new_pallasc%/build/pallasc}")-$of
else
    make -s -j "$JOBS" build/pallasc || exit 2
    new_pallasc=$(pwd)/build/pallasc new=$work/new
fi

cd "$programs" || exit 2
write_random "${SEEDS:-500}"
programs | grep -e "${CASE:-.}" | awk -v of="${SAMPLE:-1}" -v seed="${SEED:-1}" '(NR + seed) % of == 0' | outputs >"$work/outputs"
emit "$old_pallasc" "$old"
emit "$new_pallasc" "$new"

same=0 accepted=0
: >"$work/differ"
while read -r output; do
    file=$(echo "$output" | tr ' /' '.-')
    if [ -s "$old/$file" ] && cmp -s "$old/$file" "$new/$file"; then
        same=$((same + 1))
        [ "$(tail -n 1 "$old/$file")" != "[exit 0]" ] || accepted=$((accepted + 1))
    else
        echo "$file" >>"$work/differ"
    fi
done <"$work/outputs"
head -n "${SHOW:-5}" "$work/differ" | while read -r file; do
    diff -u "$old/$file" "$new/$file" | sed "1d; 2s,.*,$file:," | head -n 40
done
sed -n "$((${SHOW:-5} + 1)),\$p" "$work/differ" | cut -c 1-100 | head -n 100 | sed 's/^/also differs: /'
echo "$same outputs are the same ($accepted of programs that are accepted), $(wc -l <"$work/differ") differ"
[ ! -s "$work/differ" ] && [ "$accepted" != 0 ]
