#!/bin/sh
# install.sh -- the files of `make install` are enough for a project of several C files and a C++ main(), with its own
# Makefile, for every target; and an error in a kernel stops the build at the user's line.
# Prints the counts last. tests/run sets WORK and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/install && [ -d "$WORK" ] || exit 2
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL TARGET OUT PREFIX DESTDIR
export MAKEFLAGS=--no-print-directory
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 2
. "$here/tests/tools/count.inc"
. "$here/tests/tools/expect.inc"
shows=out

# CC is that of tests/run, and the C++ compiler belongs to it.
cxx=g++
case ${CC:-cc} in *clang*) cxx=clang++ ;; esac
if [ ! -x "$here/build/pallasc" ]; then
    skip "there is no pallasc (libclang)"
    finish
fi
if ! command -v $cxx >/dev/null; then
    skip "there is no $cxx"
    finish
fi

# ---- The project --------------------------------------------------------------------------------------------------

write_project() {
    mkdir -p "$1/kernels" "$1/include"
    cat >"$1/Makefile" <<'MAKE'
TARGET     = interpret
OUT        = build/$(TARGET)
PALLAS_SRC = kernels/mix.c kernels/many.c kernels/half.c
CPPFLAGS   = -Iinclude
CFLAGS     = -g -Wall -Wextra -Wpedantic -Werror
CXXFLAGS   = -g -Wall -Wextra -Wpedantic -Werror
include $(PALLAS)

$(OUT)/app: $(OUT)/main.o $(OUT)/report.o $(PALLAS_OBJECTS)
	$(CXX) $(LDFLAGS) -o $@ $^ $(PALLAS_LIBS)

$(OUT)/%.o: %.cpp | $(PALLAS_HEADERS)
	$(CXX) $(CPPFLAGS) $(PALLAS_CPPFLAGS) $(CXXFLAGS) -MMD -MP -c -o $@ $<

$(OUT)/%.o: %.c | $(PALLAS_HEADERS)
	$(CC) -std=c11 $(CPPFLAGS) $(PALLAS_CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(OUT)/main.d $(OUT)/report.d
.DEFAULT_GOAL := $(OUT)/app
MAKE
    cat >"$1/include/mixing.h" <<'HEADER'
#pragma once
struct mixing { float a, b; };
HEADER
    # A kernel in a header, which two files call, one of them twice.
    cat >"$1/include/add_kernel.h" <<'HEADER'
#pragma once
#include <pallas.h>

enum { BLOCK = 16 };

static inline float twice(float v)
{
    return v + v;
}

PL_KERNEL(add_kernel, PL_REF(const float, x, BLOCK), PL_REF(const float, y, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = x[c] + twice(y[c]);
}
HEADER
    cat >"$1/kernels/mix.c" <<'SOURCE'
#include "add_kernel.h"
#include "mixing.h"

PL_KERNEL(mix_kernel, PL_SCALAR(float, a), PL_SCALAR(float, b), PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK),
          PL_REF(bool, up, BLOCK))
{
    PL_EACH ((c, BLOCK)) {
        up[c] = a * x[c] > z[c];
        z[c] = a * x[c] + b * z[c];
    }
}

PL_CALL(mix, mix_kernel, PL_SIZES(n), PL_SCALAR(float, a), PL_SCALAR(float, b), PL_GRID((i, PL_CDIV(n, BLOCK))),
        PL_IN   (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_INOUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT  (bool, up, (n), PL_BLOCKSPEC((BLOCK), (i))))

PL_CALL(add, add_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_IN (float, y, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

PL_CALL(add_first, add_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_IN (float, y, (BLOCK), PL_BLOCKSPEC((BLOCK), (0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))
SOURCE
    cat >"$1/kernels/many.c" <<'SOURCE'
#include "add_kernel.h"

PL_CALL(add_rows, add_kernel, PL_SIZES(m, n), PL_GRID((r, m), (i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (r, i))),
        PL_IN (float, y, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (r, i))))
SOURCE
    cat >"$1/kernels/half.c" <<'SOURCE'
#include <pallas.h>

PL_KERNEL(narrow_kernel, PL_REF(const float, x, 8), PL_REF(pl_bf16, z, 8), PL_REF(pl_f16, h, 8))
{
    PL_EACH ((c, 8)) {
        z[c] = pl_to_bf16(x[c]);
        h[c] = pl_to_f16(x[c]);
    }
}

PL_CALL(narrow, narrow_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 8))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((8), (i))),
        PL_OUT(pl_bf16, z, (n), PL_BLOCKSPEC((8), (i))),
        PL_OUT(pl_f16, h, (n), PL_BLOCKSPEC((8), (i))))
SOURCE
    cat >"$1/report.c" <<'SOURCE'
// A file of C that calls no kernel, and knows pallas.h.
#include <pallas.h>
#include <stdio.h>

int report(const char *what, int failed);
int report(const char *what, int failed)
{
    printf("%s %s %s\n", what, failed ? "failed" : "ok", pl_error());
    return failed;
}
SOURCE
    cat >"$1/main.cpp" <<'SOURCE'
#include "kernels/half.pallas.h"
#include "kernels/many.pallas.h"
#include "kernels/mix.pallas.h"
#include "mixing.h"
#include <memory>
#include <string>
#include <vector>

extern "C" int report(const char *what, int failed);

int main()
{
    const int n = 37, m = 3;
    std::vector<float> x(m * n), y(n), z(n), rows(m * n);
    std::unique_ptr<bool[]> up(new bool[n]);
    for (int i = 0; i < m * n; i++)
        x[i] = static_cast<float>(i);
    for (int i = 0; i < n; i++)
        y[i] = static_cast<float>(100 * i);
    int wrong = 0;
    wrong |= report("add", add(n, x.data(), y.data(), z.data()) || z[36] != 36 + 7200);
    wrong |= report("add_first", add_first(n, x.data(), y.data(), z.data()) || z[18] != 18 + 400);
    wrong |= report("add_rows", add_rows(m, n, x.data(), y.data(), rows.data()) || rows[2 * n + 1] != 2 * n + 201);
    mixing with = { 2, -1 };
    z.assign(n, 10);
    wrong |= report("mix", mix(n, with.a, with.b, x.data(), z.data(), up.get()) || z[20] != 30 || up[5] || !up[6]);
    std::vector<pl_bf16> narrowed(n);
    std::vector<pl_f16> half(n);
    // Arrays that stay on the device, and why a call fails: the header declares what that takes.
    float *there = static_cast<float *>(pl_alloc(n * sizeof *there));
    wrong |= report("stay", !there || add(n, x.data(), y.data(), there) || pl_sync() ||
                                pl_download(z.data(), there, n * sizeof *there) || z[36] != 36 + 7200);
    pl_free(there);
    std::string why = add(n, nullptr, y.data(), z.data()) ? pl_error() : "";
    wrong |= report("why", why.find("operand x: the array is a null pointer") == std::string::npos);
    wrong |= report("narrow", narrow(n, x.data(), narrowed.data(), half.data()) || narrowed[3].bits != 0x4040 ||
                                  half[3].bits != 0x4200);
    return wrong;
}
SOURCE
}

# ---- Installed ------------------------------------------------------------------------------------------------------

expect 1 'must not contain spaces' make -C "$here" install PREFIX="$work/a b"
expect 1 'must not contain spaces' make -C "$here" install PREFIX=/usr DESTDIR="$work/a b"
expect 0 "include $work/usr/share/pallas/pallas.mk" make -s -C "$here" install PREFIX="$work/usr"
for file in include/pallas.h include/pallas_mpi.h include/pallas_tune.h include/pallas_cpu.h bin/pallasc share/pallas/pallas.mk \
    share/pallas/targets/common.m4 share/pallas/targets/opencl/pl_opencl.h share/pkgconfig/pallas.pc share/pkgconfig/pallas-opencl.pc; do
    [ -f "usr/$file" ]
    verdict $? "$file is not installed"
done
# The installed pallasc writes the same code, also for names that a target reserves by a list among its templates.
for target in opencl tpu; do
    for from in usr/bin "$here/build"; do
        mkdir -p "from/${from##*/}" &&
            "$from/pallasc" -I"$here" --target=$target "$here/tests/conformance/names.c" \
                -o "from/${from##*/}/names.$target.c" >out 2>&1 || break
    done && diff -r from/bin from/build >out
    verdict $? "names.c for $target: the installed pallasc writes other code"
done
write_project app
targets=$(ls usr/share/pallas/targets/*.m4 | sed 's,.*/,,; s,\.m4,,' | grep -v common)
ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1 || {
    skip "there is no OpenCL to run on"
    targets=$(echo "$targets" | grep -v opencl)
}
[ -d usr/share/pallas/emulator ] || {
    skip "there is no emulator to run CUDA"
    targets=$(echo "$targets" | grep -v cuda)
}
export CUDA=emulator
mkdir -p cache
export POCL_CACHE_DIR="$work/cache"
for target in interpret $targets; do
    expect 0 '!warning' make -C app PALLAS="$work/usr/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}" TARGET="$target"
    expect 0 '^narrow ok' "app/build/$target/app"
    expect 0 '!failed' "app/build/$target/app"
    expect 0 'is up to date' make -C app PALLAS="$work/usr/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}" TARGET="$target"
    # After a change of a header that kernels include, exactly the files that depend on it are rebuilt.
    touch app/include/add_kernel.h
    expect 0 'kernels/many' make -n -C app PALLAS="$work/usr/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}" TARGET="$target"
    ! grep -q 'kernels/half\.c\( \|$\)' out
    verdict $? "kernels/half.c would be rebuilt"
done
# A -D for the C compiler rebuilds, and is passed to pallasc, too.
expect 0 '--target=tpu .*-DBLOCK_OF=9' make -C app PALLAS="$work/usr/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}" TARGET=tpu \
    CFLAGS='-g -DBLOCK_OF=9'
# The flag does not change names in emitted code and in the runtime, even if they are the same.
expect 0 '--target=tpu .*-Dchip=9' make -C app PALLAS="$work/usr/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}" TARGET=tpu \
    CFLAGS='-g -DBLOCK_OF=9 -Dchip=9'
expect 0 'is up to date' make -C app PALLAS="$work/usr/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}" TARGET=tpu \
    CFLAGS='-g -DBLOCK_OF=9 -Dchip=9'
expect 0 '--target=tpu .*-DBLOCK_OF=8' make -C app PALLAS="$work/usr/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}" TARGET=tpu \
    CPPFLAGS='-Iinclude -DBLOCK_OF=8'

expect 1 'unknown target amiga; the targets are interpret' make -C app PALLAS="$work/usr/share/pallas/pallas.mk" TARGET=amiga

# In interpret mode, too, pallasc reports a mistake in a call before the C compiler does.
mkdir -p wrong
cat >wrong/wrong.c <<'END'
#include <pallas.h>
PL_KERNEL(twice_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    PL_EACH ((c, 8))
        z[c] = 2 * x[c];
}
PL_CALL(twice, twice_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 8))),
        PL_IN (float, x, (m), PL_BLOCKSPEC((8), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((8), (i))))
END
printf 'OUT = build\nPALLAS_SRC = wrong.c\ninclude $(PALLAS)\nall: $(PALLAS_OBJECTS)\n' >wrong/Makefile
expect 1 'wrong.c:8:27: note: extents read sizes and scalars of the call' make -C wrong all PALLAS="$work/usr/share/pallas/pallas.mk" CC="${CC:-cc}"
expect 1 '!PL_CALL_' make -C wrong all PALLAS="$work/usr/share/pallas/pallas.mk" CC="${CC:-cc}"

# From the source tree, without installing.
expect 0 '!warning' make -C app PALLAS="$here/pallas.mk" CXX=$cxx CC="${CC:-cc}" OUT=build/tree TARGET=interpret
expect 0 '^mix ok' app/build/tree/app

# Sources in another folder need VPATH, because with '..' objects would be outside of OUT, where those of two targets collide.
mkdir -p apart
printf '%s\n' 'CPPFLAGS = -I../app/include' 'all:' 'include $(PALLAS)' 'all: $(PALLAS_OBJECTS) $(PALLAS_HEADERS)' >apart/Makefile
expect 1 "write VPATH = ../" make -C apart PALLAS="$here/pallas.mk" PALLAS_SRC=../app/kernels/half.c
expect 0 '!warning' make -C apart PALLAS="$here/pallas.mk" PALLAS_SRC=kernels/half.c VPATH=../app OUT=out
[ -f apart/out/kernels/half.o ] && [ -f apart/out/kernels/half.pallas.h ]
verdict $? "VPATH: objects are not in OUT"

# A struct in a header next to the kernels: the header for C++ includes it from there.
mkdir -p beside/src
echo 'struct body { float at, speed; };' >beside/src/body.h
cat >beside/src/move.c <<'SOURCE'
#include <pallas.h>
#include "body.h"

PL_KERNEL(move_kernel, PL_REF(struct body, b, 4))
{
    PL_EACH ((i, 4))
        b[i].at += b[i].speed;
}

PL_CALL(move, move_kernel, PL_GRID(), PL_INOUT(struct body, b, (4), PL_WHOLE))
SOURCE
cat >beside/main.cpp <<'SOURCE'
#include "src/move.pallas.h"
#include <cstdio>

int main()
{
    body all[4] = { { 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 } };
    int failed = move(all);
    std::printf("%d %g\n", failed, all[3].at);
}
SOURCE
cat >beside/Makefile <<'SOURCE'
OUT        = build
PALLAS_SRC = src/move.c
app:
include $(PALLAS)
app: main.cpp $(PALLAS_HEADERS) $(PALLAS_OBJECTS)
	$(CXX) $(PALLAS_CPPFLAGS) -o $@ main.cpp $(PALLAS_OBJECTS) $(PALLAS_LIBS)
SOURCE
expect 0 '!warning' make -C beside PALLAS="$work/usr/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}"
expect 0 '^0 15' beside/app

# An error in a kernel stops the build, at the line; a second run stops at the same error.
sed -i 's/up\[c\] = a \* x\[c\] > z\[c\];/up[c] = a * x[c] > getenv("Z")[0];/; s/#include "mixing.h"/&\n#include <stdlib.h>/' app/kernels/mix.c
expect 1 "^kernels/mix.c:9:[0-9]*: error: .*'getenv'" make -C app PALLAS="$work/usr/share/pallas/pallas.mk" TARGET=opencl
expect 1 "^kernels/mix.c:9:[0-9]*: error: .*'getenv'" make -C app PALLAS="$work/usr/share/pallas/pallas.mk" TARGET=opencl

# ---- DESTDIR, and a moved installation --------------------------------------------------------------------------------

expect 0 '!rror' make -s -C "$here" install PREFIX=/opt/pallas DESTDIR="$work/staged"
grep -q '^prefix=/opt/pallas$' staged/opt/pallas/share/pkgconfig/pallas.pc
verdict $? "pallas.pc does not name the prefix"
mv staged/opt/pallas moved
write_project again
expect 0 '!warning' make -C again PALLAS="$work/moved/share/pallas/pallas.mk" CXX=$cxx CC="${CC:-cc}" TARGET=interpret
expect 0 '^add ok' again/build/interpret/app
# A moved pallasc reads its own templates.
rm moved/share/pallas/targets/opencl.m4
expect 1 'unknown target opencl' make -C again PALLAS="$work/moved/share/pallas/pallas.mk" CXX=$cxx TARGET=opencl
expect 1 'unknown target opencl' moved/bin/pallasc --target=opencl -Iagain/include again/kernels/mix.c

# ---- pkg-config, without pallas.mk ------------------------------------------------------------------------------------

by_hand() {
    export PKG_CONFIG_PATH="$work/usr/share/pkgconfig"
    "$(pkg-config --variable=pallasc pallas-opencl)" --target=opencl again/kernels/half.c -o half.opencl.c &&
        "${CC:-cc}" -std=c11 -c $(pkg-config --cflags pallas-opencl) half.opencl.c &&
        "${CC:-cc}" -std=c11 -c $(pkg-config --cflags pallas-opencl) again/kernels/half.c &&
        "$(pkg-config --variable=pallasc pallas)" --emit=header again/kernels/half.c -o half.h &&
        printf '#include "half.h"\nint main(void) { float x = 3; pl_bf16 z; pl_f16 h; return narrow(1, &x, &z, &h) || z.bits != 0x4040; }\n' \
            >by_hand.c &&
        "${CC:-cc}" -std=c11 $(pkg-config --cflags pallas-opencl) -o by_hand by_hand.c half.o half.opencl.o \
            $(pkg-config --libs pallas-opencl)
}
if command -v pkg-config >/dev/null; then
    by_hand >out 2>&1
    verdict $? "a build with pkg-config"
    case " $targets " in *opencl*) expect 0 '!.' ./by_hand ;; esac
fi
finish
