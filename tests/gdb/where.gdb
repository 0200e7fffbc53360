# program: tests/gdb/tour.c
# The commands of pallas.gdb that say where we are and go elsewhere.
source pallas.gdb
pl help
echo \n-- before anything runs\n
pl where
break main
run
echo \n-- outside a call\n
pl where
pl ref x
delete
echo \n-- in the first program\n
break tour_kernel
continue
pl where
pl operands
echo \n-- the breakpoint gone, on to a program and to the next\n
delete
pl to 1 2
pl operands
pl next
pl where
info breakpoints
echo \n-- no such program\n
pl to 1
pl to 1 3
pl to 0-1 0
echo \n-- one that has run: the call comes to its end\n
pl to 0 0
