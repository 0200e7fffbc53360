# program: tests/gdb/tour.c
# run: PALLAS=schedule=pipelined,copies=late
# The second session of docs/debugging.md: a row on its way from its buffer to the array.
source pallas.gdb
break tour_kernel
run
pl copies
delete
pl to 1 0
pl copies
print *(float (*)[4]) pl_->operand[3].array
print *(float (*)[4]) pl_->operand[3].slots[0].block
pl next
pl copies
print *(float (*)[4]) pl_->operand[3].array
