# program: tests/gdb/tour.c
# A breakpoint in one program, by what PL_PROGRAM_ID and PL_AXIS give.
break tour_kernel if pl_->id[0] == 1 && pl_->id[1] == 2
run
print pl_->id[0]
print pl_->id[1]
print pl_->axis[0].name
print pl_now_ == pl_
print ((struct pl_window *)pl_window_of_x)->start[0]
print ((struct pl_window *)pl_window_of_x)->start[1]
print ((struct pl_window *)pl_window_of_x)->inside
print pl_->operand[1].shape[0]
echo -- once only\n
continue
