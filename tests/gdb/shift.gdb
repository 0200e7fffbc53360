# program: tests/gdb/shift.c
# A kernel reads past its block: the report, and the element that did it. docs/debugging.md has the sanitizers' word.
source pallas.gdb
pipe run | grep signal
pl up
pl where
break 10 if c == 3
run
pl ref x
print x[c]
print x[c + 1]
