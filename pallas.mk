# pallas.mk -- kernels in your project. Include it in your Makefile, from the source tree or from the installation:
#
#     TARGET     = interpret                  # or opencl, cuda, tpu
#     OUT        = build/$(TARGET)            # a separate folder for each target
#     PALLAS_SRC = blur.c scale.c             # the C files with PL_CALLs; for other folders set VPATH = ../src
#     include /usr/local/share/pallas/pallas.mk
#
#     $(OUT)/app: $(OUT)/main.o $(PALLAS_OBJECTS)
#             $(CC) $(LDFLAGS) -o $@ $^ $(PALLAS_LIBS)
#
#     $(OUT)/%.o: %.c | $(PALLAS_HEADERS)
#             $(CC) $(CPPFLAGS) $(PALLAS_CPPFLAGS) $(CFLAGS) -c -o $@ $<
#
# It sets
#     PALLAS_OBJECTS    the objects of PALLAS_SRC, with kernels and launchers, and the rules that build them
#     PALLAS_LIBS       libraries to link with
#     PALLAS_CPPFLAGS   flags for your files that include pallas.h or a header of PALLAS_HEADERS
#     PALLAS_HEADERS    $(OUT)/NAME.pallas.h for each file of PALLAS_SRC: the prototypes of its calls, for C and C++
# PALLAS_MPI = 1, with TARGET = interpret, runs each device as a process under mpirun; $(PALLAS_MPIRUN) 4 starts four.
# It uses your CC, CPPFLAGS, CFLAGS, PALLAS_FLAGS (for pallasc, such as -g) and PALLASC. pallasc also gets CPPFLAGS and CFLAGS,
# of which it uses -D, -U, -I, -include, -isystem and -std=. Set these variables before the include. A change of one of
# them rebuilds.

PALLAS_TARGET ?= $(or $(TARGET),interpret)
PALLAS_OUT    ?= $(or $(OUT),build/$(PALLAS_TARGET))

# As installed, this is PREFIX/share/pallas/pallas.mk; else it lies beside pallas.h.
PALLAS_SHARE := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
PALLAS_INCLUDE := $(if $(wildcard $(PALLAS_SHARE)/pallas.h),$(PALLAS_SHARE),$(abspath $(PALLAS_SHARE)/../../include))
PALLASC ?= $(if $(wildcard $(PALLAS_SHARE)/pallas.h),$(PALLAS_SHARE)/build/pallasc,$(abspath $(PALLAS_SHARE)/../../bin/pallasc))
-include $(PALLAS_SHARE)/targets/targets.mk

PALLAS_TARGETS := interpret $(filter-out common,$(basename $(notdir $(wildcard $(PALLAS_SHARE)/targets/*.m4))))
ifeq ($(filter $(PALLAS_TARGET),$(PALLAS_TARGETS)),)
$(error unknown target $(PALLAS_TARGET); the targets are $(PALLAS_TARGETS))
endif

ifneq ($(findstring ../,$(PALLAS_SRC)),)
$(error PALLAS_SRC: the objects of '../…' would be outside of $(PALLAS_OUT): write VPATH = ../…, and the rest of the path in PALLAS_SRC)
endif

# A header of PALLAS_HEADERS includes one of yours by its path from here.
PALLAS_CPPFLAGS = $(PALLAS_DEFINE_$(PALLAS_TARGET)) $(if $(PALLAS_MPI),$(PALLAS_MPI_CPPFLAGS)) -I$(PALLAS_INCLUDE) -I$(PALLAS_OUT) -iquote .
PALLAS_LIBS     = $(PALLAS_LIBS_$(PALLAS_TARGET)) $(if $(PALLAS_MPI),$(PALLAS_MPI_LIBS)) -lm

# CUDA=emulator, the default where there is no nvcc, builds emitted CUDA for an emulator on the CPU.
EMULATOR_HERE  := $(PALLAS_SHARE)/emulator/
EMULATOR_BUILD := $(PALLAS_OUT)/emulator
-include $(PALLAS_SHARE)/emulator/rules.mk


PALLAS_ENDING_   := $(or $(PALLAS_ENDING_$(PALLAS_TARGET)),c)
PALLAS_OWN_      := $(patsubst %.c,$(PALLAS_OUT)/%.o,$(PALLAS_SRC))
PALLAS_EMITTED_  := $(if $(filter interpret,$(PALLAS_TARGET)),,$(patsubst %.c,$(PALLAS_OUT)/%.$(PALLAS_TARGET).$(PALLAS_ENDING_),$(PALLAS_SRC)))
PALLAS_LAUNCHERS_ := $(PALLAS_EMITTED_:.$(PALLAS_ENDING_)=.o)
PALLAS_OBJECTS   := $(PALLAS_OWN_) $(PALLAS_LAUNCHERS_) $(PALLAS_OBJECTS_$(PALLAS_TARGET))
PALLAS_HEADERS   := $(patsubst %.c,$(PALLAS_OUT)/%.pallas.h,$(PALLAS_SRC))

# What `make tune` found for a file: the flags that tune/lookup.sh reads from NAME.tune beside it.
PALLAS_TUNED_ = $(if $(PALLAS_UNTUNED),,$(foreach found,$(firstword $(wildcard $(foreach folder,. $(dir $1) $(subst :, ,$(VPATH)),\
    $(folder)/$(basename $(notdir $1)).tune))),$(shell \
    DEVICE='$(DEVICE)' CHIP='$(CHIP)' sh $(PALLAS_SHARE)/tune/lookup.sh $(found) $(PALLAS_TARGET) '$(SIZES)')))

PALLAS_OWN_CPPFLAGS_ = $(CPPFLAGS) $(call PALLAS_TUNED_,$<)

# Holds the flags as they are where this file is included, and is new only when they change. (A rule with FORCE would have
# `make` say every time that it did something.)
PALLAS_USED_ := $(PALLAS_OUT)/.pallas.flags
PALLAS_COMMAND_ := $(CC) $(foreach file,$(PALLAS_SRC),$(call PALLAS_TUNED_,$(file))) $(CPPFLAGS) $(PALLAS_CPPFLAGS) $(CFLAGS) $(PALLASC) $(PALLAS_FLAGS) $(PALLAS_CC_$(PALLAS_TARGET))
ifeq ($(filter %clean,$(MAKECMDGOALS)),)
PALLAS_COMMAND_ := $(shell mkdir -p $(PALLAS_OUT); echo '$(subst ','\'',$(PALLAS_COMMAND_))' >$(PALLAS_USED_).new; \
    if cmp -s $(PALLAS_USED_).new $(PALLAS_USED_); then rm $(PALLAS_USED_).new; else mv $(PALLAS_USED_).new $(PALLAS_USED_); fi)
$(PALLAS_OWN_) $(PALLAS_EMITTED_) $(PALLAS_LAUNCHERS_) $(PALLAS_HEADERS): $(PALLAS_USED_)
endif

# What is compiled, if it is not the file to be read.
PALLAS_COMPILED_ = $(basename $@)$(if $(PALLAS_LINES_$(PALLAS_TARGET)),.lines).$(PALLAS_ENDING_)

# One list of what was included, for all that is made of a file.
$(PALLAS_OWN_): $(PALLAS_OUT)/%.o: %.c
	@mkdir -p $(@D)
	@$(if $(filter interpret,$(PALLAS_TARGET)),$(call PALLAS_REPORT_,$(CC) -std=c11 $(PALLAS_OWN_CPPFLAGS_) $(PALLAS_CPPFLAGS) $(CFLAGS),$(PALLAS_OWN_CPPFLAGS_) -I$(PALLAS_INCLUDE) $(CFLAGS)),:)
	$(CC) -std=c11 $(PALLAS_OWN_CPPFLAGS_) $(PALLAS_CPPFLAGS) $(CFLAGS) -MMD -MP -MF $(@:.o=.d) -MT $@ \
	    -MT $(@:.o=.$(PALLAS_TARGET).$(PALLAS_ENDING_)) -MT $(@:.o=.pallas.h) -c -o $@ $<

$(PALLAS_EMITTED_): $(PALLAS_OUT)/%.$(PALLAS_TARGET).$(PALLAS_ENDING_): %.c $(wildcard $(PALLASC))
	@mkdir -p $(@D)
	$(PALLASC) --target=$(PALLAS_TARGET) $(PALLAS_FLAGS) -o $@ $< -- $(PALLAS_OWN_CPPFLAGS_) -I$(PALLAS_INCLUDE) $(CFLAGS)
	$(if $(PALLAS_LINES_$(PALLAS_TARGET)),$(PALLASC) -g --target=$(PALLAS_TARGET) $(PALLAS_FLAGS) -o $(PALLAS_COMPILED_) $< -- \
	    $(PALLAS_OWN_CPPFLAGS_) -I$(PALLAS_INCLUDE) $(CFLAGS) 2>/dev/null)

# What pallasc wrote as C takes your flags but -D, -U and -include, which are expanded in it; what it wrote in another language has
# a compiler and flags of its own. It prints no warnings: your own file's compiler prints those of your lines.
PALLAS_CC_ = $(or $(PALLAS_CC_$(PALLAS_TARGET)),sh $(PALLAS_SHARE)/targets/shared/without_macros.sh $(CC) -std=c11 -O2 $(PALLAS_CFLAGS_$(PALLAS_TARGET)) $(CPPFLAGS) $(PALLAS_CPPFLAGS) $(CFLAGS))
# How such programs run is said once.
PALLAS_SAY_ = $(if $(PALLAS_SAID_),,$(eval PALLAS_SAID_ := yes)$(if $(PALLAS_NOTE_$(PALLAS_TARGET)),$(info $(strip $(PALLAS_NOTE_$(PALLAS_TARGET))))))
$(PALLAS_LAUNCHERS_): %.o: %.$(PALLAS_ENDING_)
	$(PALLAS_SAY_)$(PALLAS_CC_) -I$(PALLAS_SHARE)/targets/$(PALLAS_TARGET) -w -c -o $@ $(PALLAS_COMPILED_)

$(PALLAS_HEADERS): $(PALLAS_OUT)/%.pallas.h: %.c
	@mkdir -p $(@D)
	$(PALLASC) --emit=header $(if $(filter interpret,$(PALLAS_TARGET)),,--target=$(PALLAS_TARGET)) -o $@ $< -- $(PALLAS_OWN_CPPFLAGS_) -I$(PALLAS_INCLUDE) $(CFLAGS)

-include $(PALLAS_OWN_:.o=.d)
