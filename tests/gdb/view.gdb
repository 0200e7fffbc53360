# program: tests/gdb/check.c
# A view narrower than its block: its rows are as far apart as the block's, which pl ref knows.
source pallas.gdb
break 15 if pl_->id[0] == 1
run
pl ref x
pl ref left
print left[1][1]
