# program: tests/gdb/tour.c
# run: PALLAS=schedule=pipelined,copies=late
# Copies under way: a block that comes is fetched while the program before it runs, one that was left goes out during
# the next.
source pallas.gdb
break tour_kernel
run
delete
pl where
pl copies
pl ref x
pl to 0 2
pl copies
pl next
pl copies
echo -- the array does not have the row yet; its buffer does\n
print *(float (*)[4]) pl_->operand[3].array
print *(float (*)[4]) pl_->operand[3].slots[0].block
pl next
pl copies
pl to 2 2
pl copies
