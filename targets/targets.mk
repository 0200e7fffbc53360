# targets.mk -- what make must know of each target besides its template. The Makefile includes it, and pallas.mk.
# A target is a file targets/NAME.m4; what is not said here is empty.
#
#     PALLAS_DEFINE_T    for the compiler of files that include pallas.h
#     PALLAS_LIBS_T      what programs link with; PALLAS_PACKAGE_LIBS_T: what pkg-config says, if that is something else
#     PALLAS_ENDING_T    of the file that pallasc writes; empty: c
#     PALLAS_CC_T        what compiles that file, up to -c; empty: the C compiler, with PALLAS_CFLAGS_T
#     PALLAS_LINES_T     if not empty, a second file with #line, NAME.T.lines.ENDING, is compiled, and messages at run time name the user's
#                        lines; the first one is to be read
#     PALLAS_VARIANT_T   goes with the name of the folder where programs are built
#     PALLAS_OBJECTS_T   what they are linked with besides, which make builds
#     PALLAS_SETTINGS_T  for the variable PALLAS when `make run` runs them
#     PALLAS_NOTE_T      a line that `make run` prints first, and a build last
#     PALLAS_HINT_T      what to do where there is no such compiler

PALLAS_COMMA_ := ,

PALLAS_DEFINE_interpret = -DPL_LINK_HOST

# $(call PALLAS_REPORT_,compiler,flags for pallasc), in a recipe: what does not compile is reported in pallasc's words, where there is
# a pallasc and it reads the program: of a size that PL_SIZES does not name, a compiler knows no more than that `n` is undeclared.
# What compiles is not looked at here.
PALLAS_REPORT_ = if [ -x "$(PALLASC)" ]; then $(PALLASC) --check $< -- $2 >$@.said 2>&1; status=$$?; \
    if [ $$status = 1 -o $$status = 4 ] && ! grep -q 'interpret mode has it' $@.said && ! $1 -w -fsyntax-only $< 2>/dev/null; then \
    grep -v '^pallasc: note: the rest of' $@.said >&2; rm -f $@.said; exit 1; fi; rm -f $@.said; fi

# ---- MPI, for interpret mode: a process for each device. What the MPI compiler adds to a C compiler's command, and how N
# processes are started: with Open MPI, as many as one likes on few cores.
MPICC  ?= mpicc
MPIRUN ?= mpirun
PALLAS_MPI_SHOWN_    = $(eval PALLAS_MPI_SHOWN_ := $$(wordlist 2,99,$$(shell $(MPICC) -show 2>/dev/null)))$(PALLAS_MPI_SHOWN_)
PALLAS_MPI_CPPFLAGS  = -DPL_MPI $(patsubst -I%,-isystem %,$(filter -I%,$(PALLAS_MPI_SHOWN_)))
PALLAS_MPI_LIBS      = $(filter -L% -l% -Wl%,$(PALLAS_MPI_SHOWN_))
PALLAS_MPI_OPEN_     = $(if $(findstring Open MPI,$(shell $(MPIRUN) --version 2>/dev/null)),-q --oversubscribe --bind-to none \
    --mca mpi_yield_when_idle 1 $(if $(filter 0,$(shell id -u)),--allow-run-as-root))
PALLAS_MPIRUN        = $(MPIRUN) $(PALLAS_MPI_OPEN_) -n
PALLAS_MPI_MISSING_  = command -v $(firstword $(MPICC)) >/dev/null && command -v $(firstword $(MPIRUN)) >/dev/null || { echo "MPI=N needs \
$(MPICC) and $(MPIRUN); try: make setup, or, as root: apt-get install openmpi-bin libopenmpi-dev" >&2; exit 1; }

PALLAS_DEFINE_opencl = -DPL_TARGET_OPENCL
PALLAS_LIBS_opencl   = -lOpenCL

PALLAS_DEFINE_tpu    = -DPL_TARGET_TPU -ffp-contract=off
PALLAS_CFLAGS_tpu    = -ffp-contract=off
PALLAS_SETTINGS_tpu  = $(if $(CHIP),chip=$(CHIP))

# ---- CUDA: CUDA=device: nvcc, for GPUs. CUDA=emulator: the same text for this CPU, by a C++ compiler. The default is device
# where there is an nvcc, and to run, a GPU. NVCCFLAGS are nvcc's, CUDA_ARCH the GPUs that it compiles for.
NVCC      ?= nvcc
CUDA_ARCH ?= -gencode arch=compute_80,code=[sm_80,compute_80] -gencode arch=compute_90a,code=sm_90a
NVCCFLAGS ?= -O3 -lineinfo

PALLAS_NVCC_ := $(if $(filter cuda,$(TARGET) $(PALLAS_TARGET)),$(realpath $(shell command -v $(NVCC) 2>/dev/null)))
PALLAS_GPU_  := $(wildcard /dev/nvidia[0-9]* /dev/dxg)
CUDA ?= $(if $(PALLAS_NVCC_),$(if $(PALLAS_GPU_)$(if $(filter run tune,$(MAKECMDGOALS)),,all),device,emulator),emulator)
PALLAS_EMULATES_ = $(filter emulator,$(CUDA))

PALLAS_ENDING_cuda   = cu
PALLAS_DEFINE_cuda   = -DPL_TARGET_CUDA
PALLAS_VARIANT_cuda  = $(if $(PALLAS_EMULATES_),-emulator)
PALLAS_LINES_cuda    = $(PALLAS_EMULATES_)
PALLAS_OBJECTS_cuda  = $(if $(PALLAS_EMULATES_),$(EMULATOR))
PALLAS_CC_cuda       = $(if $(PALLAS_EMULATES_),$(CXX) $(EMULATOR_CHECKED) -w -x c++,$(NVCC) -std=c++17 -DPL_CUDA_BY_MAKE $(CUDA_ARCH) $(NVCCFLAGS))
PALLAS_LIBS_cuda     = $(if $(PALLAS_EMULATES_),,-L$(PALLAS_NVCC_:/bin/nvcc=/lib64) -lcudart_static -lrt -ldl) -lpthread -lstdc++
PALLAS_PACKAGE_LIBS_cuda = -lcudart -lstdc++
PALLAS_HINT_cuda     = $(if $(PALLAS_EMULATES_),try: make setup TARGET=cuda,it comes with the CUDA toolkit; CUDA=emulator needs none)
PALLAS_NOTE_cuda     = $(if $(PALLAS_EMULATES_),cuda: $(if $(PALLAS_GPU_),,no GPU here)$(if $(PALLAS_NVCC_),,$(if $(PALLAS_GPU_),,$(PALLAS_COMMA_)) no nvcc)$(if \
    $(PALLAS_GPU_),$(if $(PALLAS_NVCC_),CUDA=emulator)): the emulator runs the emitted code on the CPU,$(if \
    $(PALLAS_GPU_),,cuda: no GPU here: what nvcc compiles needs one; make run compiles for the emulator$(PALLAS_COMMA_) and so does CUDA=emulator))
