## make emulator         build what runs CUDA kernels without a GPU: build/emulator/emulator.o; see docs/emulator.md
# emulator/rules.mk -- builds $(EMULATOR), and says how to compile for it. Included by the Makefile and by pallas.mk, which
# set EMULATOR_HERE (this folder, with a slash) and EMULATOR_BUILD.

EMULATOR := $(EMULATOR_BUILD)/emulator.o
EMULATOR_GOAL := $(.DEFAULT_GOAL)
EMULATOR_CXX ?= $(CXX)

# What compiles a .cu file: checked, and fast (results alone). clang's `bounds` has a part that stops without a message.
EMULATOR_IS_CLANG = $(findstring clang,$(shell $(EMULATOR_CXX) --version 2>/dev/null))
# A frame larger than a page is probed page by page: it meets the end of its stack, and not another thread's. A call in the
# last place stays a call, whose return address tells the line. Its headers
# come after those of -I: pl_ptx.h of the target includes the one here.
EMULATOR_CPPFLAGS = -fstack-clash-protection -fno-optimize-sibling-calls -isystem $(EMULATOR_HERE)include
EMULATOR_FAST     = -std=c++17 -g -O2 $(EMULATOR_CPPFLAGS)
EMULATOR_CHECKED  = -std=c++17 -g -O1 -fsanitize=thread,alignment,$(if $(EMULATOR_IS_CLANG),array-bounds,bounds) \
    $(if $(EMULATOR_IS_CLANG),-mllvm -tsan-distinguish-volatile -mllvm -tsan-instrument-read-before-write,--param tsan-distinguish-volatile=1) \
    $(EMULATOR_CPPFLAGS)

EMULATOR_SOURCES := $(sort $(wildcard $(EMULATOR_HERE)*.cc))
EMULATOR_OBJECTS := $(patsubst $(EMULATOR_HERE)%.cc,$(EMULATOR_BUILD)/%.o,$(EMULATOR_SOURCES))

# Its own copies of bytes are none of a kernel's: they have other names than those that access.cc watches.
EMULATOR_RENAME = $(foreach name,memcpy memmove memset,--redefine-sym $(name)=pl_emulator_$(name))

.PHONY: emulator
emulator: $(EMULATOR)

$(EMULATOR): $(EMULATOR_OBJECTS)
	$(quiet)$(if $(V),,echo "  build $@"; )$(EMULATOR_CXX) -r -nostdlib -o $@ $^

$(EMULATOR_OBJECTS): $(EMULATOR_BUILD)/%.o: $(EMULATOR_HERE)%.cc $(wildcard $(EMULATOR_HERE)*.h $(EMULATOR_HERE)include/*.h $(EMULATOR_HERE)include/emulator/*.h)
	@mkdir -p $(@D)
	$(quiet)$(EMULATOR_CXX) -std=c++17 -O2 -g -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wshadow -c -o $@ $<
	$(quiet)$(if $(filter access,$*),,objcopy $(EMULATOR_RENAME) $@)

# What make builds by default is said by who includes this.
.DEFAULT_GOAL := $(EMULATOR_GOAL)
