#!/bin/sh
# report.sh -- the page of pallasc --report: its options; it is one file, the same for each run; its emitted code is the code; and
# in a browser (chromium, headless) it renders, steps, links in both directions, all by keyboard, without an error, and shows
# the copies that the modeled TPU makes, and the bytes that --explain prints. Prints the counts last. tests/run sets WORK and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/report && [ -d "$WORK" ] || exit 2
export LC_ALL=C
unset PALLAS
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc
shows=$work/out

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

# page NAME FILE OPTION...: writes $work/NAME.html.
page() {
    name=$1 file=$2
    shift 2
    build/pallasc --report="$work/$name.html" "$@" "$file" >"$work/out" 2>&1
}

# ---- The command ----

check "a page for no target" page alone examples/matmul.c
for target in cuda opencl tpu; do
    check "a page for $target" page $target examples/matmul.c --target=$target
    check "the same page" page again examples/matmul.c --target=$target
    cmp -s "$work/$target.html" "$work/again.html"
    verdict $? "two pages for $target differ"
done
! grep -n -E '(src|href)="?[a-z]+:|@import|url\(' "$work"/*.html >"$work/out"
verdict $? "a page refers to another file"
${CC:-cc} -std=c11 -o "$work/json" tests/tools/json.c || exit 2
# facts_of NAME: writes the facts of a page, which are JSON, to $work/facts.
facts_of() {
    sed -n '/^<script type="application\/json"/,/^<\/script>/p' "$work/$1.html" | sed '1d; $d' >"$work/facts"
    check "the facts of $1.html are JSON" "$work/json" "$work/facts"
}
for name in alone cuda opencl tpu; do facts_of $name; done

# The emitted code of the page is what --target writes: with and without -o.
check "a page and the code" page both examples/softmax.c --target=cuda -o "$work/both.cu"
build/pallasc --target=cuda examples/softmax.c -o "$work/code.cu" && cmp "$work/both.cu" "$work/code.cu" >"$work/out"
verdict $? "with --report, -o writes other code"
code=$(sed 's/\\/\\\\/g; s/"/\\"/g; s/</\\u003c/g' "$work/code.cu" | awk '{ printf "%s\\n", $0 }')
grep -qF -- "\"text\": \"$code\"" "$work/both.html"
verdict $? "the page has other code than --target=cuda writes"

# status WANTED PATTERN OPTION...: pallasc ends with this status, and says this.
status() {
    wanted=$1 pattern=$2
    shift 2
    build/pallasc "$@" >"$work/out" 2>&1
    [ $? = "$wanted" ] && grep -q -e "$pattern" "$work/out"
    verdict $? "pallasc $*: not status $wanted and '$pattern'"
}
status 2 'needs a run of its own' --report="$work/no.html" --emit=plan examples/matmul.c
status 2 'timeline needs --report' --timeline=x --check examples/matmul.c
status 1 'cannot read' --report="$work/no.html" --timeline="$work/none" examples/matmul.c
status 5 'cannot write' --report="$work/none/no.html" examples/matmul.c
[ ! -e "$work/no.html" ]
verdict $? "after a wrong option there is a page"

# with_errors NAME STATUS OPTION...: pallasc rejects $work/NAME.c, and the page has each error, at its line.
with_errors() {
    stem=$1 wanted=$2
    shift 2
    build/pallasc --report="$work/$stem.html" "$@" -Iexamples "$work/$stem.c" >"$work/out" 2>&1
    [ $? = "$wanted" ]
    verdict $? "$stem.c: status"
    sed -n 's/^[^:]*:\([0-9]*\):[0-9]*: error: \(.*\)/\1 \2/p' "$work/out" >"$work/said"
    facts_of "$stem"
    sed -n 's/^{"kind": "error", "file": "[^"]*", "line": \([0-9]*\), "text": "\([^"]*\)"}.*/\1 \2/p' "$work/facts" >"$work/out"
    [ -s "$work/said" ] && cmp -s "$work/said" "$work/out"
    verdict $? "the errors of $stem.html differ from those that pallasc prints" "$work/said" "$work/out"
}
sed '/PL_WHEN/d; /PL_FILL/d' examples/matmul.c >"$work/wrong.c"
sed 's/PL_FILL(\(.*\), 0)/PL_FILL(\1, zero)/; s/(i, l)/(i, q)/' examples/matmul.c >"$work/broken.c"
cp examples/matmul.c "$work/large.c"
with_errors wrong 4
with_errors broken 1
with_errors large 1 --target=cuda --budget=1K
check "make report" make -s report SRC=examples/vector_add.c PAGE="$work/made.html"
[ -s "$work/made.html" ]
verdict $? "make report writes no page"
! make -s report SRC="$work/broken.c" CPPFLAGS=-Iexamples PAGE="$work/made.html" >"$work/out" 2>&1 && grep -q 'made.html: open it' "$work/out"
verdict $? "make report of a file with errors says nothing of its page, or succeeds"

# ---- In a browser ----

browser=
for name in ${CHROMIUM:-chromium-headless-shell chromium}; do
    [ -n "$browser" ] || ! has "$name" || browser=$name
done
if [ -z "$browser" ]; then
    skip "there is no chromium to open pages with (apt-get install chromium-headless-shell)"
    finish
fi

# browse NAME [HASH]: opens $work/NAME.html, with report.js in it. Its findings go to $work/NAME.found, the browser's log to NAME.log.
browse() {
    awk -v script=tests/commands/report.js '
        $0 == "</body>" { print "<script>"; while ((getline line <script) > 0) print line; print "</script>" }
        { print }' "$work/$1.html" >"$work/$1.used.html"
    timeout 300 "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --user-data-dir="$work/profile" \
        --dump-dom "file://$work/$1.used.html${2:-}" >"$work/$1.dom" 2>"$work/$1.log"
    sed -n '/<pre id="findings">/,/<\/pre>/p' "$work/$1.dom" | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' >"$work/$1.found"
}

# opened NAME [HASH]: the page did all that report.js asks of it, and its console has no error.
opened() {
    browse "$@"
    ! grep -e FAILED "$work/$1.found" >"$work/out"
    verdict $? "$1.html in a browser"
    [ "$(grep -c '^ok ' "$work/$1.found")" -ge 5 ] && grep -q '^end$' "$work/$1.found"
    verdict $? "$1.html: report.js did not end" "$work/$1.log" "$work/$1.found"
    ! grep -e CONSOLE -e Uncaught "$work/$1.log" >"$work/out"
    verdict $? "the console of $1.html has an error"
}

# The page for CUDA has a warning.
cp examples/example.h "$work"
sed 's/(i, l)/(i * BM, l)/' examples/matmul.c >"$work/warned.c"
page cuda "$work/warned.c" --target=cuda
grep -q element-offsets "$work/out"
verdict $? "warned.c has no warning"
for name in $(one_in 2 alone cuda opencl attention tables ring gpt2 wrong broken); do
    case $name in
    attention) page attention examples/flash_attention.c --target=cuda ;;
    tables) page tables examples/grouped_matmul.c --target=cuda ;;
    wrong | broken) ;;
    ring) page ring examples/collectives/all_gather_matmul.c --target=tpu ;;
    gpt2) page gpt2 examples/gpt2/gpt2.c --target=cuda ;;
    esac
    opened "$name"
done

# ---- What it shows is what happens ----

# run NAME FILE SETTING: runs the program on the modeled TPU; NAME.events has its copies, in a sorted list.
run() {
    rm -f "$work/events"
    make -s SRC="$2" TARGET=tpu OUT="$work/tpu" >"$work/out" 2>&1 || return
    program=$(find "$work/tpu" -type f -name "$(basename "${2%.c}")" | head -n 1)
    PALLAS=events=$work/events,$3 "$program" >"$work/out" 2>&1 || return
    sed -n 's/ \(in\|out\) start step \([0-9]*\) slot [0-9]* block / \1 start step \2 block /p' "$work/events" | sort >"$work/$1.events"
    [ -s "$work/$1.events" ]
}

# same_copies NAME FILE SETTING HASH OPTION...: the page shows the copies that the program makes with these sizes and tables, and
# the timeline that this setting writes to $work/timeline.
same_copies() {
    shown=$1 file=$2 setting=$3 hash=$4
    shift 4
    check "the copies of $file" run "$shown" "$file" "$setting"
    check "the page of $file" page "$shown" "$file" --target=tpu --timeline="$work/timeline" "$@"
    opened "$shown" "$hash"
    sed -n 's/^copy //p' "$work/$shown.found" | sort >"$work/$shown.copies"
    diff "$work/$shown.events" "$work/$shown.copies" >"$work/out"
    verdict $? "$shown.html shows (>) other copies than the modeled TPU makes (<)"
}
sizes='--size=pictures=2 --size=height=21 --size=width=37'
same_copies matmul examples/matmul.c "timeline=$work/timeline" '' --size=m=200 --size=n=150 --size=k=300
# shellcheck disable=SC2086 # options
same_copies conv2d examples/conv2d.c "timeline=$work/timeline" '' $sizes
same_copies ahead tests/tpu/programs/ahead.c "chip=v5e,trace=$work/timeline" \
    "#t=$(sed -n 's/.*t\[STEPS\] = { \(.*\) };/\1/p' tests/tpu/programs/ahead.c | tr -d ' ')"

# The bytes of VMEM.
# shellcheck disable=SC2086 # options
build/pallasc --explain --target=tpu $sizes examples/conv2d.c >"$work/explained" 2>&1
wanted=$(sed -n 's/^ *VMEM \([0-9]*\) bytes.*/\1/p' "$work/explained" | head -n 1)
[ -n "$wanted" ] && grep -q "^bar v4 .*| $(awk -v b="$wanted" 'BEGIN { printf "%g", int(b / 1024 * 10 + 0.5) / 10 }') KiB | of 16 MiB" "$work/conv2d.found"
verdict $? "conv2d: VMEM is not the $wanted bytes of --explain" "$work/explained" "$work/conv2d.found"
finish
