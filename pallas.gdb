# pallas.gdb -- commands of gdb that know what a grid, a block and a copy under way are. `pl help` lists them.
#
#   gdb -x pallas.gdb ./program          or, in gdb:   source pallas.gdb
#
# gdb 10 or later, in its own language, for programs that include pallas.h and were built with -g or -g3. The commands
# read struct pl_call, struct pl_operand, struct pl_window and struct pl_flight ("The interpreter: what a call is", in
# pallas.h) and call nothing in the program: all but `to` and `next` work on core files too. docs/debugging.md shows
# them at work, tests/gdb/ tries each.
#
# Names that begin with pl_ and $pl_ are internal. gdb's language cannot ask whether a name exists; but `frame apply -s`
# swallows the error when it does not. It visits every frame: the selected one is known by its stack pointer.

# `step` enters functions of the program and passes over those of pallas.h.
pipe skip -gfi pallas.h | cat >/dev/null

# The arguments of a kernel are pointers, three for each ref: `info args` lists them, a stop says that there are some.
set print frame-arguments presence

# ---- The call ---------------------------------------------------------------------------------------------

define pl_try_now_
    set $pl_c = pl_now_
end

define pl_try_kernel_
    if $sp == $pl_sp
        set $pl_c = pl_
    end
end

define pl_try_checks_
    set $pl_checks = $pl_c->set.check >= 0
end

# Sets $pl_c to the call that runs, or to 0 and says so; $pl_checks to 0 when it was built without. A kernel's frame has
# the call as a parameter; elsewhere it is a variable of the thread, which gdb can read where there is libthread_db.
define pl_find_
    set $pl_c = 0
    set $pl_checks = 0
    if $_thread
        set $pl_sp = $sp
        frame apply 1 -q -s pl_try_now_
        frame apply all -q -s pl_try_kernel_
    end
    if $pl_c
        frame apply 1 -q -s pl_try_checks_
    else
        printf "no call is running here\n"
    end
end

# ---- Words for enums and settings -------------------------------------------------------------------------

define pl_say_kind_
    if $arg0 == PL_KIND_PREFETCH_
        printf "prefetch"
    end
    if $arg0 == PL_KIND_IN_
        printf "in"
    end
    if $arg0 == PL_KIND_OUT_
        printf "out"
    end
    if $arg0 == PL_KIND_INOUT_
        printf "inout"
    end
    if $arg0 == PL_KIND_SCRATCH_
        printf "scratch"
    end
end

define pl_say_order_
    if $arg0 == 0
        printf "order=seq"
    end
    if $arg0 == 1
        printf "order=reverse"
    end
    if $arg0 == 2
        printf "order=random,seed=%llu", $pl_c->set.seed
    end
end

define pl_say_schedule_
    if !$pl_c->set.pipelined
        printf "schedule=sequential"
    else
        printf "schedule=pipelined,copies="
        if $pl_c->set.copies == 0
            printf "early"
        end
        if $pl_c->set.copies == 1
            printf "late"
        end
        if $pl_c->set.copies == 2
            printf "random,seed=%llu", $pl_c->set.seed
        end
    end
end

define pl_say_pass_
    if $arg0 == 0
        printf "pass 0, the one whose results stay"
    end
    if $arg0 == 1
        printf "pass 1, the same again with other garbage and in the other order"
    end
    if $arg0 == 2
        printf "pass 2, with the garbage of pass 0 and in the order of pass 1"
    end
end

# ---- Dims -------------------------------------------------------------------------------------------------

# "[128][64]": the first $arg1 elements of the array $arg0.
define pl_say_dims_
    set $pl_d = 0
    while $pl_d < $arg1
        printf "[%ld]", $arg0[$pl_d]
        set $pl_d = $pl_d + 1
    end
end

# "(i=1 of 2, j=0 of 2)"
define pl_say_program_
    set $pl_a = 0
    printf "("
    while $pl_a < $pl_c->axes
        if $pl_a
            printf ", "
        end
        printf "%s=%ld of %ld", $pl_c->axis[$pl_a].name, $pl_c->at[$pl_a], $pl_c->axis[$pl_a].extent
        set $pl_a = $pl_a + 1
    end
    printf ")"
end

# Which elements of the window $pl_w lie inside its array.
define pl_say_inside_
    set $pl_all = 1
    set $pl_some = 1
    set $pl_d = 0
    while $pl_d < $pl_w->rank
        if $pl_w->inside[$pl_d][0] > 0 || $pl_w->inside[$pl_d][1] < $pl_w->dim[$pl_d]
            set $pl_all = 0
        end
        if $pl_w->inside[$pl_d][0] >= $pl_w->inside[$pl_d][1]
            set $pl_some = 0
        end
        set $pl_d = $pl_d + 1
    end
    if $pl_all
        printf "all inside"
    else
        if !$pl_some
            printf "all padding"
        else
            printf "inside: "
            set $pl_d = 0
            while $pl_d < $pl_w->rank
                printf "[%ld..%ld]", $pl_w->inside[$pl_d][0], $pl_w->inside[$pl_d][1] - 1
                set $pl_d = $pl_d + 1
            end
            printf ", the rest is padding"
        end
    end
end

# Where the window $pl_w lies. That of an operand knows its place in all dims of the array, also in those that the block
# spec dropped; a view knows its own.
define pl_say_place_
    set $pl_o = $pl_w->operand
    if !$pl_o
        printf "a tile of the body"
    else
        if $pl_o->kind == PL_KIND_SCRATCH_
            printf "scratch of the call"
        else
            if $pl_o->window.at == $pl_w->at && $pl_o->window.rank == $pl_w->rank
                printf "begins at "
                pl_say_dims_ $pl_o->box.start $pl_o->rank
            else
                printf "a view, begins at "
                pl_say_dims_ $pl_w->start $pl_w->rank
                if $pl_w->rank < $pl_o->rank
                    printf " of the last dims"
                end
            end
            printf " of %s ", $pl_o->name
            pl_say_dims_ $pl_o->shape $pl_o->rank
            printf "; "
            pl_say_inside_
        end
    end
end

# ---- Values -----------------------------------------------------------------------------------------------

# One small float, from its bits: $pl_e exponent bits, $pl_m mantissa bits.
define pl_say_small_
    set $pl_top = (1 << $pl_e) - 1
    set $pl_exponent = ($arg0 >> $pl_m) & $pl_top
    set $pl_fraction = $arg0 & ((1 << $pl_m) - 1)
    set $pl_sign = 1.0
    if ($arg0 >> ($pl_e + $pl_m)) & 1
        set $pl_sign = -1.0
    end
    # e4m3 has no infinity and one NaN.
    set $pl_special = $pl_exponent == $pl_top
    if $pl_e == 4 && $pl_fraction != 7
        set $pl_special = 0
    end
    if $pl_special
        if $pl_fraction
            printf "nan(0x%x)", $pl_fraction
        else
            printf "%g", $pl_sign * 1e300 * 1e300
        end
    else
        set $pl_v = $pl_sign * $pl_fraction / (1 << $pl_m)
        if $pl_exponent
            set $pl_v = $pl_v + $pl_sign
        else
            set $pl_exponent = 1
        end
        set $pl_exponent = $pl_exponent - ($pl_top >> 1)
        while $pl_exponent > 0
            set $pl_v = $pl_v * 2
            set $pl_exponent = $pl_exponent - 1
        end
        while $pl_exponent < 0
            set $pl_v = $pl_v / 2
            set $pl_exponent = $pl_exponent + 1
        end
        printf "%g", $pl_v
    end
end

define pl_is_small_
    set $pl_small = $pl_w->type == PL_F16_ || $pl_w->type == PL_BF16_
    set $pl_small = $pl_small || $pl_w->type == PL_E4M3_ || $pl_w->type == PL_E5M2_
    set $pl_e = 5
    set $pl_m = 10
    if $pl_w->type == PL_BF16_
        set $pl_e = 8
        set $pl_m = 7
    end
    if $pl_w->type == PL_E4M3_
        set $pl_e = 4
        set $pl_m = 3
    end
    if $pl_w->type == PL_E5M2_
        set $pl_m = 2
    end
end

# $pl_n elements at $pl_at, which gdb would show as structs of bits.
define pl_say_small_row_
    set $pl_k = 0
    printf "{"
    while $pl_k < $pl_n && ($pl_k < $pl_most || !$pl_most)
        if $pl_k
            printf ", "
        end
        pl_say_small_ ($pl_at[$pl_k].bits)
        set $pl_k = $pl_k + 1
    end
    if $pl_k < $pl_n
        printf "..."
    end
    printf "}"
end

# Row number $pl_r of the window $pl_w, whose elements have the type that $pl_first points to: its indices in all dims
# but the last, its values, and whether it lies outside the array.
define pl_say_row_
    set $pl_at = (char *) $pl_w->at
    set $pl_outside = 0
    set $pl_rest = $pl_r
    set $pl_over = $pl_rows
    set $pl_d = 0
    while $pl_d < $pl_w->rank - 1
        set $pl_over = $pl_over / $pl_w->dim[$pl_d]
        set $pl_k = $pl_rest / $pl_over
        set $pl_rest = $pl_rest % $pl_over
        set $pl_at = $pl_at + $pl_k * $pl_w->stride[$pl_d]
        if $pl_k < $pl_w->inside[$pl_d][0] || $pl_k >= $pl_w->inside[$pl_d][1]
            set $pl_outside = 1
        end
        printf "[%ld]", $pl_k
        set $pl_d = $pl_d + 1
    end
    if $pl_d
        printf " "
    end
    # Counted in elements, so that the pointer keeps the type of $pl_first.
    set $pl_at = $pl_first + ($pl_at - (char *) $pl_w->at) / (long) $pl_w->element
    if $pl_small
        pl_say_small_row_
    else
        output *$pl_at@$pl_n
    end
    if $pl_outside
        printf " (padding)"
    end
    printf "\n"
end

# The window's values, a row a line.
define pl_say_values_
    pl_is_small_
    set $pl_n = $pl_w->dim[$pl_w->rank - 1]
    set $pl_most = $_gdb_setting("print elements")
    set $pl_rows = 1
    set $pl_d = 0
    while $pl_d < $pl_w->rank - 1
        set $pl_rows = $pl_rows * $pl_w->dim[$pl_d]
        set $pl_d = $pl_d + 1
    end
    set $pl_r = 0
    while $pl_r < $pl_rows && ($pl_r * $pl_n < $pl_most || !$pl_most)
        pl_say_row_
        set $pl_r = $pl_r + 1
    end
    if $pl_r < $pl_rows
        printf "...\n"
    end
end

# ---- Commands ---------------------------------------------------------------------------------------------

define pl
    pl help
end
define-prefix pl
document pl
Look at a call of Pallas: its grid, its blocks, its copies. `pl help` lists the commands.
end

define pl help
    printf "pl where            the call, the program (its index on each axis), the step, the schedule\n"
    printf "pl operands         each operand of the call with the block that is there, a line each\n"
    printf "pl ref NAME         a ref, a tile, a view: its type, its place in the array, its values\n"
    printf "pl copies           the copies in flight: PL_COPY's, and those of PALLAS=schedule=pipelined\n"
    printf "pl devices          each device of the call: where it is, or what it waits for\n"
    printf "pl to I [J [K...]]  continue to program (I, J, K...) of this kernel\n"
    printf "pl next             continue to the next program of this kernel\n"
    printf "pl up               select your own line: in the kernel, or else of the call\n"
    printf "And in gdb itself, in a kernel:\n"
    printf "break KERNEL if pl_->id[0] == 1 && pl_->id[1] == 0      id[a] is what PL_PROGRAM_ID(a) gives\n"
    printf "print *x_ref        the block of x; x[1][2] is an element\n"
end
document pl help
List the commands for Pallas.
end

define pl where
    pl_find_
    if $pl_c
        printf "call %s (%s:%d), kernel %s\n", $pl_c->name, $pl_c->file, $pl_c->line, $pl_c->kernel
        if $pl_c->step < 0 || $pl_c->step >= $pl_c->steps
            printf "between programs; there are %ld\n", $pl_c->steps
        else
            printf "program "
            pl_say_program_
            printf ", step %ld of %ld\n", $pl_c->step, $pl_c->steps
        end
        if !$pl_checks
            printf "built with PL_CHECKS=0\n"
        else
            pl_say_schedule_
            printf ", "
            pl_say_order_ $pl_c->each_order
            printf "; "
            if $pl_c->mapping
                printf "the index maps of all programs are read first"
            else
                pl_say_pass_ $pl_c->pass
            end
            printf "\n"
        end
    end
end
document pl where
Say which program this is: the call and its kernel, the index on each axis, the step.
A step is counted from 0, in the order in which programs run. Then come the schedule and which run over the grid this
is: check=twin makes two, and a third to find the cause.
end

define pl operands
    pl_find_
    if $pl_c
        set $pl_i = 0
        while $pl_i < $pl_c->operands
            set $pl_w = &$pl_c->operand[$pl_i].window
            if $pl_c->operand[$pl_i].kind != PL_KIND_SCALAR_
                printf "%-8s ", $pl_c->operand[$pl_i].name
                pl_say_kind_ $pl_c->operand[$pl_i].kind
                printf " %s ", $pl_c->operand[$pl_i].type
                if $pl_w->at && $pl_w->operand
                    pl_say_dims_ $pl_w->dim $pl_w->rank
                    printf ", "
                    pl_say_place_
                    printf "\n"
                else
                    printf "(no block yet)\n"
                end
            end
            set $pl_i = $pl_i + 1
        end
    end
end
document pl operands
List the operands, each with the block that this program sees.
A line has the operand's name in PL_CALL, what it is, its block, where that begins in its array, and which part of it
lies inside. Scalars are left out: see `info args`.
end

define pl_try_ref_
    if $sp == $pl_sp
        set $pl_w = (struct pl_window *)pl_window_of_$arg0
        set $pl_named = 1
    end
end

# The operand that PL_CALL names so. gdb's own string functions need Python.
define pl_try_operand_
    set $pl_name = "$arg0"
    set $pl_i = 0
    while $pl_i < $pl_c->operands && !$pl_w
        set $pl_text = $pl_c->operand[$pl_i].name
        set $pl_k = 0
        while $pl_text && $pl_k < sizeof($pl_name) - 1 && $pl_text[$pl_k] == $pl_name[$pl_k]
            set $pl_k = $pl_k + 1
        end
        if $pl_text && $pl_text[$pl_k] == 0 && $pl_name[$pl_k] == 0
            set $pl_w = &$pl_c->operand[$pl_i].window
        end
        set $pl_i = $pl_i + 1
    end
end

# The type of $arg0's elements and, in $pl_first, a pointer to the first. An operand knows its type as text; of a tile
# it is taken from its name. (Text is better where it is there: clang's debug information lacks extents known at run
# time.)
define pl_say_type_
    if $pl_w->operand
        eval "set $pl_first = (%s *) %p", $pl_w->operand->type, $pl_w->at
    else
        set $pl_first = &(*$arg0_ref)[0]
        set $pl_d = 1
        while $pl_d < $pl_w->rank
            set $pl_first = &(*$pl_first)[0]
            set $pl_d = $pl_d + 1
        end
    end
    whatis *$pl_first
end

define pl ref
    if $argc != 1
        printf "which? pl ref NAME\n"
    else
        pl_find_
        set $pl_w = (struct pl_window *) 0
        set $pl_named = 0
        if $pl_c
            frame apply all -q -s pl_try_ref_ $arg0
            if !$pl_named
                pl_try_operand_ $arg0
            end
            if !$pl_w || !$pl_w->at
                printf "there is no ref, tile or view $arg0 here, and no operand with a block\n"
            else
                printf "$arg0"
                pl_say_dims_ $pl_w->dim $pl_w->rank
                printf ", rank %d, ", $pl_w->rank
                pl_say_type_ $arg0
                pl_say_place_
                printf "\n"
                pl_say_values_
            end
        end
    end
end
document pl ref
Show a ref, a PL_TILE or a PL_VIEW: its type, its place in its array, its values.
Usage: pl ref NAME. Outside a kernel NAME is an operand of the call. It shows as many values as `set print elements N`
says, a row a line; `print *NAME_ref` shows them as gdb does.
end

define pl copies
    pl_find_
    if $pl_c
        if !$pl_checks
            printf "built with PL_CHECKS=0: nothing is copied while programs run\n"
        else
            pl_say_transfers_
            if !$pl_c->set.pipelined && !$pl_found
                printf "schedule=sequential: copies are done when a program begins; see PALLAS=schedule=pipelined\n"
            end
            if $pl_c->set.pipelined
                printf "%ld under way in step %ld\n", $pl_c->flight_count, $pl_c->step
            end
            set $pl_f = 0
            while $pl_f < $pl_c->flight_count
                pl_say_copy_ $pl_c->flights[$pl_f]
                set $pl_f = $pl_f + 1
            end
        end
    end
end
document pl copies
List the pipelined copies that were started and have not landed.
Each with its block and its buffer, which way it goes, when it was started, and which steps see the block.
end

# The copies that programs started, between which places; sets $pl_found to how many.
define pl_say_transfers_
    set $pl_found = 0
    set $pl_t = (struct pl_transfer *) 0
    if $pl_c->device
        set $pl_t = $pl_c->device->group->transfers
    end
    while $pl_t
        set $pl_found = $pl_found + 1
        if $pl_t->send
            printf "push of %s of device %d to %s of device %d", $pl_t->src_text, $pl_t->from->id, $pl_t->dst_text, $pl_t->to->id
        else
            printf "copy of %s to %s", $pl_t->src_text, $pl_t->dst_text
        end
        printf ", %lu bytes, started at %s:%d", $pl_t->bytes, $pl_t->spot.file, $pl_t->spot.line
        if $pl_t->read && $pl_t->send
            printf ", source read"
        end
        if $pl_t->written
            printf ", arrived"
        end
        printf "\n"
        set $pl_t = $pl_t->next
    end
end

define pl_say_semaphore_
    if $arg0->index < 0
        printf "%s", $arg0->name
    else
        printf "%s[%ld]", $arg0->name, $arg0->index
    end
end

define pl devices
    pl_find_
    if $pl_c
        if !$pl_c->device
            printf "one device, and nothing has asked for it\n"
        else
            set $pl_g = $pl_c->device->group
            set $pl_k = 0
            while $pl_k < $pl_g->n
                printf "device %d ", $pl_k
                set $pl_s = $pl_g->device[$pl_k].state
                if $pl_k == $pl_c->device->id
                    printf "runs program "
                    pl_say_program_
                else
                    if $pl_s == PL_RUNS_
                        printf "may go on"
                    end
                    if $pl_s == PL_WAITS_
                        printf "waits at %s:%d for ", $pl_g->device[$pl_k].spot.file, $pl_g->device[$pl_k].spot.line
                        pl_say_semaphore_ $pl_g->device[$pl_k].waits
                        printf ", which is %lld of %lld", $pl_g->device[$pl_k].waits->count, $pl_g->device[$pl_k].needs
                    end
                    if $pl_s == PL_AT_RENDEZVOUS_
                        printf "%s", $pl_g->device[$pl_k].rendezvous
                    end
                    if $pl_s == PL_RETURNED_
                        printf "has returned"
                    end
                end
                printf "\n"
                set $pl_k = $pl_k + 1
            end
        end
    end
end
document pl devices
List the devices that make this call together.
The one that runs, with its program; of each other one where it waits, for which semaphore, and count of count.
To stop on one device: break KERNEL if pl_->device->id == 1
end

define pl_say_copy_
    set $pl_o = $arg0.operand
    printf "%-8s ", $pl_o->name
    if $arg0.out
        printf "buffer %ld of %ld -> ", $arg0.visit % $pl_o->slot_count, $pl_o->slot_count
    end
    printf "block at "
    pl_say_dims_ $pl_o->visits[$arg0.visit].box.start $pl_o->rank
    if !$arg0.out
        printf " -> buffer %ld of %ld", $arg0.visit % $pl_o->slot_count, $pl_o->slot_count
    end
    printf ", started in step %ld, block of steps %ld to %ld\n", $arg0.step, $pl_o->visits[$arg0.visit].first, \
        $pl_o->visits[$arg0.visit].last
end

# ---- Moving -----------------------------------------------------------------------------------------------

# Continues to the breakpoint that was just set, which then goes away, and says where that is.
define pl_continue_
    set $pl_stop = $bpnum
    continue
    eval "delete %d", $pl_stop
    if $_thread
        pl_find_
        if $pl_c
            printf "program "
            pl_say_program_
            printf "\n"
        end
    end
end

define pl next
    pl_find_
    if $pl_c
        eval "pipe break %s | cat >/dev/null", $pl_c->kernel
        pl_continue_
    end
end
document pl next
Continue to the next program of this kernel.
Next in the order in which they run; none of its lines has run yet.
end

# Adds to the condition: index $arg0 on axis $pl_a.
define pl_and_
    if $arg0 < 0 || $arg0 >= $pl_c->axis[$pl_a].extent
        printf "%s=%ld: there are %ld\n", $pl_c->axis[$pl_a].name, (long) ($arg0), $pl_c->axis[$pl_a].extent
        set $pl_right = 0
    end
    eval "set $pl_if = \"%s && pl_->at[%d] == %ld\"", $pl_if, $pl_a, (long) ($arg0)
    set $pl_a = $pl_a + 1
end

define pl to
    pl_find_
    if $pl_c
        set $pl_a = 0
        set $pl_right = $argc == $pl_c->axes
        set $pl_if = "1"
        if !$pl_right
            printf "which program? pl to"
            while $pl_a < $pl_c->axes
                printf " %s", $pl_c->axis[$pl_a].name
                set $pl_a = $pl_a + 1
            end
            printf "\n"
        end
        if $pl_right && $argc > 0
            pl_and_ $arg0
        end
        if $pl_right && $argc > 1
            pl_and_ $arg1
        end
        if $pl_right && $argc > 2
            pl_and_ $arg2
        end
        if $pl_right && $argc > 3
            pl_and_ $arg3
        end
        if $pl_right && $argc > 4
            pl_and_ $arg4
        end
        if $pl_right && $argc > 5
            pl_and_ $arg5
        end
        if $pl_right && $argc > 6
            pl_and_ $arg6
        end
        if $pl_right && $argc > 7
            pl_and_ $arg7
        end
        if $pl_right
            eval "pipe break %s if %s | cat >/dev/null", $pl_c->kernel, $pl_if
            pl_continue_
        end
    end
end
document pl to
Continue to the program of this kernel with these indices.
Usage: pl to I [J [K...]], an index for each axis that `pl where` lists. A program that has run already is met again in
the next pass or call, if there is one.
end

define pl_try_own_
    eval "select-frame function %s", $pl_name
    set $pl_own = 1
end

define pl up
    pl_find_
    if $pl_c
        set $pl_own = 0
        set $pl_name = $pl_c->kernel
        frame apply 1 -q -s pl_try_own_
        if !$pl_own
            set $pl_name = $pl_c->name
        end
        printf "in %s, of %s:\n", $pl_name, $pl_c->file
        eval "with print address off -- with print frame-info source-line -- frame function %s", $pl_name
    end
end
document pl up
Select the frame that stands on a line of yours: the kernel's or, between programs, the call's.
A report of the checks stops in pallas.h; this goes to where it came from.
end
