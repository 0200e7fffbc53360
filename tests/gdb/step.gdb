# program: tests/gdb/tour.c
# next goes from line to line of a kernel, step into the program's own functions, and past those of pallas.h.
source pallas.gdb
break tour_kernel if pl_->id[0] == 2 && pl_->id[1] == 0
run
step
next
next
next
print element
next
print r
print c
advance 31
next
step
finish
next
echo -- by step from the last line of a program to the first of the next\n
advance 35
next
step
step
pl where
