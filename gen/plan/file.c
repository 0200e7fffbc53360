// plan/file.c -- what is made for emission: names, places, and what each call uses.

#include "plan/plan.h"

static void complete_plan(const FilePlan *file, Plan *plan)
{
    plan_names(file, plan);
    plan_agreements(plan);
    plan_places(plan);
    plan_uses(plan);
    if (plan->next)
        complete_plan(file, plan->next);
}

const Plan *sketch_of(const Plan *plan)
{
    Plan *made = allocate(sizeof *made);
    *made = *plan;
    plan_own_names(made);
    plan_places(made);
    plan_uses(made);
    return made;
}

FilePlan name_file(const Source *source, Plan *const *plans)
{
    FilePlan file = { .source = source, .plans = plans };
    int count = 0;
    for (int i = 0; i < source->call_count; i++)
        complete_plan(&file, plans[i]);
    for (int i = 0; i < source->function_count; i++) {
        const Function *f = source->functions[i];
        list_add(file.helpers, count, f->kind == FN_PLAIN && f->used ? helper_steps(f->body) : NULL);
    }
    file.names = names_in_file(source);                 // sizes and axes have their new names
    return file;
}
