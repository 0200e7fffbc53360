# program: tests/gdb/tour.c
# Who writes this element of an output's block? Software watchpoints: a machine may have none in hardware.
set can-use-hw-watchpoints 0
break tour_kernel if pl_->id[0] == 1 && pl_->id[1] == 2
run
print *z_ref
watch z[2]
continue
print c
