// plan/registers.c -- how many registers lanes have, if some fetch for the others (plan/producer.c).
//
// All lanes begin with the same number. Those that fetch then give most of theirs to the others.

#include "plan/plan.h"

enum { MOST_REGISTERS = 255, REGISTER_STEP = 8, FEW_REGISTERS = 40, FEWEST_REGISTERS = 24, OF_TRANSPOSITION = 72 };

long long groups_together(const Lanes *l)
{
    return l->chain.fed_count ? l->chain.together : 1;
}

static long long registers_at_begin(const LaneGroup *l, long long together)
{
    long long lanes = l->rows * l->columns + l->machine->producer_lanes;
    return l->machine->unit_registers / together / lanes / REGISTER_STEP * REGISTER_STEP;
}

long long registers_of_fetching(const LaneGroup *l, long long together, bool transposes)
{
    return registers_at_begin(l, together) > MOST_REGISTERS ? 0
         : transposes ? OF_TRANSPOSITION : together > 2 ? FEWEST_REGISTERS : FEW_REGISTERS;
}

long long registers_of_multiplying(const LaneGroup *l, long long together, bool transposes)
{
    long long few = registers_of_fetching(l, together, transposes), lanes = l->rows * l->columns;
    long long more = (registers_at_begin(l, together) - few) * l->machine->producer_lanes / lanes;
    return few ? (registers_at_begin(l, together) + more) / REGISTER_STEP * REGISTER_STEP : 0;
}
