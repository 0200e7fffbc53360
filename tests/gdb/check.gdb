# program: tests/gdb/check.c
# A report stops gdb; where its last frames are is the C library's business, `pl up` goes to the line of ours.
source pallas.gdb
echo -- PL_CHECK: in the kernel\n
pipe run check | grep signal
pl up
pl where
print c
print x[r][c]
echo -- a block index past the end: in the call, before the kernel of that program\n
pipe run map | grep signal
pl up
pl where
echo -- an output block visited again\n
pipe run revisit | grep signal
pl up
pl where
echo -- a subscript past the end, which the compiler's check finds\n
pipe run subscript | grep signal
pl up
print c
print neighbour
continue
