#!/bin/sh
# device.sh TARGET -- prints what my.tune calls this machine's device: DEVICE, if it is set; for tpu the chip (CHIP); for cuda
# the GPU, or "emulator"; else the CPU. For OpenCL on another device than the CPU, set DEVICE.
if [ -n "${DEVICE:-}" ]; then echo "$DEVICE"; exit; fi
case $1 in
tpu) echo "${CHIP:-}" ;;
cuda) nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1 | grep . || echo emulator ;;
*) sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1 | grep . || uname -m ;;
esac
