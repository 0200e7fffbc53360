// plan/registers.c -- how many registers lanes have, if some fetch for the others (plan/producer.c).
//
// All lanes begin with the same number. Those that fetch then give most of theirs to the others.

#include "plan/plan.h"

enum { MOST_REGISTERS = 255, REGISTER_STEP = 8, FEW_REGISTERS = 40, FEWEST_REGISTERS = 24, OF_TRANSPOSITION = 72 };
enum { SOME_LANES = 256 };     // more have few registers each

long long groups_together(const Lanes *l)
{
    return l->chain.fed_count ? l->chain.together : 1;
}

static long long registers_at_begin(const Machine *m, long long lanes, long long together)
{
    return m->unit_registers / together / (lanes + m->producer_lanes) / REGISTER_STEP * REGISTER_STEP;
}

static long long registers_with(const Machine *m, long long lanes, long long together, long long few)
{
    const long long begin = registers_at_begin(m, lanes, together);
    return few ? (begin + (begin - few) * m->producer_lanes / lanes) / REGISTER_STEP * REGISTER_STEP : 0;
}

long long registers_for_blocks(const Machine *m, long long lanes)
{
    return m->producer_lanes && lanes > SOME_LANES ? least(m->registers, registers_with(m, lanes, 1, FEWEST_REGISTERS) - OTHER_REGISTERS)
                                                   : m->registers;
}

long long registers_of_fetching(const LaneGroup *l, long long together, bool transposes)
{
    return registers_at_begin(l->machine, l->rows * l->columns, together) > MOST_REGISTERS ? 0
         : transposes ? OF_TRANSPOSITION : together > 2 || l->rows * l->columns > SOME_LANES ? FEWEST_REGISTERS : FEW_REGISTERS;
}

long long registers_of_multiplying(const LaneGroup *l, long long together, bool transposes)
{
    return registers_with(l->machine, l->rows * l->columns, together, registers_of_fetching(l, together, transposes));
}
