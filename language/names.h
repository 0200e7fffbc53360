/* Members and variables of this file have short names, n and size, which a program may have for macros. Such macros are
   put aside here, to the last lines; what the macros of this file leave in a program has reserved names alone.
   sh tests/tools/names.sh -u pallas.h writes the list. Parse mode has none of these names, and reads the list slowly. */
#ifndef __PALLASC__
#define PL_PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define PL_PUSH_(name) PL_PRAGMA_(push_macro(#name))
#define PL_POP_(name) PL_PRAGMA_(pop_macro(#name))
#define PL_ASIDE_(each) \
    each(a) each(a0) each(a1) each(a10) each(a11) each(a12) each(a13) each(a14) each(a15) each(a16) each(a17) \
    each(a18) each(a19) each(a2) each(a20) each(a21) each(a22) each(a23) each(a24) each(a25) each(a26) each(a27) \
    each(a28) each(a29) each(a3) each(a30) each(a31) each(a32) each(a33) each(a34) each(a35) each(a36) each(a37) \
    each(a38) each(a39) each(a4) each(a40) each(a41) each(a42) each(a43) each(a44) each(a45) each(a46) each(a47) \
    each(a48) each(a49) each(a5) each(a50) each(a51) each(a52) each(a53) each(a54) each(a55) each(a56) each(a57) \
    each(a58) each(a59) each(a6) each(a60) each(a61) each(a62) each(a63) each(a64) each(a7) each(a8) each(a9) \
    each(able) each(abort) each(acc) each(access) each(access_capacity) each(accesses) each(acos) each(acosh) \
    each(address) each(after) each(ahead) each(alias) each(aliased) each(aligned_alloc) each(alike) each(all) \
    each(amount) each(any) each(apart) each(arena) each(arg) each(args) each(array) each(array_stride) \
    each(arrived) each(as) each(asin) each(asinh) each(asked) each(at) each(atan) each(atan2) each(atanh) \
    each(atexit) each(atomic) each(axes) each(axis) each(b) each(back) each(bad_address) each(barrier) each(base) \
    each(batch_axis) each(batched) each(batches) each(before) each(before_settling) each(began) each(begin_devices) \
    each(behind) each(between) each(bf) each(bf16) each(bias) each(bits) each(block) each(block_stride) \
    each(blocks) each(body) each(box) each(bs) each(buffered) each(buffers) each(by) each(bytes) each(c) each(call) \
    each(called) each(caller) each(calloc) each(capacity) each(cbrt) each(ceil) each(cell) each(cells) each(check) \
    each(check_settled) each(check_step) each(chip) each(chips) each(chosen) each(chosen_) each(clock) \
    each(close_group) each(closing) each(code) each(column) each(columns) each(comes) each(coming) each(condition) \
    each(constant) each(contiguous) each(copied) each(copies) each(copy) each(copysign) each(cos) each(cosf) \
    each(cosh) each(count) each(d) each(damaged) each(data) each(dense) each(deposit) each(deposit_capacity) \
    each(deposits) each(depth) each(device) each(devices) each(differs) each(digest) each(dim) each(dims) \
    each(direct) each(distance) each(dma) each(double_) each(draw_capacity) each(draw_count) each(draw_heads) \
    each(draws) each(dst) each(dst_text) each(dst_window) each(dtype) each(e) each(each_at) each(each_depth) \
    each(each_order) each(earlier) each(edge) each(element) each(empty) each(end) each(end_pass) each(ends) \
    each(erf) each(erfc) each(erff) each(error) each(event) each(event_capacity) each(events) each(exact) each(exp) \
    each(exp2) each(exp2f) each(expected) each(expf) each(expm) each(expm1) each(exponent) each(extent) each(f) \
    each(f16) each(f32) each(f64) each(fabs) each(fact) each(factor) each(failed) each(far) each(fclose) each(fdim) \
    each(fgets) each(file) each(first) each(fixed) each(flight) each(flight_capacity) each(flight_count) \
    each(flights) each(float_) each(floats) each(floor) each(fma) each(fmaf) each(fmax) each(fmin) each(fmod) \
    each(footprint) each(fopen) each(format) each(found) each(fprintf) each(fputs) each(free) each(free_scope) \
    each(free_slot) each(frexp) each(frexpf) each(from) each(from_type) each(full) each(g) each(gap) each(gaps) \
    each(garbage) each(getenv) each(given) each(gone) each(group) each(guard) each(half) each(handle) each(handles) \
    each(hash) each(head) each(heap) each(here) each(hi) each(high) each(hint) each(host) each(hypot) each(i) \
    each(i16) each(i32) each(i64) each(i64_) each(id) each(ids) each(ilogb) each(ilogbf) each(in_arena) \
    each(in_front) each(in_place) each(in_scope) each(index) each(infinity) each(init) each(init_value) each(inner) \
    each(inside) each(int_) each(intact) each(is_array) each(is_const) each(is_signed) each(items) each(j) \
    each(jmp_buf) each(k) each(kept) each(kernel) each(kernel_line) each(key) each(kind) each(kinds) each(known) \
    each(l) each(large) each(last) each(lda) each(ldb) each(ldc) each(ldexp) each(ldexpf) each(least) \
    each(leave_group) each(left) each(left_in_HBM_copy_it_first_with_PL_COPY) each(length) each(lgamma) each(like) \
    each(limit) each(line) each(linear) each(link) each(list) each(llrint) each(llrintf) each(llround) \
    each(llroundf) each(lo) each(local) each(lock) each(log) each(log10) each(log1p) each(log2) each(log2f) \
    each(logb) each(logf) each(lone) each(long_) each(longjmp) each(lookahead) each(looks) each(low) each(lrint) \
    each(lrintf) each(lround) each(lroundf) each(m) each(malloc) each(mantissa) each(map) each(map_dim) \
    each(map_text) each(mapping) each(maps) each(mark) each(marks) each(mask) each(may) each(may_init) each(me) \
    each(members) each(memcmp) each(memcpy) each(memmove) each(memory) each(memset) each(mesh) each(mesh_axis) \
    each(message) each(microseconds) each(mine) each(missing) each(modf) each(modff) each(more) each(most) \
    each(moved) each(moved_capacity) each(moves) each(moving) each(n) each(name) each(named) each(nameless) \
    each(nan) each(nanf) each(nans) each(narrowed) each(nearbyint) each(needs) each(news) each(next) \
    each(nextafter) each(none) each(not_yet) each(notes) each(now) each(ns) each(number) each(o) each(of) \
    each(offset) each(old) each(omp_get_max_threads) each(omp_get_num_threads) each(omp_get_thread_num) each(on) \
    each(one) each(op) each(operand) each(operand_semaphores) each(operands) each(order) each(other) \
    each(other_tiles) each(others) each(out) each(outer) each(outside) each(over) each(over_a) each(over_b) \
    each(own) each(owner) each(owns_marks) each(p) each(pack) each(pack_bytes) each(packed) each(panel) \
    each(parallel) each(parallel_now) each(parameters) each(part) each(pass) each(past) each(path) each(payload) \
    each(pipelined) each(pitch) each(place) each(poison) each(poisoned) each(pop_macro) each(pow) each(powf) \
    each(present) each(private) each(privates) each(processes) each(program) each(program_began) each(proved) \
    each(pthread_cond_destroy) each(pthread_cond_init) each(pthread_cond_signal) each(pthread_cond_wait) \
    each(pthread_create) each(pthread_join) each(pthread_mutex_destroy) each(pthread_mutex_init) \
    each(pthread_mutex_lock) each(pthread_mutex_unlock) each(push_macro) each(q) each(quiet) each(r) each(raise) \
    each(random) each(rank) each(read) each(reads) each(ready) each(realloc) each(received) each(recv) each(ref) \
    each(ref_dim) each(region) each(remainder) each(remquo) each(remquof) each(rendezvous) each(rest) each(restart) \
    each(revisit) each(right) each(rint) each(root) each(round) each(row) each(rows) each(run) each(running) \
    each(s) each(same) each(says) each(scalar) each(scalbln) each(scalblnf) each(scalbn) each(scalbnf) each(scale) \
    each(scope) each(scoped) each(scopes) each(scratch) each(second) each(seed) each(seen) each(self) \
    each(semaphore) each(semaphores) each(sems) each(send) each(sent) each(sequential) each(set) each(settle) \
    each(shape) each(shared) each(shares) each(shift) each(shown) each(side) each(sign) each(signal) each(signals) \
    each(sin) each(sinf) each(sinh) each(size) each(slack) each(slice) each(slides) each(slot) each(slot_count) \
    each(slots) each(smem) each(snprintf) each(some) each(soon) each(soon_from) each(soon_to) each(space) \
    each(spot) each(sqrt) each(src) each(src_text) each(src_window) each(sscanf) each(start) each(started) \
    each(state) each(step) each(steps) each(stop) each(storage) each(stored) each(strchr) each(strcmp) \
    each(strcspn) each(stride) each(strided) each(strides) each(strlen) each(strncmp) each(strspn) each(strtoull) \
    each(stuck) each(subscript) each(sum) each(sum_capacity) each(sum_count) each(summed) each(sums) each(suspect) \
    each(t) each(table) each(taken) each(tan) each(tanh) each(tanhf) each(team) each(text) each(tgamma) each(then) \
    each(there) each(thread) each(tile) each(tile_name) each(tiles) each(timespec) each(timespec_get) each(to) \
    each(to_type) each(top) each(total) each(touched) each(touched_view) each(tpu) each(trace) each(tracer) \
    each(transfers) each(transposed) each(trap) each(trunc) each(turn) each(tv_nsec) each(tv_sec) each(twin) \
    each(twin_element) each(twin_operand) each(type) each(u) each(u32_) each(u64) each(u64_) each(uint) \
    each(ulong_) each(unit) each(unordered) each(until) each(usage) each(v) each(value) each(value_type) each(verb) \
    each(vfprintf) each(view) each(views_overlap) each(visit) each(visit_capacity) each(visit_count) each(visits) \
    each(vmem) each(vprintf) each(vsnprintf) each(w) each(wait) each(waited) each(waits) each(what) each(when) \
    each(who) each(whole) each(why) each(wide) each(width) each(window) each(word) each(words) each(writes) \
    each(written) each(wrong) each(wrong_arguments) each(wrote) each(x) each(x_there) each(y) each(y_there) each(z) \
    each(zero)
PL_ASIDE_(PL_PUSH_)
#undef a
#undef a0
#undef a1
#undef a10
#undef a11
#undef a12
#undef a13
#undef a14
#undef a15
#undef a16
#undef a17
#undef a18
#undef a19
#undef a2
#undef a20
#undef a21
#undef a22
#undef a23
#undef a24
#undef a25
#undef a26
#undef a27
#undef a28
#undef a29
#undef a3
#undef a30
#undef a31
#undef a32
#undef a33
#undef a34
#undef a35
#undef a36
#undef a37
#undef a38
#undef a39
#undef a4
#undef a40
#undef a41
#undef a42
#undef a43
#undef a44
#undef a45
#undef a46
#undef a47
#undef a48
#undef a49
#undef a5
#undef a50
#undef a51
#undef a52
#undef a53
#undef a54
#undef a55
#undef a56
#undef a57
#undef a58
#undef a59
#undef a6
#undef a60
#undef a61
#undef a62
#undef a63
#undef a64
#undef a7
#undef a8
#undef a9
#undef able
#undef abort
#undef acc
#undef access
#undef access_capacity
#undef accesses
#undef acos
#undef acosh
#undef address
#undef after
#undef ahead
#undef alias
#undef aliased
#undef aligned_alloc
#undef alike
#undef all
#undef amount
#undef any
#undef apart
#undef arena
#undef arg
#undef args
#undef array
#undef array_stride
#undef arrived
#undef as
#undef asin
#undef asinh
#undef asked
#undef at
#undef atan
#undef atan2
#undef atanh
#undef atexit
#undef atomic
#undef axes
#undef axis
#undef b
#undef back
#undef bad_address
#undef barrier
#undef base
#undef batch_axis
#undef batched
#undef batches
#undef before
#undef before_settling
#undef began
#undef begin_devices
#undef behind
#undef between
#undef bf
#undef bf16
#undef bias
#undef bits
#undef block
#undef block_stride
#undef blocks
#undef body
#undef box
#undef bs
#undef buffered
#undef buffers
#undef by
#undef bytes
#undef c
#undef call
#undef called
#undef caller
#undef calloc
#undef capacity
#undef cbrt
#undef ceil
#undef cell
#undef cells
#undef check
#undef check_settled
#undef check_step
#undef chip
#undef chips
#undef chosen
#undef chosen_
#undef clock
#undef close_group
#undef closing
#undef code
#undef column
#undef columns
#undef comes
#undef coming
#undef condition
#undef constant
#undef contiguous
#undef copied
#undef copies
#undef copy
#undef copysign
#undef cos
#undef cosf
#undef cosh
#undef count
#undef d
#undef damaged
#undef data
#undef dense
#undef deposit
#undef deposit_capacity
#undef deposits
#undef depth
#undef device
#undef devices
#undef differs
#undef digest
#undef dim
#undef dims
#undef direct
#undef distance
#undef dma
#undef double_
#undef draw_capacity
#undef draw_count
#undef draw_heads
#undef draws
#undef dst
#undef dst_text
#undef dst_window
#undef dtype
#undef e
#undef each_at
#undef each_depth
#undef each_order
#undef earlier
#undef edge
#undef element
#undef empty
#undef end
#undef end_pass
#undef ends
#undef erf
#undef erfc
#undef erff
#undef error
#undef event
#undef event_capacity
#undef events
#undef exact
#undef exp
#undef exp2
#undef exp2f
#undef expected
#undef expf
#undef expm
#undef expm1
#undef exponent
#undef extent
#undef f
#undef f16
#undef f32
#undef f64
#undef fabs
#undef fact
#undef factor
#undef failed
#undef far
#undef fclose
#undef fdim
#undef fgets
#undef file
#undef first
#undef fixed
#undef flight
#undef flight_capacity
#undef flight_count
#undef flights
#undef float_
#undef floats
#undef floor
#undef fma
#undef fmaf
#undef fmax
#undef fmin
#undef fmod
#undef footprint
#undef fopen
#undef format
#undef found
#undef fprintf
#undef fputs
#undef free
#undef free_scope
#undef free_slot
#undef frexp
#undef frexpf
#undef from
#undef from_type
#undef full
#undef g
#undef gap
#undef gaps
#undef garbage
#undef getenv
#undef given
#undef gone
#undef group
#undef guard
#undef half
#undef handle
#undef handles
#undef hash
#undef head
#undef heap
#undef here
#undef hi
#undef high
#undef hint
#undef host
#undef hypot
#undef i
#undef i16
#undef i32
#undef i64
#undef i64_
#undef id
#undef ids
#undef ilogb
#undef ilogbf
#undef in_arena
#undef in_front
#undef in_place
#undef in_scope
#undef index
#undef infinity
#undef init
#undef init_value
#undef inner
#undef inside
#undef int_
#undef intact
#undef is_array
#undef is_const
#undef is_signed
#undef items
#undef j
#undef jmp_buf
#undef k
#undef kept
#undef kernel
#undef kernel_line
#undef key
#undef kind
#undef kinds
#undef known
#undef l
#undef large
#undef last
#undef lda
#undef ldb
#undef ldc
#undef ldexp
#undef ldexpf
#undef least
#undef leave_group
#undef left
#undef left_in_HBM_copy_it_first_with_PL_COPY
#undef length
#undef lgamma
#undef like
#undef limit
#undef line
#undef linear
#undef link
#undef list
#undef llrint
#undef llrintf
#undef llround
#undef llroundf
#undef lo
#undef local
#undef lock
#undef log
#undef log10
#undef log1p
#undef log2
#undef log2f
#undef logb
#undef logf
#undef lone
#undef long_
#undef longjmp
#undef lookahead
#undef looks
#undef low
#undef lrint
#undef lrintf
#undef lround
#undef lroundf
#undef m
#undef malloc
#undef mantissa
#undef map
#undef map_dim
#undef map_text
#undef mapping
#undef maps
#undef mark
#undef marks
#undef mask
#undef may
#undef may_init
#undef me
#undef members
#undef memcmp
#undef memcpy
#undef memmove
#undef memory
#undef memset
#undef mesh
#undef mesh_axis
#undef message
#undef microseconds
#undef mine
#undef missing
#undef modf
#undef modff
#undef more
#undef most
#undef moved
#undef moved_capacity
#undef moves
#undef moving
#undef n
#undef name
#undef named
#undef nameless
#undef nan
#undef nanf
#undef nans
#undef narrowed
#undef nearbyint
#undef needs
#undef news
#undef next
#undef nextafter
#undef none
#undef not_yet
#undef notes
#undef now
#undef ns
#undef number
#undef o
#undef of
#undef offset
#undef old
#undef omp_get_max_threads
#undef omp_get_num_threads
#undef omp_get_thread_num
#undef on
#undef one
#undef op
#undef operand
#undef operand_semaphores
#undef operands
#undef order
#undef other
#undef other_tiles
#undef others
#undef out
#undef outer
#undef outside
#undef over
#undef over_a
#undef over_b
#undef own
#undef owner
#undef owns_marks
#undef p
#undef pack
#undef pack_bytes
#undef packed
#undef panel
#undef parallel
#undef parallel_now
#undef parameters
#undef part
#undef pass
#undef past
#undef path
#undef payload
#undef pipelined
#undef pitch
#undef place
#undef poison
#undef poisoned
#undef pop_macro
#undef pow
#undef powf
#undef present
#undef private
#undef privates
#undef processes
#undef program
#undef program_began
#undef proved
#undef pthread_cond_destroy
#undef pthread_cond_init
#undef pthread_cond_signal
#undef pthread_cond_wait
#undef pthread_create
#undef pthread_join
#undef pthread_mutex_destroy
#undef pthread_mutex_init
#undef pthread_mutex_lock
#undef pthread_mutex_unlock
#undef push_macro
#undef q
#undef quiet
#undef r
#undef raise
#undef random
#undef rank
#undef read
#undef reads
#undef ready
#undef realloc
#undef received
#undef recv
#undef ref
#undef ref_dim
#undef region
#undef remainder
#undef remquo
#undef remquof
#undef rendezvous
#undef rest
#undef restart
#undef revisit
#undef right
#undef rint
#undef root
#undef round
#undef row
#undef rows
#undef run
#undef running
#undef s
#undef same
#undef says
#undef scalar
#undef scalbln
#undef scalblnf
#undef scalbn
#undef scalbnf
#undef scale
#undef scope
#undef scoped
#undef scopes
#undef scratch
#undef second
#undef seed
#undef seen
#undef self
#undef semaphore
#undef semaphores
#undef sems
#undef send
#undef sent
#undef sequential
#undef set
#undef settle
#undef shape
#undef shared
#undef shares
#undef shift
#undef shown
#undef side
#undef sign
#undef signal
#undef signals
#undef sin
#undef sinf
#undef sinh
#undef size
#undef slack
#undef slice
#undef slides
#undef slot
#undef slot_count
#undef slots
#undef smem
#undef snprintf
#undef some
#undef soon
#undef soon_from
#undef soon_to
#undef space
#undef spot
#undef sqrt
#undef src
#undef src_text
#undef src_window
#undef sscanf
#undef start
#undef started
#undef state
#undef step
#undef steps
#undef stop
#undef storage
#undef stored
#undef strchr
#undef strcmp
#undef strcspn
#undef stride
#undef strided
#undef strides
#undef strlen
#undef strncmp
#undef strspn
#undef strtoull
#undef stuck
#undef subscript
#undef sum
#undef sum_capacity
#undef sum_count
#undef summed
#undef sums
#undef suspect
#undef t
#undef table
#undef taken
#undef tan
#undef tanh
#undef tanhf
#undef team
#undef text
#undef tgamma
#undef then
#undef there
#undef thread
#undef tile
#undef tile_name
#undef tiles
#undef timespec
#undef timespec_get
#undef to
#undef to_type
#undef top
#undef total
#undef touched
#undef touched_view
#undef tpu
#undef trace
#undef tracer
#undef transfers
#undef transposed
#undef trap
#undef trunc
#undef turn
#undef tv_nsec
#undef tv_sec
#undef twin
#undef twin_element
#undef twin_operand
#undef type
#undef u
#undef u32_
#undef u64
#undef u64_
#undef uint
#undef ulong_
#undef unit
#undef unordered
#undef until
#undef usage
#undef v
#undef value
#undef value_type
#undef verb
#undef vfprintf
#undef view
#undef views_overlap
#undef visit
#undef visit_capacity
#undef visit_count
#undef visits
#undef vmem
#undef vprintf
#undef vsnprintf
#undef w
#undef wait
#undef waited
#undef waits
#undef what
#undef when
#undef who
#undef whole
#undef why
#undef wide
#undef width
#undef window
#undef word
#undef words
#undef writes
#undef written
#undef wrong
#undef wrong_arguments
#undef wrote
#undef x
#undef x_there
#undef y
#undef y_there
#undef z
#undef zero
#endif

#include <math.h>                                                      /* kernels may call all of it */
