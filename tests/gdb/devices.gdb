# program: examples/collectives/right_permute.c
# run: PALLAS=copies=late
source pallas.gdb
set print thread-events off
break right_permute.c:21 if pl_->device->id == 2
run
pl devices
pl copies
pl where
kill
