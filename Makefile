# Pallas in C: builds the examples or any program of yours, and runs the tests.  `make help` lists the commands.
# Works from any folder: `make -C pallas run SRC=my.c`, `make -f ../pallas/Makefile run SRC=my.c`.

THIS := $(lastword $(MAKEFILE_LIST))
HERE := $(patsubst ./%,%,$(dir $(THIS)))

# To make a path with a blank is two, and what it says of them helps nobody.
ifneq ($(words $(CURDIR))$(if $(wildcard $(THIS)),,no),1)
$(error the path of this folder or of the Makefile contains a space, which make does not support: rename the folder)
endif

.DEFAULT_GOAL := all

# ---- What may be given: make run SRC=my.c FAST=1 CC=clang ----

TARGET ?= interpret
SRC    ?=
ARGS   ?=
SAN    ?=
FAST   ?=
REASSOC ?=
MPI    ?=
DEVICES ?=
CHIP   ?=
BUDGET ?=
SIZES  ?=
DEVICE ?=
PREFIX ?= /usr/local
BUILD  ?= $(HERE)build
V      ?=

# FAST=0 is off, as FAST= is, and so for every variable that is on or off.
$(foreach switch,FAST REASSOC V FULL UPDATE SAN MPI,$(if $(filter 0 no off,$($(switch))),$(eval override $(switch) :=)))

# The characters of $1 that are no digits. Without $1, as in most runs of make, no shell is started.
not_digits = $(if $1,$(shell printf '%s' '$1' | tr -d 0-9))

comma := ,
empty :=
space := $(empty) $(empty)
TARGETS := interpret $(filter-out common,$(basename $(notdir $(wildcard $(HERE)targets/*.m4))))
-include $(HERE)targets/targets.mk

ifeq ($(filter help clean,$(MAKECMDGOALS)),)
ifeq ($(filter $(TARGETS),$(TARGET)),)
$(error unknown target $(TARGET); this version has $(subst $(space),$(comma) ,$(TARGETS)))
endif
ifneq ($(if $(filter interpret,$(TARGET)),,$(FAST)$(SAN)),)
$(error FAST=1 and SAN= need TARGET=interpret)
endif
ifneq ($(MPI),)
ifneq ($(filter-out interpret,$(TARGET))$(filter memory valgrind,$(SAN)),)
$(error MPI=N needs TARGET=interpret, without SAN=memory and SAN=valgrind)
endif
ifneq ($(call not_digits,$(MPI)),)
$(error MPI=$(MPI) is not a number of processes; write MPI=4 for four devices)
endif
endif
ifneq ($(call not_digits,$(DEVICES)),)
$(error DEVICES=$(DEVICES) is not a number of devices; write DEVICES=8)
endif
ifneq ($(if $(filter opencl cuda,$(TARGET)),$(DEVICES)),)
$(error DEVICES=N needs TARGET=interpret or TARGET=tpu: the other targets have one device)
endif
ifneq ($(if $(REASSOC),$(if $(FAST),,no)),)
$(error REASSOC=1 needs FAST=1: with checks, sums have a fixed order)
endif
ifneq ($(if $(filter-out tpu,$(TARGET)),$(CHIP)),)
$(error CHIP= needs TARGET=tpu)
endif
ifneq ($(if $(filter-out opencl cuda,$(TARGET)),$(BUDGET)),)
$(error BUDGET= needs TARGET=opencl or TARGET=cuda: it is the local memory of a GPU)
endif
override PALLAS_FLAGS += $(if $(BUDGET),--budget=$(BUDGET))
ifneq ($(if $(SAN),$(FAST)),)
$(error FAST=1 does not support sanitizers: remove SAN=$(SAN) or FAST=$(FAST))
endif
endif

# The run time that SAN=memory needs comes with clang alone.
ifneq ($(filter memory,$(SAN)),)
ifeq ($(findstring clang,$(CC)),)
override CC := clang
endif
endif

# ---- The flags ----

# Asked when first needed and once: `make setup run` begins without a compiler.
is_clang = $(eval is_clang := $(findstring clang,$(shell $(CC) --version 2>/dev/null)))$(is_clang)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Werror=incompatible-pointer-types -Werror=implicit-function-declaration \
    $(if $(is_clang),,-Werror=discarded-qualifiers -Werror=discarded-array-qualifiers)

# A message about a macro of pallas.h names the line where it is used, and leaves out how it expands.
SHORT_MESSAGES = $(if $(is_clang),-fmacro-backtrace-limit=1,-ftrack-macro-expansion=0)

# Every subscript whose extent the compiler knows is checked, and every sum and product of signed integers; the first bad one
# prints its line and ends the program.
# (clang calls by the name `bounds` also a check that stops without a message.)
BOUNDS = -fsanitize=$(if $(is_clang),array-bounds,bounds),signed-integer-overflow

# Sums are computed in one order, and products are not fused into them: every run gives the same bits.
# `make` builds for a debugger. `make run` does not stop in one: the same checks, compiled with -Og, take a third of the time.
SLOW_FLAGS = $(if $(RUNS),-Og -g,-O0 -g3 $(if $(is_clang),-fdebug-macro)) -ffp-contract=off
# errno and traps of float operations are nobody's business in a kernel: without them sqrtf is one instruction, and a loop with
# it, or with a condition, takes vectors. The results are the same.
FAST_FLAGS = -O3 -march=native -g -DPL_CHECKS=0 -ffp-contract=fast -fno-math-errno -fno-trapping-math $(if $(REASSOC),-DPL_REASSOCIATE=1) \
    $(if $(wildcard $(HERE)pallas_cpu.h),-DPL_CPU=1)

# SAN=none builds without any sanitizer; SAN=valgrind as well; it marks unwritten memory for valgrind, and runs under it.
# memory: passing garbage on is legal (a padded row is computed and dropped); what depends on it is the mistake.
PASS_GARBAGE = $(shell $(CC) -fno-sanitize-memory-param-retval -fsyntax-only -x c /dev/null 2>/dev/null && \
    echo -fno-sanitize-memory-param-retval)
SAN_FLAGS = $(if $(filter valgrind,$(SAN)),-DPL_VALGRIND,$(if $(filter none,$(SAN)),,$(BOUNDS) \
    $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer) -fno-sanitize-recover=all \
    $(if $(filter memory,$(SAN)),-fsanitize-memory-track-origins $(PASS_GARBAGE))))
# What MPI keeps to its end is no leak of ours.
UNDER = $(if $(MPI),$(if $(SAN),ASAN_OPTIONS=detect_leaks=0:$$ASAN_OPTIONS )$(PALLAS_MPIRUN) $(MPI))$(if $(filter valgrind,$(SAN)),valgrind -q --error-exitcode=9 --suppressions=$(HERE)pallas.supp)

FLAGS = -std=c11 $(if $(FAST),$(FAST_FLAGS),$(SLOW_FLAGS) $(SAN_FLAGS)) $(WARNINGS) $(SHORT_MESSAGES) -I$(or $(HERE),.) \
    $(if $(MPI),$(PALLAS_MPI_CPPFLAGS))
COMPILE = $(strip $(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS))
LIBS = $(LDLIBS) $(if $(MPI),$(PALLAS_MPI_LIBS)) -lm

# ---- The programs ----

RUNS := $(if $(filter interpret,$(TARGET)),$(if $(FAST)$(SAN),,$(filter run run-benches-checked,$(MAKECMDGOALS))))
VARIANT := $(TARGET)$(PALLAS_VARIANT_$(TARGET))$(if $(MPI),-mpi)$(if $(FAST),-fast)$(if $(RUNS),-run)$(if $(SAN),-$(subst $(comma),-,$(SAN)))
OUT := $(BUILD)/$(VARIANT)

# Programs with devices run with as many as the macro says.
override CPPFLAGS += $(addprefix -DDEVICES=,$(DEVICES))

# Those of collectives/ need several devices, which interpret mode and the TPU have.
EXAMPLES := $(if $(MPI)$(DEVICES),,$(sort $(wildcard $(HERE)examples/*.c $(HERE)examples/gpt2/*.c))) $(if $(filter interpret tpu,$(TARGET)),$(sort $(wildcard $(HERE)examples/collectives/*.c)))
PROGRAMS := $(patsubst $(HERE)examples/%.c,$(OUT)/%,$(EXAMPLES))

# SRC is looked for where make runs and, under `make -C`, where it was called. Programs from elsewhere are built under
# their whole path: two files of one name do not meet.
ifneq ($(SRC),)
ifneq ($(words $(SRC)),1)
$(error SRC must be one file, without spaces in its path: $(SRC))
endif
ifneq ($(suffix $(SRC)),.c)
$(error SRC must be a C file, with a name that ends in .c: $(SRC))
endif
FOUND := $(firstword $(wildcard $(SRC) $(PWD)/$(SRC)))
ifeq ($(FOUND),)
$(error file not found: $(SRC))
endif
EXAMPLE := $(filter $(abspath $(FOUND)),$(abspath $(EXAMPLES)))
PROGRAM := $(OUT)/$(if $(EXAMPLE),$(patsubst $(abspath $(HERE)examples)/%.c,%,$(EXAMPLE)),elsewhere$(basename $(abspath $(FOUND))))
endif

# What `make tune` found for this file, if it did: tune/lookup.sh. SIZES: for which sizes.
TUNED := $(if $(SRC),$(if $(wildcard $(basename $(FOUND)).tune),$(if $(filter tune,$(MAKECMDGOALS)),,$(shell \
    DEVICE='$(DEVICE)' CHIP='$(CHIP)' sh $(HERE)tune/lookup.sh $(basename $(FOUND)).tune $(TARGET) '$(SIZES)'))))
override CPPFLAGS += $(TUNED)

# What `make run` adds: each call runs twice with unlike garbage, and what may run in any order runs in reverse.
STRICT = $(if $(filter interpret,$(TARGET)),$(if $(FAST),,PALLAS="$${PALLAS-check=twin,order=reverse}"),\
    $(if $(PALLAS_SETTINGS_$(TARGET)),PALLAS="$(PALLAS_SETTINGS_$(TARGET))$${PALLAS:+$(comma)$$PALLAS}"))

# Mistakes that only a reader of the source sees (an iteration of PL_EACH that accumulates into an outer local): pallasc looks for
# them, where there is a libclang to build it with. What is likely wrong is said, and the program runs; and so is what pallasc
# could not read, and therefore did not check. What is not C, the compiler has reported.
LOOK = $(if $(FAST)$(filter-out interpret,$(TARGET)),:,look() { \
    [ -x "$(PALLASC)" ] || { \
        [ -n "$$told" ] || echo "note: the source is not checked, because there is no pallasc: it needs libclang 17 or later; try: make setup" >&2; \
        told=yes; return 0; \
    }; \
    seen=$$($(PALLASC) --check=likely "$$1" -- $(CPPFLAGS) $(CFLAGS) 2>&1); status=$$?; \
    if [ -n "$$seen" ] && [ $$status = 0 -o $$status = 4 ]; then printf '%s\n' "$$seen" >&2; fi; \
    [ $$status != 4 ]; \
    }; $(if $(IS_LATER),look() { sh $(HERE)gen/later.sh $(PALLASC) $(PALLASC_ALONE); },$(BUILD_PALLASC)))

# A first `make run SRC=my.c` does not wait for pallasc, which takes half a minute to build.
IS_LATER = $(if $(SRC),$(if $(wildcard $(PALLASC)),,$(if $(filter $(BUILD)/pallasc,$(PALLASC)),$(LIBCLANG_ROOT))))
PALLASC_ALONE = env -u MAKEFLAGS -u MFLAGS $(MAKE) -s -j2 -f $(THIS) pallasc BUILD='$(BUILD)' CC='$(CC)' LLVM_ROOTS='$(LLVM_ROOTS)' IS_ALONE=1

# Says that it builds pallasc, which takes a while, and is silent where nothing is to do or nothing can be done.
BUILD_PALLASC = $(MAKE) -q -f $(THIS) pallasc >/dev/null 2>&1 || { $(if $(LIBCLANG_ROOT),echo "  build $(PALLASC)$(comma) which checks the source" >&2;) \
    $(MAKE) -s -f $(THIS) pallasc >/dev/null 2>&1; }

# How the programs of this target are run, where that is not what one expects.
NOTE = $(if $(PALLAS_NOTE_$(TARGET)),echo "$(strip $(PALLAS_NOTE_$(TARGET)))" >&2; )

# The line that says what is built; of all examples, how far it has come.
SAY = $(if $(V),,echo "  build $@$(if $(SRC),,$(eval BUILT += x) ($(words $(BUILT)) of $(words $(PROGRAMS))))"; )

quiet := $(if $(V),,@)
build = $(quiet)$(SAY)mkdir -p $(@D) && { $(or $(call PALLAS_REPORT_,$(COMPILE),$(CPPFLAGS) $(CFLAGS)),:); } && \
    $(COMPILE) -MMD -MP -MF $@.d -MT $@ -o $@ $< $(LIBS)

# pallasc, as far as it goes: the stage that reads a file.
-include $(HERE)gen/rules.mk

# The emulator of CUDA's execution model, where there is no GPU.
EMULATOR_HERE := $(HERE)emulator/
EMULATOR_BUILD := $(BUILD)/emulator
-include $(HERE)emulator/rules.mk

# Another target: pallasc writes kernels and launcher beside the program, NAME.opencl.c and, to be read, NAME.cl, or
# NAME.cuda.cu, which may have a compiler of its own. The program's macros are not for them.
ifneq ($(TARGET),interpret)
COMPILE = $(strip $(CC) -std=c11 -O2 -g $(PALLAS_CFLAGS_$(TARGET)) $(WARNINGS) $(SHORT_MESSAGES) $(PALLAS_DEFINE_$(TARGET)) -I$(or $(HERE),.) \
    -I$(HERE)targets/$(TARGET) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS))
COMPILE_EMITTED = $(strip $(if $(PALLAS_CC_$(TARGET)),$(PALLAS_CC_$(TARGET)) -I$(HERE)targets/$(TARGET),sh $(HERE)targets/shared/without_macros.sh $(COMPILE)))
LIBS = $(PALLAS_OBJECTS_$(TARGET)) $(LDLIBS) $(PALLAS_LIBS_$(TARGET)) -lm
EMITTED = $(TARGET).$(or $(PALLAS_ENDING_$(TARGET)),c)
# What is compiled, if it is not the file to be read. pallasc has printed its messages already.
COMPILED = $(if $(PALLAS_LINES_$(TARGET)),$(basename $(EMITTED)).lines$(suffix $(EMITTED)),$(EMITTED))
build = $(quiet)$(SAY)mkdir -p $(@D) && \
    $(PALLASC) --target=$(TARGET) $(PALLAS_FLAGS) $< -o $@.$(EMITTED) -- $(CPPFLAGS) $(CFLAGS) && \
    $(if $(PALLAS_LINES_$(TARGET)),$(PALLASC) -g --target=$(TARGET) $(PALLAS_FLAGS) $< -o $@.$(COMPILED) -- $(CPPFLAGS) $(CFLAGS) 2>/dev/null &&) \
    $(COMPILE_EMITTED) -c -o $@.$(TARGET).o $@.$(COMPILED) && \
    $(COMPILE) -MMD -MP -MF $@.d -MT $@ -o $@ $< $@.$(TARGET).o $(LIBS)
$(PROGRAMS) $(PROGRAM): $(PALLASC) $(PALLAS_OBJECTS_$(TARGET)) \
    $(wildcard $(addprefix $(HERE)targets/,common.m4 $(TARGET).m4 shared/* $(TARGET)/* $(TARGET)/*/*))
endif

.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: all run setup check bench run-benches run-opencl-bench run-cuda-bench run-tpu-bench run-benches-checked expand install clean help flags FORCE

## make [all]            build every example; make SRC=my.c builds that program
ifeq ($(SRC),)
all: $(PROGRAMS)
	@$(NOTE):
	@echo "built $(words $(PROGRAMS)) examples in $(OUT)"
	@echo "next:"
ifeq ($(TARGET),interpret)
	@echo "  make run                  run all of them, with all checks"
	@echo "  make run FAST=1           run them at full speed, without checks"
	@echo "  make run SRC=my.c         build and run your program, from any folder"
	@echo "  gdb -x $(HERE)pallas.gdb $(firstword $(PROGRAMS))"
	@echo "  make expand SRC=my.c      show a program with its macros expanded"
else
	@echo "  make run TARGET=$(TARGET)             run all of them"
	@echo "  make run TARGET=$(TARGET) SRC=my.c    build and run your program, from any folder"
	@echo "  less $(firstword $(PROGRAMS)).$(EMITTED)        read the code that pallasc wrote"
endif
	@echo "  make help                 list all commands"
else
all: $(PROGRAM)
	@$(NOTE):
	@echo "built $(PROGRAM)"
	@echo "next:"
	@echo "  make run $(if $(filter-out interpret,$(TARGET)),TARGET=$(TARGET) )SRC=$(SRC)"
ifneq ($(TARGET),interpret)
	@echo "  less $(PROGRAM).$(EMITTED)        read the code that pallasc wrote"
endif
endif

## make run              build and run every example with all checks; one line per computation
## make run SRC=my.c     build and run your program, from any folder; ARGS="..." are its arguments
##       TARGET=opencl   on an OpenCL device; TARGET=tpu: on a modeled TPU; PALLAS_FLAGS=-g: debuggers show your lines
##       TARGET=cuda     on an NVIDIA GPU; without one, or with CUDA=emulator, the same code in an emulator on the CPU
##       FAST=1          -O3, no checks       SAN=address|memory|undefined|valgrind          CC=clang
##       FAST=1 REASSOC=1  vectorize float sums, in any order; INFINITY and NaN keep their meaning
##       MPI=4           4 processes under mpirun, one per device; runs the examples of collectives/ if there is no SRC
##       DEVICES=8       2 to 16 devices, with -DDEVICES=8; runs the examples of collectives/ if there is no SRC
##       BUDGET=48K      local memory per work-group of your GPU (TARGET=opencl|cuda); exceeding it is an error
##       CHIP=v5e        the chip to model, with its restrictions (TARGET=tpu; v4|v5e|v5p|v6e|v7x)
##       CPPFLAGS=-DN=8  and CFLAGS=...: flags of the C compiler; -D -U -I -include -isystem -std= apply to pallasc, too
##       OUT=dir         where programs are built, instead of build/TARGET; BUILD=dir: this and all else, instead of build
##       PALLAS="..."    settings of interpret mode (docs/interpret.md); default: check=twin,order=reverse
ifeq ($(SRC),)
ifeq ($(CHIP),)
run: $(PROGRAMS)
	@$(NOTE)$(LOOK); failed=; for program in $^; do \
	    $(if $(FAST)$(filter-out interpret,$(TARGET)),,look $(HERE)examples/$${program#$(OUT)/}.c &&) $(STRICT) $(UNDER) $$program $(ARGS) || failed="$$failed $${program##*/}"; \
	done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi
else
# An example with a line `// No TPU runs this: why` must be rejected by this chip; the others must run.
run: $(PROGRAMS)
	@failed= rejected= ran=0; for program in $^; do \
	    name=$${program##*/}; \
	    why=$$(sed -n 's|^// No TPU runs this: ||p' $(HERE)examples/$${program#$(OUT)/}.c); \
	    if [ -z "$$why" ]; then \
	        $(STRICT) $$program $(ARGS) && ran=$$((ran + 1)) || failed="$$failed $$name"; \
	    elif $(STRICT) $$program $(ARGS) >$$program.said 2>&1 || \
	        ! grep -q 'error: call .* a $(CHIP) ' $$program.said; then \
	        cat $$program.said; \
	        failed="$$failed $$name"; \
	    else \
	        rejected="$$rejected$$(printf '\n  %-15s %s' $$name "$$why")"; \
	    fi; \
	done; \
	echo; \
	echo "a $(CHIP) runs $$ran of these $(words $^) examples, and rejects, as it must:$${rejected:-" none"}"; \
	if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi
endif
else
run: $(PROGRAM)
	@$(NOTE)$(LOOK); $(if $(FAST)$(filter-out interpret,$(TARGET)),,look $(FOUND) || exit 1;) $(STRICT) $(UNDER) $< $(ARGS)

# The path of an example is left as it stands, so that messages name it shortly.
ifeq ($(EXAMPLE),)
$(PROGRAM): $(FOUND) $(OUT)/.flags
	$(build)
endif
endif

$(PROGRAMS): $(OUT)/%: $(HERE)examples/%.c $(OUT)/.flags
	$(build)

# Holds the command that compiles, and is new only when that changes: `make CC=clang` after `make` builds all anew.
$(OUT)/.flags: FORCE
	@$(if $(MPI),$(PALLAS_MPI_MISSING_))
	@for cc in $(firstword $(CC)) $(firstword $(PALLAS_CC_$(TARGET))); do \
	    command -v $$cc >/dev/null || { echo "compiler $$cc not found; $(or $(PALLAS_HINT_$(TARGET)),try: make setup)" >&2; exit 1; }; \
	done
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(COMPILE) $(COMPILE_EMITTED) $(LIBS) $(PALLAS_FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(COMPILE) $(COMPILE_EMITTED) $(LIBS) $(PALLAS_FLAGS))' >$@

-include $(wildcard $(addsuffix .d,$(PROGRAMS) $(PROGRAM)))

# `make -j setup run`: first the compiler, then what needs it.
ifneq ($(filter setup,$(MAKECMDGOALS)),)
$(OUT)/.flags $(PALLASC_OBJECTS) check bench expand: | setup
endif

## make setup            install the missing packages that run, check and bench need (Debian)
setup:
	@CC='$(CC)' TARGET='$(TARGET)' sh $(HERE)tests/tools/setup.sh

## make check            run the tests on all cores, or -j2; CASE=word: those with this word in their names; FULL=1: all; see tests/README.md
check:
	@CC='$(CC)' CASE='$(CASE)' FULL='$(FULL)' PART='$(PART)' UPDATE='$(UPDATE)' JOBS='$(or $(JOBS),$(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))))' WORK='$(WORK)' sh $(HERE)tests/run

# The facts of the plan, and what else templates are given: from the comments beside the facts.
docs/facts.md: FORCE
	@awk -f $(HERE)gen/base/facts.awk $(HERE)gen/base/facts.h >$(HERE)docs/facts.md

docs/errors.md: FORCE
	@rm -rf $(BUILD)/gallery && sh $(HERE)tests/tools/gallery.sh $(BUILD)/gallery
	@rm -rf $(HERE)docs/errors && cp -r $(BUILD)/gallery/errors $(BUILD)/gallery/errors.md $(HERE)docs

## make pallas.h         assemble pallas.h from the files of language/, after you edited one
# A pallas.h that was copied alone has no sources and stays as it is. Asked for by name it is always made.
ifneq ($(wildcard $(HERE)language/assemble),)
pallas.h: $(wildcard $(addprefix $(HERE),$(addprefix language/,assemble order *.sh *.h */*.h) targets/shared/messages.h targets/tpu/chips.h)) $(if $(filter pallas.h,$(MAKECMDGOALS)),FORCE)
	@mkdir -p $(BUILD) && sh $(HERE)language/assemble >$(BUILD)/pallas.h
	@if cmp -s $(BUILD)/pallas.h $(HERE)pallas.h; then rm $(BUILD)/pallas.h && touch $(HERE)pallas.h; else mv $(BUILD)/pallas.h $(HERE)pallas.h; fi
endif

## make expand SRC=my.c  show a program with its macros expanded
expand:
	@if [ -z "$(FOUND)" ]; then echo "no file: write make expand SRC=my.c" >&2; exit 1; fi
	@sh $(HERE)tests/tools/expand.sh $(FOUND) $(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS)

## make tune SRC=my.c    find the fastest values of its PL_TUNE constants for the sizes of its PL_TUNE_FOR, and write them to my.tune
##       TARGET=opencl   or cuda, interpret; TARGET=tpu CHIP=v5e: by the model's clock; CALL=name: for this call alone
##       DEVICE=name     what my.tune calls this device; make SIZES="4096 4096": builds with the entry nearest to these sizes
.PHONY: tune
tune: $(PALLASC)
	@SRC='$(or $(FOUND),$(error no file: write make tune SRC=my.c))' TARGET='$(TARGET)' CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' FAST_FLAGS='$(FAST_FLAGS)' \
	    CHIP='$(CHIP)' CUDA='$(CUDA)' DEVICE='$(DEVICE)' CALL='$(CALL)' MAKE='$(MAKE)' PALLASC='$(abspath $(PALLASC))' BUILD='$(abspath $(BUILD))' HERE='$(HERE)' sh $(HERE)tune/tune.sh

## make report SRC=my.c  write a page to look at in a browser: blocks and copies step by step, memory, source and emitted code
##       TARGET=cuda     whose code it shows: cuda, opencl or tpu; cuda if none is given, or tpu if the file has a PL_MESH
##       PAGE=my.html    where it is written, instead of build/report; TARGET=tpu RUN=1: with the timeline of a run
##       TIMELINE=FILE   with what PALLAS=timeline=FILE or trace=FILE has written
REPORT_TARGET = $(if $(filter-out interpret,$(TARGET)),$(TARGET),$(if $(shell grep -l PL_MESH $(FOUND)),tpu,cuda))
PAGE ?= $(BUILD)/report/$(basename $(notdir $(FOUND))).$(REPORT_TARGET).html
RUN ?=
DRAWN = $(if $(RUN),$(if $(filter tpu,$(TARGET)),$(basename $(PAGE)).svg,$(error RUN=1 needs TARGET=tpu: its runs draw timelines)))
TIMELINE ?= $(DRAWN)
.PHONY: report
ifeq ($(SRC),)
report:
	@echo "no file: write make report SRC=my.c" >&2; exit 1
else
report: $(PALLASC) $(if $(RUN),$(PROGRAM))
	@mkdir -p $(dir $(PAGE))
	@$(if $(DRAWN),PALLAS=timeline=$(DRAWN)$${PALLAS:+$(comma)$$PALLAS} $(PROGRAM) $(ARGS))
	@rm -f $(PAGE); $(PALLASC) --report=$(PAGE) --target=$(REPORT_TARGET) $(PALLAS_FLAGS) $(if $(TIMELINE),--timeline=$(TIMELINE)) $(FOUND) -- $(CPPFLAGS) $(CFLAGS); \
	    status=$$?; [ ! -f $(PAGE) ] || echo "wrote $(PAGE): open it in a browser"; exit $$status
endif

## make scorecard        the operators of scorecard/ on every target: which are right, and their lines of code; see docs/scorecard.md
##       CARD=word       of files with this word in their paths; OPS="19 20": these operators; ON="interpret cuda": on these targets
CARD ?=
OPS  ?=
ON   ?=
.PHONY: scorecard
scorecard: $(PALLASC)
	@CC="$(CC)" CARD="$(CARD)" OPS="$(OPS)" ON="$(ON)" sh $(HERE)scorecard/card.sh

## make bench            compare the speed of bench/*.c with their peers; measure checks and compile times; see docs/performance.md
##       TARGET=opencl   measure kernels that pallasc writes; TARGET=cuda: their registers and spills, and with a GPU their times
##       TARGET=tpu      compare the model's clock with published timings of TPUs; ARGS=v5e: of this chip
OPENMP = $(shell echo 'int main(void) { return 0; }' | $(CC) -fopenmp -x c -o /dev/null - 2>/dev/null && echo -fopenmp)
BENCHES = $(filter-out $(if $(OPENMP),,%_threads.c),$(sort $(wildcard $(HERE)bench/*.c)))
ifeq ($(TARGET),opencl)
bench: run-opencl-bench
else ifeq ($(TARGET),cuda)
bench: run-cuda-bench
else ifeq ($(TARGET),tpu)
bench: run-tpu-bench
else
bench:
	@if [ -z "$(BENCHES)" ]; then echo "bench/ has no programs" >&2; exit 1; fi
	@$(MAKE) -f $(THIS) --no-print-directory FAST=1 SAN= run-benches
	@$(MAKE) -f $(THIS) --no-print-directory FAST= SAN= run-benches-checked
	@CC='$(CC)' sh $(HERE)bench/compile.sh
endif

# The peer, where it is installed, has one core as the interpreter has.
BLAS = $(shell echo 'int main(void) { return 0; }' | \
    $(CC) -include cblas.h -x c -o /dev/null - -lopenblas 2>/dev/null && echo -DHAVE_OPENBLAS -lopenblas)

$(OUT)/bench/%: $(HERE)bench/%.c $(OUT)/.flags
	$(build) $(BLAS)

$(OUT)/bench/%_threads: CFLAGS += $(OPENMP)

# OpenBLAS as fast as it gets here, on so many threads: core.sh tries its cores, unless OPENBLAS_CORETYPE names one.
with_blas = core="$${OPENBLAS_CORETYPE-$$(CC='$(CC)' OPENBLAS_NUM_THREADS="$1" sh $(HERE)bench/tools/core.sh)}"; \
    blas() { env $${core:+"OPENBLAS_CORETYPE=$$core"} OPENBLAS_NUM_THREADS="$1" "$$@"; }

run-benches: $(patsubst $(HERE)bench/%.c,$(OUT)/bench/%,$(BENCHES))
	@$(call with_blas,$${OPENBLAS_NUM_THREADS-1}); for program in $^; do blas $$program $(ARGS) || exit 1; done

# What the checks cost: as `make run` builds, without and with the twin runs that it asks for.
run-benches-checked: $(OUT)/bench/jax
	@PALLAS= $< && PALLAS=check=twin,order=reverse $<

# TARGET=opencl: kernels as pallasc translates them, beside OpenBLAS, memcpy and plain loops on as many threads. OpenBLAS'
# threads would wait for work by spinning, and take the cores from those of the next.
THREADS = $${POCL_MAX_PTHREAD_COUNT-$$(getconf _NPROCESSORS_ONLN)}
$(OUT)/bench/opencl: $(HERE)bench/opencl/opencl.c $(HERE)bench/bench.h $(HERE)bench/kernels.h $(HERE)bench/opencl/hand.c $(PALLASC) $(OUT)/.flags \
    $(wildcard $(HERE)targets/*.m4 $(HERE)targets/shared/* $(HERE)targets/opencl/*.* $(HERE)targets/opencl/kernel/*.cl)
	$(quiet)mkdir -p $(@D) && $(PALLASC) --target=opencl $(CPPFLAGS) $< -o $@.opencl.c && \
	    $(CC) -std=c11 -O3 -march=native $(WARNINGS) -DPL_TARGET_OPENCL -I$(or $(HERE),.) -I$(HERE)targets/opencl \
	    $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(HERE)bench/opencl/hand.c $@.opencl.c -lOpenCL $(LIBS) $(BLAS)

run-opencl-bench: $(OUT)/bench/opencl
	@$(call with_blas,$(THREADS)); export OPENBLAS_THREAD_TIMEOUT=4; BENCH_THREADS="$(THREADS)" blas $<
	@CC='$(CC)' PALLASC=$(PALLASC) sh $(HERE)bench/opencl/pallasc.sh

# TARGET=cuda: what ptxas says of each kernel; times where there is a GPU, by the bundle's own bench.
run-cuda-bench: $(PALLASC)
	@PALLASC='$(abspath $(PALLASC))' sh $(HERE)bench/cuda/registers.sh
	@if [ -n "$$(ls -d /dev/nvidia[0-9]* 2>/dev/null)" ]; then \
	    $(MAKE) -f $(THIS) --no-print-directory TARGET=cuda bundle && $(MAKE) -C $(BUILD)/cuda-bundle bench; \
	else \
	    echo "no GPU found, so nothing is measured; make TARGET=cuda bundle writes a folder to measure on another machine"; \
	fi

# TARGET=tpu: what the clock predicts for published timings; ARGS=v5e: of this chip alone.
run-tpu-bench:
	@$(MAKE) -f $(THIS) --no-print-directory TARGET=tpu run SRC=$(HERE)bench/tpu/clock.c ARGS='$(HERE)bench/tpu/measurements.csv $(ARGS)'

-include $(wildcard $(OUT)/bench/*.d)

## make TARGET=cuda bundle   write build/cuda-bundle: emitted code, checks and benches that need nvcc, make and a C compiler alone
.PHONY: bundle
bundle: $(PALLASC)
ifneq ($(TARGET),cuda)
	@echo "make bundle needs TARGET=cuda: it writes code to check and measure on another machine" >&2; exit 1
else
	@cd $(or $(HERE),.) && CC='$(CC)' PALLASC='$(abspath $(PALLASC))' sh targets/cuda/bundle/make.sh $(abspath $(BUILD))/cuda-bundle
	@tar -C $(BUILD) -czf $(BUILD)/cuda-bundle.tar.gz cuda-bundle
	@echo "wrote $(BUILD)/cuda-bundle and $(BUILD)/cuda-bundle.tar.gz"
	@echo "next, on a machine with a GPU and nvcc:  make -C cuda-bundle check; make -C cuda-bundle bench"
endif

## make install          put header, pallasc, templates, runtimes, pallas.mk and pallas.pc under PREFIX=/usr/local
INTO = $(DESTDIR)$(abspath $(PREFIX))

# What a target's emitted files need: folder by folder, as it lies here.
INSTALLED := $(patsubst $(HERE)targets/%,%,$(wildcard $(addprefix $(HERE)targets/,*.m4 *.mk */reserved */machine* */spelled* */words shared/*.sh \
    $(foreach ending,m4 h c cl cu,*/*.$(ending) */*/*.$(ending)))))

EMULATOR_FILES := $(patsubst $(HERE)%,%,$(wildcard $(addprefix $(HERE)emulator/,*.cc *.h *.mk include/*.h include/*/*.h)))

# pc NAME DESCRIPTION CFLAGS LIBS
pc = printf '%s\n' 'prefix=$(abspath $(PREFIX))' 'pallasc=$${prefix}/bin/pallasc' 'makefile=$${prefix}/share/pallas/pallas.mk' '' \
    'Name: $(1)' 'Description: $(2)' 'Version: $(or $(PALLAS_VERSION),0)' 'Cflags: $(3)' 'Libs: $(4)' \
    >$(INTO)/share/pkgconfig/$(1).pc

# It looks for libclang, which takes its time: nobody else does.
ifneq ($(filter install,$(MAKECMDGOALS)),)
ifneq ($(words x$(PREFIX)$(DESTDIR)),1)
$(error PREFIX and DESTDIR must not contain spaces)
endif
install: $(if $(INSTALLED),$(if $(LIBCLANG_ROOT),$(PALLASC)))
endif
install:
	@mkdir -p $(INTO)/include $(INTO)/share/pkgconfig $(INTO)/share/pallas
	@cp $(HERE)pallas.h $(HERE)pallas_mpi.h $(INTO)/include
	@cp $(HERE)pallas.gdb $(HERE)pallas.supp $(INTO)/share/pallas
	@mkdir -p $(INTO)/share/cmake/Pallas && cp $(HERE)cmake/*.cmake $(INTO)/share/cmake/Pallas
	@printf '%s\n' 'set(PACKAGE_VERSION "$(or $(PALLAS_VERSION),0)")' 'if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION)' \
	    '    set(PACKAGE_VERSION_COMPATIBLE TRUE)' 'endif()' >$(INTO)/share/cmake/Pallas/PallasConfigVersion.cmake
	@$(call pc,pallas,Pallas kernels in C,-I$${prefix}/include,-lm)
ifneq ($(INSTALLED),)
	@cp $(HERE)pallas.mk $(INTO)/share/pallas
	@cp $(HERE)pallas_tune.h $(HERE)pallas_cpu.h $(INTO)/include
	@mkdir -p $(INTO)/share/pallas/tune && cp $(HERE)tune/lookup.sh $(HERE)tune/device.sh $(INTO)/share/pallas/tune
	@$(install_package)
	@cd $(HERE)targets && for file in $(INSTALLED); do \
	    mkdir -p $(INTO)/share/pallas/targets/$$(dirname $$file) && \
	    cp $$file $(INTO)/share/pallas/targets/$$file || exit 1; \
	done
	@cd $(HERE). && for file in $(EMULATOR_FILES); do \
	    mkdir -p $(INTO)/share/pallas/$$(dirname $$file) && cp $$file $(INTO)/share/pallas/$$file || exit 1; \
	done
	@$(foreach target,$(filter-out interpret,$(TARGETS)),$(call pc,pallas-$(target),Pallas kernels in C for $(target),\
	    $(PALLAS_DEFINE_$(target)) -I$${prefix}/include -I$${prefix}/share/pallas/targets/$(target),\
	    $(or $(PALLAS_PACKAGE_LIBS_$(target)),$(PALLAS_LIBS_$(target))) -lm) && )true
	@if [ -x "$(PALLASC)" ]; then mkdir -p $(INTO)/bin && cp $(PALLASC) $(INTO)/bin/pallasc; else \
	    echo "installed without pallasc, which needs libclang 17 or later (apt-get install libclang-19-dev): only interpret mode works"; fi
endif
	@echo "installed in $(INTO)"
	$(if $(INSTALLED),@echo "next: write in your Makefile" && echo "  include $(abspath $(PREFIX))/share/pallas/pallas.mk       (the comment at its top lists the variables)")

-include $(HERE)share/package.mk

## make flags            print the command that compiles
flags:
	@echo '$(subst ','\'',$(COMPILE))'

## make clean            remove what was built
clean:
	rm -rf $(BUILD)

## make help             this list
help:
	@sed -n 's/^## //p' $(THIS) $(wildcard $(HERE)gen/rules.mk $(HERE)emulator/rules.mk $(HERE)share/package.mk)

FORCE:
