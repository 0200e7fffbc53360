# targets.mk -- what make must know of each target besides its template. The Makefile includes it, and pallas.mk.
# A target is a file targets/NAME.m4; what is not said here is empty.

PALLAS_DEFINE_interpret = -DPL_LINK_HOST

PALLAS_DEFINE_opencl = -DPL_TARGET_OPENCL
PALLAS_LIBS_opencl   = -lOpenCL

PALLAS_DEFINE_tpu    = -DPL_TARGET_TPU -ffp-contract=off
PALLAS_CFLAGS_tpu    = -ffp-contract=off
PALLAS_SETTINGS_tpu  = $(if $(CHIP),chip=$(CHIP))
