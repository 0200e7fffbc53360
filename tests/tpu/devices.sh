#!/bin/sh
# devices.sh -- several devices on the modeled TPU: programs with JAX's results; reports of mistakes, which are those of interpret
# mode except for the step and for details that only interpret mode has (one mistake in three, by SEED; FULL=1: all); statistics
# of each device. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

# words FILE: prints the first report, without its step and program, and without slices, which the TPU does not name.
words() { sed -n '1{s/, step [0-9]*//;s/, program ([^)]*)//;s/\(x\|buf\)\[[0-9.]*\]/\1/g;p;}' "$1"; }

# A sample of the mistakes and settings, except with FULL=1: each mistake is reported in every order.
every="copies=early copies=late,devices=reverse copies=random,devices=random,seed=3"
number=0
for mistake in dev_mesh_of_another_size dev_deadlock_wait_first dev_deadlock_of_one dev_divergent_barrier dev_call_is_left_out \
    dev_calls_differ dev_shares_differ dev_scope_left dev_other_scope dev_send_is_not_arrival dma_overlapping \
    sem_wait_never_signalled sem_wait_too_many; do
    number=$((number + 1))
    sampled $number 3 || continue
    build "$work/wrong" tests/errors/$mistake.c || continue
    # shellcheck disable=SC2086 # words without spaces
    for settings in $(one_in 2 $every); do
        PALLAS=$settings timeout 60 "$work/wrong" >"$work/said" 2>&1
        if [ $? = 1 ] && [ "$(words "$work/said")" = "$(words tests/errors/$mistake.expected)" ]; then
            pass
        else
            fail "tests/errors/$mistake.c, $settings: another report than in interpret mode" "$work/said"
        fi
    done
done

# says FILE WORDS [ORDERS]: one test in three of a report that is the TPU's own; passes if it contains the words, in each of the
# orders.
says() {
    number=$((number + 1))
    sampled $number 3 || return 0
    build "$work/wrong" "tests/errors/$1.c" || return
    for settings in ${3:-copies=early}; do
        PALLAS=$settings timeout 60 "$work/wrong" >"$work/said" 2>&1
        if [ $? = 1 ] && grep -q -F -e "$2" "$work/said"; then pass; else fail "tests/errors/$1.c, $settings, does not say: $2" "$work/said"; fi
    done
}

# Which device reports a race depends on their order. Two copies on one semaphore: another one is late in another order.
says dev_recv_not_waited 'it is read by a copy here while the push of x to buf of device' "$every"
says dev_copy_into_read_buffer 'it is written by a push here while the push of x to buf of device' "$every"
says dev_send_buffer_overwritten 'buf was written while the push of buf to o of device' "$every"
says dev_tile_is_private 'a push to t: windows and tiles are private' "$every"
says ag_matmul_forwards_too_early 'it is read by a copy here while the push of lhs to buf of device' "$every"
says ag_matmul_no_flow_control 'it is written by a push here while the push of buf to buf of device' "$every"
says ag_matmul_one_semaphore 'it is read by a copy here while the push of lhs to buf of device' copies=late
says all_gather_one_semaphore 'it is read by a copy here while the push of o to o of device' copies=late
says dev_bad_device_id 'device 1: no device 2: there are 2, from 0'
says dev_barrier_count 'barrier semaphore 0 of device'
says dma_shapes_differ 'a copy of x [8][128] to buf [16][128]'
says sem_left_nonzero 'semaphore s is 1 at the end of the call'
says sem_scope_left_nonzero 'is 3 at the end of its scope'

# A window that is written back while a copy into it is in flight. pallasc rejects it, unless it does not know that the copy starts.
sed 's/pl_start(&now)/PL_WHEN (PL_NUM_PROGRAMS(0) > 2) pl_start(\&now)/' tests/errors/dma_across_steps.c >"$work/across.c"
if build "$work/wrong" "$work/across.c"; then
    for settings in $every; do
        PALLAS=$settings "$work/wrong" >"$work/said" 2>&1
        [ $? = 1 ] && grep -q 'the copy of x to o was started here, and at the end of this program it was never waited for' "$work/said"
        verdict $? "a copy into a window across steps, $settings" "$work/said"
    done
fi

# JAX's results, and each construct on its own, in every order.
for case in golden parts; do
    build "$work/$case" tests/conformance/collectives/$case.c || finish
    for settings in copies=early copies=late,devices=reverse copies=random,devices=random,seed=5; do
        if PALLAS=$settings "$work/$case" >"$work/said" 2>&1 && grep -q '^[1-9][0-9]* passed, 0 failed' "$work/said"; then
            pass
        else
            fail "conformance/collectives/$case.c, $settings" "$work/said"
        fi
    done
done

# The statistics of each device have its pushes and their destination.
build "$work/permute" examples/collectives/right_permute.c || finish
PALLAS=report "$work/permute" >"$work/all" 2>"$work/said"
for device in 0 1 2 3; do
    grep -q "right_permute_kernel, device $device: 1 steps" "$work/said"
    verdict $? "PALLAS=report has no page of device $device" "$work/said"
    if grep -q "link from device $device to $(((device + 1) % 4)): 1 pushes, 32768 bytes" "$work/said"; then
        pass
    else
        fail "PALLAS=report does not count the pushes of device $device" "$work/said"
    fi
done

# A chip runs it, and --explain describes its semaphores.
if PALLAS=chip=v5e "$work/permute" >"$work/said" 2>&1; then pass; else fail "right_permute, chip=v5e" "$work/said"; fi
"$PALLASC" -I. --explain --target=tpu examples/collectives/all_reduce.c -o "$work/explained.c" >"$work/said" 2>&1
for words in 'x  PL_IN   in HBM: the kernel copies parts of it' 'recv      counts bytes of copies  2 of them' 'capacity  counts signals' '  devices of a mesh'; do
    if grep -q "$words" "$work/said" && ! grep -q PL_ATOMIC "$work/said"; then pass; else fail "--explain does not say: $words" "$work/said"; fi
done

# --explain does not need a target for a PL_MESH.
"$PALLASC" -I. --explain examples/collectives/all_reduce.c >"$work/said" 2>&1 && grep -q '  devices of a mesh' "$work/said"
verdict $? "--explain without a target rejects a PL_MESH" "$work/said"

# A wrong value of the setting devices.
if PALLAS=devices=sideways "$work/permute" >"$work/said" 2>&1 || ! grep -q 'devices=sideways is not valid; use forward|reverse|random' "$work/said"; then
    fail "PALLAS=devices=sideways is accepted" "$work/said"
else
    pass
fi

# A missing wait is reported, because nothing waits for its copy.
sed '/pl_dma_wait_recv/d' "$work/permute.tpu.c" >"$work/wrong.tpu.c"
$CC -std=c11 -w -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/wrong" examples/collectives/right_permute.c "$work/wrong.tpu.c" -lm || exit 2
for copies in early late; do
    PALLAS=copies=$copies "$work/wrong" >"$work/said" 2>&1
    [ $? != 0 ] && grep -q 'error: call right_permute' "$work/said"
    verdict $? "a missing wait is not reported, copies=$copies" "$work/said"
done

# A pipeline fetches a step ahead, into the free slot. A missing wait, or a fetch into the slot in use, is detected.
# mutant SED COPIES: one test; passes if the changed program fails.
build "$work/nested" examples/collectives/nested_matmul.c || finish
mutant() {
    sed "$1" "$work/nested.tpu.c" >"$work/wrong.tpu.c"
    if cmp -s "$work/nested.tpu.c" "$work/wrong.tpu.c"; then
        fail "nested_matmul: nothing to change by $1"
        return
    fi
    $CC -std=c11 -w -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/wrong" examples/collectives/nested_matmul.c "$work/wrong.tpu.c" -lm || exit 2
    if PALLAS=copies=$2 "$work/wrong" >"$work/said" 2>&1; then fail "nested_matmul, copies=$2, passes with $1" "$work/said"; else pass; fi
}
mutant 's/if (x_is_new)/if (0)/' late
mutant 's/if (x_is_new)/if (0)/' early
mutant 's/1 - y_slot/y_slot/' early
mutant 's/PL_PICK(1 - z_slot)/PL_PICK(z_slot)/' late
mutant 's/x_is_new = x_varies/x_is_new = 0/' late
finish
