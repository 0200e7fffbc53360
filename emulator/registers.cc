// registers.cc -- setmaxnreg: how the warps of a block share its registers.
//
// A multiprocessor runs as many blocks together as the instruction's name says (pl_ptx.h), or one: a thread begins with as many
// registers as a compiler may then give it, a multiple of 8. setmaxnreg.dec gives registers of a warp back to the block, and setmaxnreg.inc waits until the block has enough.

#include "emulator.h"
#include "include/emulator/protocol.h"

namespace emulator {

enum { REGISTERS = 65536, STEP = 8, FEWEST = 24, MOST = 256, WARPS = MAX_THREADS / WARP, GROUP_WARPS = 4, CHANGES = 16 };

struct Change {
    bool more;
    unsigned registers;  // of each thread
    unsigned blocks;     // that run together
    Place place;
};

// The registers of a block. `changes` are those of each warpgroup, in order; a warp has made the first `made` of them.
struct Registers {
    unsigned free;
    unsigned held[WARPS], wanted[WARPS];  // by each thread of the warp; wanted: 0, or it waits for so many
    unsigned made[WARPS];
    Change changes[WARPS / GROUP_WARPS][CHANGES];
};

static Registers *registers_of(Block *b, unsigned blocks)
{
    if (b->registers)
        return b->registers;
    unsigned each = REGISTERS / (blocks * run->warps * WARP) / STEP * STEP;
    b->registers = static_cast<Registers *>(calloc(1, sizeof *b->registers));
    for (unsigned w = 0; w < run->warps; w++)
        b->registers->held[w] = each < MOST ? each : unsigned(MOST);
    return b->registers;
}

static bool take(Registers *r, unsigned warp)
{
    unsigned more = (r->wanted[warp] - r->held[warp]) * WARP;
    if (more > r->free)
        return false;
    r->free -= more;
    r->held[warp] = r->wanted[warp];
    r->wanted[warp] = 0;
    return true;
}

static const char waits_for_registers[] = "setmaxnreg.inc, for registers that no other warp of the block gives back";

static void give_back(Block *b, unsigned warp, unsigned registers)
{
    Registers *r = b->registers;
    r->free += (r->held[warp] - registers) * WARP;
    r->held[warp] = registers;
    for (unsigned w = 0; w < run->warps; w++)
        if (r->wanted[w] && take(r, w))
            wake_those_in(waits_for_registers, &b->threads[w * WARP], WARP);
}

static const char *name_of(const Change &c) { return c.more ? "setmaxnreg.inc" : "setmaxnreg.dec"; }

static void check_change(const Registers *r, unsigned warp, const Change &c)
{
    unsigned held = r->held[warp];
    if (c.registers % STEP || c.registers < FEWEST || c.registers > MOST)
        report(cudaErrorLaunchFailure, c.place, "%s %u: the number must be a multiple of %d from %d to %d", name_of(c), c.registers,
               (int)STEP, (int)FEWEST, (int)MOST);
    else if (c.more ? c.registers < held : c.registers > held)
        report(cudaErrorLaunchFailure, c.place, "%s %u: the threads have %u registers, which is %s", name_of(c), c.registers, held,
               c.more ? "more" : "less");
    else if (r->made[warp] == CHANGES)
        report(cudaErrorLaunchFailure, c.place, "the emulator supports at most %d setmaxnreg in a warp", (int)CHANGES);
    else
        return;
    end_report();
}

// All warps of a warpgroup must make the same changes.
static void note_change(Registers *r, unsigned warp, const Change &c)
{
    Change *first = &r->changes[warp / GROUP_WARPS][r->made[warp]++];
    if (!first->place)
        *first = c;
    if (first->more == c.more && first->registers == c.registers)
        return;
    report(cudaErrorLaunchFailure, c.place, "%s %u: another warp of the warpgroup executes %s %u", name_of(c), c.registers,
           name_of(*first), first->registers);
    note(first->place, "that is here");
    end_report();
}

static void finish_change(Thread *threads, Lane *lanes, unsigned mask)
{
    const Change *c = static_cast<Change *>(lanes[0].payload);
    Block *b = threads->block;
    unsigned warp = threads->number / WARP;
    Registers *r = registers_of(b, c->blocks);
    if (mask != ~0u) {
        report(cudaErrorLaunchFailure, c->place, "%s needs all 32 lanes of a warp", name_of(*c));
        end_report();
    }
    check_change(r, warp, *c);
    note_change(r, warp, *c);
    if (c->more) {
        r->wanted[warp] = c->registers;
        take(r, warp);
    } else
        give_back(b, warp, c->registers);
}

static void change_registers(Change c)
{
    const Thread *t = running;
    check_sm_90(name_of(c), c.place);
    meet_in_warp(name_of(c), ~0u, &c, finish_change, c.place);
    const Registers *r = t->block->registers;
    while (r->wanted[t->number / WARP])
        wait_here(waits_for_registers, c.place);
}

// At the end of a block.
void check_register_changes(Block *b)
{
    const Registers *r = b->registers;
    for (unsigned w = 0; r && w < run->warps; w++) {
        const Change *rest = &r->changes[w / GROUP_WARPS][r->made[w]];
        if (r->made[w] == CHANGES || !rest->place)
            continue;
        running = &b->threads[w * WARP];
        report(cudaErrorLaunchFailure, rest->place, "%s %u: this warp does not execute it, and others of its warpgroup do", name_of(*rest),
               rest->registers);
        end_report();
    }
}

void forget_registers(Block *b)
{
    free(b->registers);
    b->registers = nullptr;
}

}  // namespace emulator

extern "C" void pl_emulator_change_registers(int more, unsigned registers, unsigned blocks, const void *here)
{
    emulator::change_registers({ more != 0, registers, blocks, here });
}
