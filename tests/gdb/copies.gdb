# program: tests/gdb/tour.c
# run: PALLAS=schedule=pipelined,copies=late
# What pl copies says of the first program, of one in the middle, and of the last, where none is under way.
source pallas.gdb
break tour_kernel
run
delete
pl where
pl copies
pl ref x
pl to 0 2
pl copies
pl to 4 2
pl copies
