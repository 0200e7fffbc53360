// promises.cc -- the arrays of a launch that are passed as __restrict__. shadow.cc checks what each of their elements is used for.

#include "emulator.h"

namespace emulator {

// The array's end: that of its allocation, or the array of another pointer, if one allocation has several.
static Address end_of_array(const pl_emulator_call *call, Address from, const Memory *m)
{
    Address end = m->base + m->bytes;
    for (unsigned i = 0; i < call->pointers_count; i++) {
        Address other = reinterpret_cast<Address>(call->pointers[i].at);
        if (other > from && other < end)
            end = other;
    }
    return end;
}

void find_promises(Run *r)
{
    const pl_emulator_call *call = r->call;
    r->promises = static_cast<Promise *>(calloc(call->pointers_count + 1, sizeof *r->promises));
    for (unsigned i = 0; i < call->pointers_count; i++) {
        Address from = reinterpret_cast<Address>(call->pointers[i].at);
        Memory *m = call->pointers[i].restricted && in_device_range(from) ? global_at(from) : nullptr;
        if (!m || m->freed || from - m->base >= m->bytes)
            continue;
        m->promised = true;
        r->promises[r->promises_count++] = { call->pointers[i].parameter, from, end_of_array(call, from, m) };
    }
}

void forget_promises(Run *r)
{
    for (unsigned i = 0; i < r->promises_count; i++)
        global_at(r->promises[i].from)->promised = false;
    free(r->promises);
}

const Promise *promise_at(const Memory *m, Address a)
{
    for (unsigned i = 0; m->promised && i < run->promises_count; i++)
        if (a >= run->promises[i].from && a < run->promises[i].to)
            return &run->promises[i];
    return nullptr;
}

}  // namespace emulator
