// check/check.c -- runs the checks of a kernel that no compiler makes, in order. check.h is the map.
//
// Checks only read the tree. Each reports at the expression that is wrong, says what it found, and adds a note with
// what to write instead. Code that cannot be decided is accepted.

#include "check/check.h"

static bool is_one_of_several(const Source *source, const Call *call)
{
    for (int i = 0; i < source->call_count; i++)
        if (&source->calls[i] != call && source->calls[i].kernel == call->kernel)
            return true;
    return false;
}

void check_source(const Source *source)
{
    Nodes reported = { NULL, 0 }, warned = { NULL, 0 };      // once, whatever calls and programs use it
    for (int i = 0; i < source->function_count; i++) {
        Function *f = source->functions[i];
        work_at(f->at);
        learn_locals(f);
        check_spec_words(f);
        check_body(f);
        if (source->in_place)
            check_rows_apart(f);
        check_each(f);
        check_copies(f);
        if (f->kind != FN_KERNEL)
            check_likely_helper(f, &warned);
    }
    for (int i = 0; i < source->call_count; i++) {
        const Call *call = &source->calls[i];
        work_at(call->at);
        int before = errors;
        learn_locals(call->kernel);
        check_spec(call);
        if (errors == before)
            check_call(call);
        if (errors == before)                           // the following checks rely on the parts
            check_axes(call);
        if (errors == before)
            check_reductions(call);
        if (errors == before)
            check_devices(call);
        // Interpret mode tracks what a copy writes, and when.
        bool copies = find_node(call->kernel->body, is_of_copies, NULL);
        if (errors == before && copies)
            check_flights(call, &reported);
        if (errors == before && !copies) {
            bool doubtful = check_likely_maps(call);
            check_flow(call, is_one_of_several(source, call), doubtful, &reported);
            if (errors == before)
                check_likely(call, doubtful, &warned);
        }
    }
}
