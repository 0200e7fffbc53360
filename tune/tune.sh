#!/bin/sh
# tune.sh -- finds the best values of a file's PL_TUNE constants, for the sizes of its PL_TUNE_FOR.
#
#     make tune SRC=my.c TARGET=opencl     calls this with
#     SRC TARGET CC CPPFLAGS FAST_FLAGS CHIP CUDA DEVICE CALL MAKE PALLASC BUILD HERE      in the environment
#
# Each combination of values is a candidate. pallasc rejects some, and the chip some; the others are built, compared with
# interpret mode for the first sizes, and timed for all but the first, if there are others. The ranking is printed, and the
# best of each sizes is written to my.tune, which `make` reads when it builds my.c: tune/lookup.sh. On a machine without a GPU,
# candidates for CUDA are compared in the emulator and not timed.
set -u
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKELEVEL PALLAS
stem=${SRC%.c} work=$BUILD/tune/$TARGET${CHIP:+-$CHIP}/$(basename "${SRC%.c}")
tab=$(printf '\t')

stop() { echo "make tune: $1" >&2; exit "${2:-1}"; }

# stop_at CALL TEXT: the same, about the PL_TUNE_FOR of this call.
stop_at() {
    line=$(grep -n "PL_TUNE_FOR *( *$1\b" "$SRC" | head -n 1 | cut -d : -f 1)
    echo "$SRC:${line:-1}: error: PL_TUNE_FOR($1, ...): $2" >&2
    exit 1
}

expanded() { $CC -std=c11 -E -P -DPL_TUNING -I"${HERE:-.}" $CPPFLAGS "$SRC" 2>"$work/log"; }

# marked WORD: the arguments of each PL_TUNE, PL_TUNE_FOR or PL_SCHEDULE of the file.
marked() { expanded | sed -n "s/.*\b$1 \(.*\) pl_tune_end.*/\1/p"; }

# ignored: the constants that only PL_SCHEDULE uses. Only GPUs know it, so their values would be ranked by noise.
ignored() {
    expanded | grep -v pl_tune_end >"$work/rest"
    for one in $(marked pl_tune | sed 's/ *,.*//'); do
        ! marked pl_schedule | grep -qw "$one" || grep -qw "$one" "$work/rest" || echo "$one"
    done
}

# candidates IGNORED: all combinations of values, "BM=32 BN=64" each in a line; of ignored constants the first value.
candidates() {
    marked pl_tune | awk -F ', *' -v ignored="$1" '
        index(" " ignored " ", " " $1 " ") { NF = 2 }
        NR == 1 { count = 1; all[0] = "" }
        { made = 0; for (i = 0; i < count; i++) for (v = 2; v <= NF; v++) new[made++] = all[i] (all[i] == "" ? "" : " ") $1 "=" $v
          count = made; for (i = 0; i < made; i++) all[i] = new[i] }
        END { for (i = 0; i < count; i++) print all[i] }'
}

# sizes CALL: each tuple of its PL_TUNE_FOR, "512 512 512" in a line.
sizes() {
    marked pl_tune_for | sed -n "s/^$1, *//p" | tr -d '\n' | sed 's/[()] *, *[(]/\n/g' | tr -d '()' | sed 's/ *, */ /g; s/^ //; s/ $//' |
        grep .
}

# build TARGET FOLDER FLAGS: the trial of a candidate; what the compilers say is in FOLDER.log.
build() {
    case $1,$2 in
    *,"$work/strict") optimize=-O1 ;;
    interpret,*) optimize=$FAST_FLAGS ;;
    *) optimize=-O2 ;;
    esac
    $MAKE -s -f "${HERE}tune/trial.mk" HERE="$HERE" TARGET="$1" FILE="$SRC" OUT="$2" CC="$CC" PALLASC="$PALLASC" CUDA="$CUDA" \
        CPPFLAGS="$CPPFLAGS $3" CFLAGS="$optimize" EMULATOR_BUILD="$BUILD/tune/emulator" >"$2.log" 2>&1
}

# reason FILE: the first error, without the place.
reason() { sed -n 's/.*error: //p' "$1" | head -n 1 | sed 's/^call [^:]*: //; s/; .*//'; }

flags_of() { for one in $1; do printf -- '-DPL_TUNE_%s=,%s ' "${one%%=*}" "${one#*=}"; done; }

# bound FILE BYTES SECONDS: what bounds a candidate, or how fast it moves the call's arrays.
bound() {
    if [ "$TARGET" = tpu ]; then
        sed -n 's/^ *bound: \([^;]*\).*/\1/p' "$1" | head -n 1
    else
        awk -v bytes="$2" -v seconds="$3" 'BEGIN { printf "%.3g GB/s of arrays\n", bytes / seconds / 1e9 }'
    fi
}

# try CANDIDATE NUMBER: builds, compares and times one; appends "SIZES tab SECONDS tab CANDIDATE tab BOUND" to times.
try() {
    folder=$work/$2
    mkdir -p "$folder"
    if ! build "$TARGET" "$folder" "$(flags_of "$1")"; then
        echo "  $1: rejected: $(reason "$folder.log")"
        return
    fi
    if ! PALLAS=${CHIP:+chip=$CHIP} "$folder/trial" "$call" compare "$work/$call.right" $first >"$folder.log" 2>&1; then
        echo "  $1: $(grep '^wrong' "$folder.log" || echo "rejected: $(reason "$folder.log")")"
        return
    fi
    if [ -z "$timed" ]; then
        echo "  $1: right"
        return
    fi
    while read -r at; do
        limit=$(grep "^$at$tab" "$work/times" | cut -f 2 | sort -g | head -n 1)
        if taken=$(PALLAS=${CHIP:+chip=$CHIP,dry,report} "$folder/trial" "$call" time "${limit:-0}" $at 2>"$folder.log" </dev/null); then
            seconds=${taken%% *}
            printf '%s\t%s\t%s\t%s\n' "$at" "$seconds" "$1" "$(bound "$folder.log" "${taken#* }" "$seconds")" >>"$work/times"
            echo "  $1: $at: $(echo "$seconds" | awk '{ printf "%.4g ms", $1 * 1e3 }')"
        else
            echo "  $1: $at: fails: $(reason "$folder.log")"
        fi
    done <"$work/timed"
}

# save SIZES: the best candidate replaces the entry of the same call, target, device and sizes.
save() {
    best=$(grep "^$1$tab" "$work/times" | sort -t "$tab" -g -k 2 | head -n 1)
    key="$call | $TARGET | $DEVICE | $1 |"
    { sed 1d "$stem.tune" 2>/dev/null | grep -vF "$key"
      echo "$key $(echo "$best" | cut -f 3) | $(echo "$best" | cut -f 2) s"; } | sort >"$work/entries"
    { echo "# pallas tune 1: call | target | device | sizes | constants | time"; cat "$work/entries"; } >"$stem.tune"
}

ranking() {
    echo "$call, $1, on $DEVICE:"
    grep "^$1$tab" "$work/times" | sort -t "$tab" -g -k 2 | awk -F "$tab" '
        NR == 1 { best = $2 } { printf "%3d. %-28s %10.4g ms  %5.2f x  %s\n", NR, $3, $2 * 1e3, $2 / best, $4 }'
}

tune_call() {
    call=$1
    sizes "$call" >"$work/timed"
    first=$(head -n 1 "$work/timed")
    [ "$(wc -l <"$work/timed")" = 1 ] || sed -i 1d "$work/timed"
    : >"$work/times"
    "$work/strict/trial" "$call" write "$work/$call.right" $first 2>"$work/log" ||
        stop_at "$call" "with the sizes $first, in interpret mode: $(sed 's/^error: //' "$work/log")"
    echo "$call: $(wc -l <"$work/candidates") candidates, compared with interpret mode for $first"
    number=0
    while read -r candidate; do
        number=$((number + 1))
        try "$candidate" "$number"
    done <"$work/candidates"
    [ -n "$timed" ] || return
    while read -r at; do
        if grep -q "^$at$tab" "$work/times"; then
            save "$at"
            ranking "$at"
        else
            echo "$call, $at: no candidate runs"
        fi
    done <"$work/timed"
}

[ "$TARGET" != tpu ] || [ -n "$CHIP" ] || stop "TARGET=tpu needs a chip: CHIP=v5e" 2
mkdir -p "$work/strict" || exit 2
named=${DEVICE:-}
DEVICE=$(sh "${HERE}tune/device.sh" "$TARGET")
calls=$(marked pl_tune_for | sed 's/,.*//')
case $TARGET,$named in
cuda,* | opencl,?*) same= ;;
*) same=$(ignored | tr '\n' ' ') ;;
esac
candidates "$same" >"$work/candidates"
for one in $same; do echo "make tune: $one keeps its first value: only PL_SCHEDULE uses it, which $DEVICE ignores" >&2; done
grep -q . "$work/candidates" || { grep error "$work/log" >&2; stop "$SRC has no PL_TUNE; write PL_TUNE(BM, 64, 128) for a constant that may have these values"; }
[ -n "$calls" ] || stop "$SRC has no PL_TUNE_FOR; write PL_TUNE_FOR(call, (128, 128), (2048, 2048)) for the sizes of a call"
[ -z "${CALL:-}" ] || { echo "$calls" | grep -qx "$CALL" || stop "there is no PL_TUNE_FOR($CALL, ...)"; calls=$CALL; }
timed=yes
[ "$TARGET,$CUDA" != cuda,emulator ] || timed=
[ -n "$timed" ] || echo "make tune: there is no GPU: candidates are compared in the emulator, and not timed" >&2
build interpret "$work/strict" "" || { cat "$work/strict.log" >&2; stop "$SRC does not build in interpret mode"; }
for one in $calls; do tune_call "$one"; done
[ ! -f "$stem.tune" ] || [ -z "$timed" ] || echo "wrote $stem.tune: make uses it when it builds $SRC for $TARGET"
