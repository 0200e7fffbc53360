# program: tests/gdb/row_sums.c
# The session of docs/debugging.md: a report says that garbage came out; which program, which element, which line?
source pallas.gdb
pipe run | grep signal
pl up
pl where
pl ref sums
break row_sums_kernel if pl_->id[0] == 0 && pl_->id[1] == 1
run
pl operands
pl ref x
print x[0][4]
next
next
next
next
print column
advance 22
pl ref kept
break 19 if r == 0 && c == 5 && pl_->id[1] == 1
run
continue
print column
print n
print column <= n
