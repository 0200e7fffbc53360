# program: tests/gdb/tour.c
source pallas.gdb
break tour_kernel
run
pl copies
