# program: tests/gdb/tour.c
# run: PALLAS=order=reverse
# Stop at one element of a PL_EACH, whatever the order in which it visits them.
break tests/gdb/tour.c:29 if r == 2 && c == 3 && pl_->id[0] == 0 && pl_->id[1] == 1
run
print r
print c
print element
print x[r][c]
next
print twice[r][c]
print r
print c
