# program: tests/gdb/tour.c
# Without the pipelined schedule no copy is ever under way, and pl copies says which setting has them.
source pallas.gdb
break tour_kernel
run
pl copies
