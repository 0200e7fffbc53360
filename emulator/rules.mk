## make emulator         build the CUDA emulator, build/emulator/emulator.o; see docs/emulator.md
# emulator/rules.mk -- builds $(EMULATOR), and defines the flags of programs that use it. The Makefile and pallas.mk include
# it, and set EMULATOR_HERE (this folder, with a slash) and EMULATOR_BUILD.

EMULATOR := $(EMULATOR_BUILD)/emulator.o
EMULATOR_GOAL := $(.DEFAULT_GOAL)
EMULATOR_CXX ?= $(CXX)

# The flags that compile a .cu file: checked, and fast (results only). clang's `bounds` includes a check that stops without a
# message, so clang gets `array-bounds`.
EMULATOR_IS_CLANG = $(findstring clang,$(shell $(EMULATOR_CXX) --version 2>/dev/null))
# -fstack-clash-protection: a frame larger than a page is probed page by page, so it hits the guard page of its own stack
# and not the stack of another thread. -fno-optimize-sibling-calls: the return address of a tail call gives its line.
# -Wno-psabi: g++ would explain how it passes a tensor map. -isystem: the headers come after those of -I, because the target's
# pl_ptx.h includes the one here.
EMULATOR_CPPFLAGS = -fstack-clash-protection -fno-optimize-sibling-calls -Wno-psabi -isystem $(EMULATOR_HERE)include
EMULATOR_FAST     = -std=c++17 -g -O2 $(EMULATOR_CPPFLAGS)
EMULATOR_CHECKED  = -std=c++17 -g -O1 -fsanitize=thread,alignment,$(if $(EMULATOR_IS_CLANG),array-bounds,bounds) \
    $(if $(EMULATOR_IS_CLANG),-mllvm -tsan-distinguish-volatile -mllvm -tsan-instrument-read-before-write,--param tsan-distinguish-volatile=1) \
    $(EMULATOR_CPPFLAGS)

EMULATOR_SOURCES := $(sort $(wildcard $(EMULATOR_HERE)*.cc))
EMULATOR_OBJECTS := $(patsubst $(EMULATOR_HERE)%.cc,$(EMULATOR_BUILD)/%.o,$(EMULATOR_SOURCES))

# The emulator's own copies of bytes are not accesses of a kernel, so they call functions that access.cc does not watch.
EMULATOR_RENAME = $(foreach name,memcpy memmove memset,--redefine-sym $(name)=pl_emulator_$(name))

.PHONY: emulator
emulator: $(EMULATOR)

$(EMULATOR): $(EMULATOR_OBJECTS)
	$(quiet)$(if $(V),,echo "  build $@"; )$(EMULATOR_CXX) -r -nostdlib -o $@ $^

$(EMULATOR_OBJECTS): $(EMULATOR_BUILD)/%.o: $(EMULATOR_HERE)%.cc $(wildcard $(EMULATOR_HERE)*.h $(EMULATOR_HERE)include/*.h $(EMULATOR_HERE)include/emulator/*.h)
	@mkdir -p $(@D)
	$(quiet)$(EMULATOR_CXX) -std=c++17 -O2 -g -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wshadow -c -o $@ $<
	$(quiet)$(if $(filter access,$*),,objcopy $(EMULATOR_RENAME) $@)

# The including Makefile sets the default goal.
.DEFAULT_GOAL := $(EMULATOR_GOAL)
