// schedule/reduce.h -- shared by reduce.c and scan.c: lanes that combine values.

#ifndef REDUCE_H
#define REDUCE_H

#include "schedule/schedule.h"

typedef struct {
    const Around *at;
    const Step *step;
    const Node *node;           // PL_REDUCE, or the ND_SCAN of a PL_SCAN
    const LaneGroup *lanes;
    const char *type;           // its code
    const char *memory;         // the name of what lanes share
    bool row;                   // the lanes of a row reduce together; otherwise the group
    long long sharers, warp;    // sharers: at most, as emitted code knows by sharer_count
    bool by_one;                // the result is in memory, so one lane stores it
} Reducing;

// ---- schedule/reduce.c ----------------------------------------------------------------------------------------------

Reducing reducing_of(const Around *at, const Node *n, bool row);
Node *number_of_sharer(const Reducing *r);
Node *sharer_count(const Reducing *r);                  // how many reduce together
Node *first_sharer(const Reducing *r);                  // the number of the lane whose column is 0
Node *part_of_sharer(const Reducing *r, Node *number);
Node *part_of_lane(const Reducing *r, Node *lane);
Node *part_of_warp(const Reducing *r, Node *number);
Node *part(void);                                       // what a lane's elements give
Node *neutral(const Node *reduce);                      // the value of a lane without elements

#endif
