# program: tests/gdb/tour.c
# run: PALLAS=order=random,seed=5
# The same seed is the same run: twice the same programs in the same order, twice the same element.
source pallas.gdb
break tour_kernel
run
pl where
continue 4
pl where
tbreak tests/gdb/tour.c:29
continue
print r
print c
print element
run
pl where
continue 4
pl where
tbreak tests/gdb/tour.c:29
continue
print r
print c
print element
