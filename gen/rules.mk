# gen/rules.mk -- builds $(BUILD)/pallasc; included by the Makefile, which sets HERE and BUILD.

# The newest libclang from 17 on: llvm-config-N on the path, or /usr/lib/llvm-N/bin/llvm-config.
LLVM_CONFIG ?= $(eval LLVM_CONFIG := $(shell \
    for n in 30 29 28 27 26 25 24 23 22 21 20 19 18 17; do \
        for config in llvm-config-$$n /usr/lib/llvm-$$n/bin/llvm-config llvm-config; do \
            version=`$$config --version 2>/dev/null` || continue; \
            [ "$${version%%.*}" = $$n ] && [ -f "`$$config --includedir`/clang-c/Index.h" ] && echo $$config && exit; \
        done; \
    done))$(LLVM_CONFIG)

PALLASC := $(BUILD)/pallasc
PALLASC_SOURCES := $(sort $(wildcard $(HERE)gen/*.c))
PALLASC_OBJECTS := $(patsubst $(HERE)gen/%.c,$(BUILD)/gen/%.o,$(PALLASC_SOURCES))
PALLASC_FLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -Wall -Wextra -Wpedantic -Wshadow
LIBCLANG_LIBDIR = $(shell $(LLVM_CONFIG) --libdir)
LIBCLANG_MAJOR = $(firstword $(subst ., ,$(shell $(LLVM_CONFIG) --version)))

.PHONY: pallasc
pallasc: $(PALLASC)

$(PALLASC): $(PALLASC_OBJECTS)
	$(quiet)$(if $(V),,echo "  build $@"; )$(CC) $(LDFLAGS) -o $@ $^ -L$(LIBCLANG_LIBDIR) -Wl,-rpath,$(LIBCLANG_LIBDIR) \
	    -l:libclang-$(LIBCLANG_MAJOR).so.1 -lm

$(PALLASC_OBJECTS): $(BUILD)/gen/%.o: $(HERE)gen/%.c $(wildcard $(HERE)gen/*.h)
	$(if $(LLVM_CONFIG),,$(error pallasc needs libclang 17 or newer: apt-get install libclang-19-dev, or any of 17 and later))
	@mkdir -p $(@D)
	$(quiet)$(CC) $(PALLASC_FLAGS) $(CPPFLAGS) -isystem $(shell $(LLVM_CONFIG) --includedir) \
	    -DCLANG_RESOURCES='"$(LIBCLANG_LIBDIR)/clang/$(LIBCLANG_MAJOR)"' -c -o $@ $<
