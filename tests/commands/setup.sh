#!/bin/sh
# setup.sh -- tests `make setup` on machines where something is missing, and which libclang make finds. A machine is a folder of
# fake and linked programs, used as PATH. Nothing is installed. Prints the counts last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/setup && [ -d "$WORK" ] || exit 2
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL TARGET CC LIBCLANG LLVM_ROOTS
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 2
. "$here/tests/tools/count.inc"
shows=$work/out

# expect STATUS PATTERN COMMAND...: one test; passes if the command exits with this status and prints a line that matches the
# pattern, or no such line if the pattern begins with `!`.
expect() {
    wanted=$1 pattern=$2
    shift 2
    "$@" >out 2>&1
    got=$?
    case $pattern in
    !*) ! grep -q -e "${pattern#!}" out ;;
    *) grep -q -e "$pattern" out ;;
    esac
    said=$?
    [ "$got" = "$wanted" ] && [ "$said" = 0 ]
    verdict $? "$*: ends with $got, expected $wanted and '$pattern'"
}

# machine NAME PROGRAM...: makes a folder with links to the programs that scripts use and to these.
machine() {
    mkdir -p "$1"
    name=$1
    shift
    for program in sh ls grep sed cut xargs seq printf cat mktemp tail head rm env echo tr "$@"; do
        for folder in /usr/bin /bin /usr/local/bin; do
            if [ -x "$folder/$program" ]; then
                ln -sf "$folder/$program" "$name/$program"
                break
            fi
        done
    done
}

# made NAME PROGRAM: writes the script on stdin as a program of the machine.
made() {
    { echo '#!/bin/sh' && cat; } >"$1/$2"
    chmod +x "$1/$2"
}

setup() {
    path=$1
    shift
    env PATH="$work/$path" LLVM_ROOTS="$work/$path/llvm" "$@" sh "$here/tests/tools/setup.sh"
}

# ---- No package manager, or no right to use it: missing packages are printed -----------------------------------------

machine bare id
expect 1 '^missing:$' setup bare
expect 1 '^  gcc libc6-dev .*run: compiles everything' setup bare
expect 1 '^  libclang-19-dev .*libclang 17 or later' setup bare
expect 1 '^to install it, as root:  apt-get install make gcc libc6-dev m4 libclang-19-dev' setup bare
expect 1 '!installing' setup bare
expect 1 '^  chromium-headless-shell *check: opens the page' setup bare
expect 1 '!|' setup bare                                # a line of the list has four fields

machine user make
made user id <<'END'
echo 1000
END
made user apt-get <<'END'
echo "apt-get was called" >&2
exit 1
END
expect 1 '!apt-get was called' setup user
expect 1 '^to install it, as root:  apt-get update && apt-get install gcc ' setup user

# Deleted lists: apt knows only installed packages.
made user apt-cache <<'END'
[ "$*" != "show make" ] || echo "Package: make"
END
expect 1 '^to install it, as root:  apt-get update && apt-get install gcc ' setup user
expect 1 '!no such package' setup user
# With lists, and without the right to use them.
made user apt-cache <<'END'
case $2 in g++) echo 'Package: libstdc++6' ;; *) echo "Package: $2" ;; esac
END
expect 1 '^to install it, as root:  apt-get install gcc ' setup user
expect 1 '^  g++ .* -- and this system has no such package$' setup user

# ---- With a package manager: packages that it knows are installed, and others are printed -----------------------------

machine root make
made root id <<'END'
echo 0
END
made root apt-get <<END
echo "\$*" >>"$work/asked"
case \$3 in install) printf 'Unpacking m4\nSetting up libm4:amd64 (1.4) ...\nSetting up m4 (1.4.19-3) ...\n' ;; esac
END
made root apt-cache <<'END'
case $2 in oclgrind | libclang-19-dev) exit 100 ;; esac
echo "Package: $2"
END
expect 1 '^installing: gcc libc6-dev m4 libclang-40-dev' setup root
expect 1 '^something is missing; asking apt-get' setup root
expect 1 '^  1 libm4$' setup root
expect 1 '^  2 m4$' setup root
expect 1 '!Unpacking' setup root
expect 1 '^  oclgrind .* -- and this system has no such package$' setup root
expect 1 '!^to install it, as root: .*oclgrind' setup root
expect 0 '^-q -y update$' cat asked
expect 0 '^-q -y install --no-install-recommends gcc libc6-dev m4' cat asked
expect 1 '!.' grep -e 'install.* oclgrind' asked

# ---- Essential programs -----------------------------------------------------------------------------------------------

# A machine with a compiler, whatever its name, without m4 and libclang.
machine compiler id make
made compiler cc <<'END'
exit 0
END
expect 0 '^  m4 ' setup compiler CC=cc
expect 1 '^  m4 ' setup compiler CC=cc TARGET=opencl
mkdir -p compiler/llvm/llvm-17/include/clang-c
touch compiler/llvm/llvm-17/include/clang-c/Index.h
expect 0 '!libclang-19-dev' setup compiler CC=cc
mv compiler/llvm/llvm-17 compiler/llvm/llvm-16
expect 0 'libclang-19-dev' setup compiler CC=cc

# ---- Which libclang ---------------------------------------------------------------------------------------------------

# llvm NUMBER [FOLDER]
llvm() {
    mkdir -p "${2:-roots}/llvm-$1/include/clang-c" "${2:-roots}/llvm-$1/lib"
    touch "${2:-roots}/llvm-$1/include/clang-c/Index.h" "${2:-roots}/llvm-$1/lib/libclang.so"
}
machine plain make cc gcc mkdir touch uname dirname basename pwd id
pallasc() {
    path=$1
    shift
    env PATH="$work/$path" make -n -C "$here" pallasc BUILD="$work/build" LLVM_ROOTS="$work/roots" "$@"
}
mkdir -p roots
none='pallasc needs libclang 17 or later; try: apt-get install libclang-19-dev'
expect 2 "$none" pallasc plain
llvm 14 && llvm 16
expect 2 "$none" pallasc plain
llvm 17
expect 0 "roots/llvm-17/include" pallasc plain
llvm 25 && llvm 9
expect 0 "roots/llvm-25/include .*roots/llvm-25/lib/clang/25" pallasc plain
expect 0 '!roots/llvm-17/' pallasc plain
rm roots/llvm-25/lib/libclang.so                        # headers without the library do not count
expect 0 "roots/llvm-17/include" pallasc plain
llvm 31 elsewhere                                       # a libclang that only its llvm-config knows
machine config make cc gcc mkdir touch uname
made config llvm-config-31 <<END
echo "$work/elsewhere/llvm-31"
END
expect 0 "elsewhere/llvm-31/include" pallasc config
rm -r roots/llvm-17
expect 2 "$none" pallasc plain
made plain llvm-config <<END
case \$1 in --version) echo 31.0.1 ;; *) echo "$work/elsewhere/llvm-31" ;; esac
END
expect 0 "elsewhere/llvm-31/include .*lib/clang/31" pallasc plain

finish
