# program: tests/gdb/tour.c
# A block has its rank: print *x_ref, an element, a row; its place in the array; tiles, views, small floats.
source pallas.gdb
break add_rows if pl_now_->at[0] == 1 && pl_now_->at[1] == 1
run
echo -- in a helper\n
print *rows_ref
whatis *rows_ref
pl where
pl ref rows
pl ref sum
echo -- one frame up, in the kernel\n
up
whatis *x_ref
print *x_ref
print x[1][2]
print *z_ref
pl ref x
pl ref twice
pl ref lower
pl ref total
pl ref z
pl ref order
pl ref w
print w[0]
echo -- as many values as gdb prints\n
with print elements 6 -- pl ref x
with print elements 2 -- pl ref w
echo -- no such ref, no ref, no name\n
pl ref element
pl ref r
pl ref
echo -- below the kernel operands are known by their name in PL_CALL\n
delete
pipe break pl_each_ | cat >/dev/null
pipe continue | cat >/dev/null
pl ref x
pl ref total
pl ref other
pl up
