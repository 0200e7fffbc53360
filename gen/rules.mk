## make pallasc          build the generator alone: build/pallasc --help
# gen/rules.mk -- builds $(BUILD)/pallasc; included by the Makefile, which sets HERE, BUILD and quiet.
# CPPFLAGS and CFLAGS are for the programs that pallasc reads: a -DN=8 has no place here. PALLASC_CFLAGS is for pallasc.

# The newest libclang from 17 on, as "NUMBER FOLDER": under the prefix of llvm-config-N, in /usr/lib/llvm-N, or where a
# bare llvm-config points. Asked once, when first needed. LLVM_ROOTS: instead of /usr/lib.
LLVM_ROOTS ?= /usr/lib
LIBCLANG ?= $(eval LIBCLANG := $(shell \
    has_libclang() { [ -f "$$1/include/clang-c/Index.h" ] && [ -e "$$1/lib/libclang.so" ]; }; \
    for n in `seq 40 -1 17`; do \
        for root in `llvm-config-$$n --prefix 2>/dev/null` $(LLVM_ROOTS)/llvm-$$n; do \
            if has_libclang "$$root"; then echo $$n $$root; exit; fi; \
        done; \
    done; \
    version=`llvm-config --version 2>/dev/null`; root=`llvm-config --prefix 2>/dev/null`; \
    if [ "0$${version%%.*}" -ge 17 ] && has_libclang "$$root"; then echo $${version%%.*} $$root; fi))$(LIBCLANG)
LIBCLANG_MAJOR = $(word 1,$(LIBCLANG))
LIBCLANG_ROOT = $(word 2,$(LIBCLANG))
NO_LIBCLANG = $(if $(LIBCLANG_ROOT),,$(error pallasc needs libclang 17 or later; try: apt-get install libclang-19-dev))

# The header has the version; pallasc prints the same.
PALLAS_VERSION := $(shell sed -n 's/^#define PL_VERSION *"\(.*\)"/\1/p' $(HERE)pallas.h)

PALLASC := $(BUILD)/pallasc
PALLASC_OBJECTS := $(patsubst $(HERE)gen/%.c,$(BUILD)/gen/%.o,$(sort $(wildcard $(HERE)gen/*.c $(HERE)gen/*/*.c)))
PALLASC_FLAGS = -std=c11 -I$(HERE)gen -D_POSIX_C_SOURCE=200809L -O2 -g -Wall -Wextra -Wpedantic -Wshadow \
    -isystem $(LIBCLANG_ROOT)/include -DCLANG_RESOURCES='"$(LIBCLANG_ROOT)/lib/clang/$(LIBCLANG_MAJOR)"' \
    -I$(BUILD)/gen -DSOURCE_DIR='"$(abspath $(or $(HERE),.))"' -DVERSION='"$(PALLAS_VERSION)"'

# gen/later.sh may still be building it: two makes must not build in one folder.
ifneq ($(if $(IS_ALONE)$(and $(IS_LATER),$(filter interpret,$(TARGET))),,$(wildcard $(PALLASC).pid)),)
WAITED := $(shell is_built() { kill -0 "$$(cat $(PALLASC).pid 2>/dev/null)" 2>/dev/null; }; \
    if is_built; then echo "  wait for $(PALLASC)$(comma) which is being built" >&2; fi; while is_built; do sleep 0.2; done)
endif

.PHONY: pallasc
pallasc: $(PALLASC)

# Files appear complete, even where gen/later.sh is killed.
# A pallasc that is named (make PALLASC=...) is used as it is.
ifeq ($(PALLASC),$(BUILD)/pallasc)
$(PALLASC): $(PALLASC_OBJECTS)
	$(quiet)$(if $(V),,echo "  build $@"; )$(CC) $(LDFLAGS) -o $@.new $^ -L$(LIBCLANG_ROOT)/lib \
	    -Wl,-rpath,$(LIBCLANG_ROOT)/lib -lclang -lm -ldl && mv $@.new $@
endif

$(PALLASC_OBJECTS): $(BUILD)/gen/%.o: $(HERE)gen/%.c $(wildcard $(HERE)gen/*.h $(HERE)gen/*/*.h) $(HERE)targets/shared/messages.h $(HERE)gen/rules.mk
	$(NO_LIBCLANG)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(PALLASC_FLAGS) $(PALLASC_CFLAGS) -c -o $@.new $< && mv $@.new $@

# The parse mode of pallas.h, a string for each line.
$(BUILD)/gen/read/marked.o: $(BUILD)/gen/read/marked.inc
$(BUILD)/gen/read/marked.inc: $(HERE)gen/read/marked.h
	@mkdir -p $(@D)
	@sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $< >$@

# The page of --report, likewise: one text of its scripts, in the order of their names.
PAGE_FILES := $(sort $(wildcard $(HERE)gen/show/page/*))
$(BUILD)/gen/show/report.o: $(addprefix $(BUILD)/gen/show/page_,html.inc css.inc js.inc)
$(BUILD)/gen/show/page_%.inc: $(PAGE_FILES)
	@mkdir -p $(@D)
	@sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $(filter %.$*,$(PAGE_FILES)) >$@

# It prints the version of the header.
$(BUILD)/gen/main.o: $(HERE)pallas.h
