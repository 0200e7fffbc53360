#!/bin/sh
# setup.sh -- installs what is missing of what `make run`, `make check` and `make bench` need. Called by `make setup`.
#
# Prints nothing when nothing is missing. Fails only when something that `make run` needs stays missing.
set -u

# The whole list: how to see that it is there | the Debian package | who needs it and why.
# The lines that begin with `run` are essential.
list() {
    cat <<'LIST'
run   | has make                             | make             | all: reads the Makefile
run   | has_compiler                         | gcc libc6-dev    | run: compiles everything, -fsanitize=bounds included
check | has clang                            | clang            | check: the second compiler; run: SAN=memory
check | has_clang_runtime                    | libclang-rt-dev  | check: what clang's sanitizers link with
check | has llvm-symbolizer                  | llvm             | run: the lines in what SAN=memory reports
check | has gdb                              | gdb              | check: sessions of a debugger in a kernel
check | has valgrind                         | valgrind         | check: reads of memory never written
check | has clang-format                     | clang-format     | expand: lays out what a macro becomes
check | has m4                               | m4               | the later targets: templates of what is emitted
check | has_libclang                         | libclang-19-dev  | check: what pallasc reads C with (17 or later)
check | compiles cc '<CL/cl.h>' -lOpenCL     | ocl-icd-opencl-dev | check: the OpenCL target's runtime
check | ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1 | pocl-opencl-icd | check: OpenCL on the CPU
check | has pkg-config                       | pkg-config       | check: tries what make install put there
bench | compiles cc '<cblas.h>' -lopenblas   | libopenblas-dev  | bench: the peer of PL_DOT
LIST
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# compiles CC HEADER FLAG...: a program with that header compiles and links.
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

has_libclang() {
    for n in $(seq 17 40); do
        [ ! -f "/usr/lib/llvm-$n/include/clang-c/Index.h" ] || return 0
    done
    has llvm-config && [ "$(llvm-config --version | cut -d . -f 1)" -ge 17 ]
}

# The lines of the list that are not satisfied, those of $1 alone when given.
missing() {
    list | while IFS='|' read -r who test packages why; do
        [ -z "${1:-}" ] || [ "${who%% *}" = "$1" ] || continue
        eval "$test" </dev/null || echo "$who|$packages|$why"
    done
}

packages_of() {
    echo "$1" | cut -d '|' -f 2 | xargs
}

# What apt-get is run with: nothing as root, sudo where it can work; fails where neither is.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        echo env
    elif has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        echo sudo
    else
        return 1
    fi
}

# apt COMMAND...: runs it as root, quietly, and shows the end of what it said when it fails.
apt() {
    log=$(mktemp) || return 1
    $root env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >"$log" 2>&1 </dev/null
    status=$?
    [ "$status" = 0 ] || tail -n 3 "$log" >&2
    rm -f "$log"
    return "$status"
}

# One package that this Debian does not know shall not keep the others away: when all fail together, one at a time.
install() {
    has apt-get || return
    root=$(as_root) || return
    echo "installing: $1"
    apt update 2>/dev/null
    # shellcheck disable=SC2086 # a list of packages
    apt install --no-install-recommends $1 2>/dev/null && return
    for package in $1; do
        apt install --no-install-recommends "$package"
    done
}

absent=$(missing)
[ -n "$absent" ] || exit 0
install "$(packages_of "$absent")"
absent=$(missing)
[ -n "$absent" ] || exit 0

echo "missing:" >&2
echo "$absent" | while IFS='|' read -r who packages why; do
    printf '  %-20s%s\n' "$(echo "$packages" | xargs)" "$why" >&2
done
echo "to install it, as root:  apt-get install $(packages_of "$absent")" >&2
[ -z "$(missing run)" ]
