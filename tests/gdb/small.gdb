# program: tests/gdb/small.c
# pl ref shows small floats as numbers; the last three are what small.c says of the smallest ones.
source pallas.gdb
break 27
run
print bf16[0]
pl ref f16
pl ref bf16
pl ref e4m3
pl ref e5m2
print 1.0 / (1 << 24)
print 1.0 / (1 << 9)
print 1.0 / (1 << 16)
