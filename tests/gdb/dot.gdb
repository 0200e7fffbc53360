# program: tests/gdb/dot.c
# compilers: gcc clang
# A breakpoint by a kernel's name stops behind the prologue, where its arguments have their values, in a file with PL_DOT too.
break scale_kernel if pl_->id[0] == 1
break square_kernel
run
print by
print x[0]
print pl_->id[0]
print *x_ref
continue
print x[1][2]
print pl_now_ == pl_
