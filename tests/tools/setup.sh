#!/bin/sh
# setup.sh -- installs missing programs and libraries that `make run`, `make check` and `make bench` need. `make setup` calls it.
#
# Prints nothing if nothing is missing, and otherwise what it does, and each package when it is installed. Fails only if something
# that `make run TARGET=...` needs is still missing at the end.
# TARGET, CC: as for make. LLVM_ROOTS: the folder with llvm-17, llvm-18 and so on (/usr/lib).
set -u
TARGET=${TARGET:-interpret}
LLVM_ROOTS=${LLVM_ROOTS:-/usr/lib}

# The list: who needs it | a command that succeeds if it is installed | the Debian packages | the reason.
# The lines that begin with `run` are essential. So are those of `pallasc` and of the target, unless TARGET is interpret.
list() {
    cat <<LIST
run     | has make                             | make             | all: reads the Makefile
run     | has_compiler                         | gcc libc6-dev    | run: compiles everything, -fsanitize=bounds included
pallasc | has m4                               | m4               | pallasc: expands a target's templates
pallasc | has_libclang                         | $(libclang_package) | pallasc: reads C with it (libclang 17 or later)
opencl  | compiles cc '<CL/cl.h>' -lOpenCL     | ocl-icd-opencl-dev | TARGET=opencl: its header and library
opencl  | has_opencl                           | pocl-opencl-icd  | TARGET=opencl: OpenCL on the CPU
cuda    | has g++                              | g++              | TARGET=cuda: the emulator; check: C++ that calls kernels
check   | has mpicc && has mpirun             | openmpi-bin libopenmpi-dev | run MPI=N: a process for each device
check   | has clang                            | clang            | check: the second compiler; run: SAN=memory
check   | has_clang_runtime                    | libclang-rt-dev  | check: the libraries of clang's sanitizers
check   | has llvm-symbolizer                  | llvm             | run: the lines in reports of SAN=memory
check   | has gdb                              | gdb              | check: sessions of a debugger in a kernel
check   | has valgrind                         | valgrind         | check: reads of memory never written
check   | has oclgrind                         | oclgrind         | check: races and stray accesses in OpenCL kernels
check   | has clang-format                     | clang-format     | expand: formats the output
check   | has pkg-config                       | pkg-config       | check: tests the files of make install
check   | has cmake                            | cmake            | check: projects that use CMake
check   | has meson && has ninja               | meson            | check: projects that use meson
check   | has_browser                          | chromium-headless-shell | check: opens the page of --report
check   | has xmllint                          | libxml2-utils    | check: whether timelines are well-formed
bench   | compiles cc '<cblas.h>' -lopenblas   | libopenblas-dev  | bench: the peer of PL_DOT
LIST
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# compiles CC HEADER FLAG...: succeeds if a program with that header compiles and links.
compiles() {
    cc=$1 header=$2
    shift 2
    printf '#include %s\nint main(void) { return 0; }\n' "$header" | $cc -x c -o /dev/null - "$@" >/dev/null 2>&1
}

has_compiler() {
    compiles "${CC:-cc}" '<math.h>' -fsanitize=bounds -lm
}

has_clang_runtime() {
    compiles clang '<math.h>' -fsanitize=address,undefined && compiles clang '<math.h>' -fsanitize=memory
}

has_browser() {
    has chromium-headless-shell || has chromium
}

has_opencl() {
    ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1
}

# Looks for libclang where gen/rules.mk does.
has_libclang() {
    for n in $(seq 17 40); do
        [ ! -f "$LLVM_ROOTS/llvm-$n/include/clang-c/Index.h" ] || return 0
    done
    has llvm-config && [ "$(llvm-config --version | cut -d . -f 1)" -ge 17 ] &&
        [ -f "$(llvm-config --prefix)/include/clang-c/Index.h" ]
}

# knows PACKAGE: succeeds if apt can install it. (apt treats g++ as a pattern, so the output is searched.)
knows() {
    apt-cache show "$1" 2>/dev/null | grep -q -x -F "Package: $1"
}

# Prints the package of libclang: version 19, which Debian 12 (since 12.10) and 13 have, or else the newest that apt knows.
libclang_package() {
    for n in 19 $(seq 40 -1 17); do
        if knows "libclang-$n-dev"; then
            echo "libclang-$n-dev"
            return
        fi
    done
    echo libclang-19-dev
}

# missing [WORD...]: prints the lines of the list that are not satisfied; with words, only lines that begin with one of them.
missing() {
    list | while IFS='|' read -r who test packages why; do
        who=$(echo "$who" | xargs)
        case " ${*:-$who} " in *" $who "*) eval "$test" </dev/null || echo "$who|$packages|$why" ;; esac
    done
}

packages_of() {
    echo "$1" | cut -d '|' -f 2 | xargs
}

# Prints the command that runs apt-get as root: `env` for root itself, `sudo` if it works. Fails otherwise.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        echo env
    elif has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        echo sudo
    else
        return 1
    fi
}

# apt COMMAND...: runs apt-get as root. Prints a line for each package that is installed, and the end of the output if it fails.
apt() {
    log=$(mktemp) || return 1
    {
        $root env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" 2>&1 </dev/null
        echo "status $?"
    } | while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        case $line in "Setting up "*) n=$((${n:-0} + 1)) && echo "$line" | sed "s/^Setting up \([^ :]*\).*/  $n \1/" ;; esac
    done
    status=$(sed -n '$s/^status //p' "$log")
    [ "$status" = 0 ] || sed '$d' "$log" | tail -n 3 >&2
    rm -f "$log"
    return "$status"
}

# Installs the missing packages that apt knows. If installing them together fails, installs them one at a time.
install() {
    has apt-get || return
    root=$(as_root) || return
    echo "something is missing; asking apt-get for its list of packages"
    apt update 2>/dev/null
    packages=$(for package in $(packages_of "$(missing)"); do ! knows "$package" || echo "$package"; done | xargs)
    [ -n "$packages" ] || return
    echo "installing: $packages, and what they need (minutes)"
    # shellcheck disable=SC2086 # a list of packages
    apt install --no-install-recommends $packages 2>/dev/null && return
    for package in $packages; do
        apt install --no-install-recommends "$package"
    done
}

# apt_knows_nothing: succeeds if there is no apt, or if its lists were never fetched or were deleted, as in container images.
# Without lists apt only knows installed packages.
apt_knows_nothing() {
    ! apt-cache madison make 2>/dev/null | grep -q .
}

# Prints the missing lines, with a remark on packages that this system does not have.
print_missing() {
    echo "$absent" | while IFS='|' read -r who packages why; do
        packages=$(echo "$packages" | xargs) none=
        apt_knows_nothing || knows "${packages%% *}" || none=" -- and this system has no such package"
        printf '  %-20s%s%s\n' "$packages" "${why# }" "$none"
    done
}

absent=$(missing)
[ -n "$absent" ] || exit 0
install
absent=$(missing)
[ -n "$absent" ] || exit 0

{
    echo "missing:"
    print_missing
    packages=$(for package in $(packages_of "$absent"); do
        if apt_knows_nothing || knows "$package"; then echo "$package"; fi
    done | xargs)
    update=
    ! { has apt-get && apt_knows_nothing; } || update="apt-get update && "
    [ -z "$packages" ] || echo "to install it, as root:  ${update}apt-get install $packages"
} >&2
case $TARGET in
interpret) essential=run ;;
*) essential="run pallasc $TARGET" ;;
esac
# shellcheck disable=SC2086 # words
[ -z "$(missing $essential)" ]
