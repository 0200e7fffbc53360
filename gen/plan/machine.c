// plan/machine.c -- what a target's machine offers to a group of lanes: numbers from the file targets/T/machine.
//
// A line is a name and a number; # begins a comment. Fields that the file omits have the values of generic_machine. A target may
// have further machines: targets/T/machine.NAME has the fields in which the machine NAME differs from the first.
//
// Templates need code of their own for some fields. The file targets/T/spelled has, in the same form, the numbers for which
// they have that code; -1: for any. A field with another number is rejected, except for 0, which needs no code.
//
// targets/T/words has the terms of T's language for those that are ours, one a line: TERM: WORD

#include "plan/plan.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

// Every GPU that OpenCL or CUDA runs on has at least this much.
const Machine generic_machine = {
    .lanes_least = 64,
    .lanes_most = 256,
    .registers = 128,
    .local_bytes = 32768,
    .warp = 1,
    .stages = 1,
    .stage_bytes = 1LL << 30,
    .dot_tile = 8,
    .dot_slice = 16,
    .dot_steps = 1,
    .part_loads = 1,
    .mma_rows = 1,
    .mma_columns = 1,
    .mma_lanes = 1,
    .mma_across = 1,
    .mma_run = 1,
};

// ---- The file -------------------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    size_t offset;              // the offset of a long long in Machine
    long long least, most;
    bool needs_code;            // the target's templates must have code for it, unless it is 0
} Field;

static const Field fields[] = {
    { "lanes_least", offsetof(Machine, lanes_least), 1, 1024, false },
    { "lanes_most", offsetof(Machine, lanes_most), 32, 1024, false },
    { "across_lanes", offsetof(Machine, across_lanes), 0, 1024, false },
    { "registers", offsetof(Machine, registers), 1, 1024, false },
    { "unit_registers", offsetof(Machine, unit_registers), 0, 1LL << 30, false },
    { "local_bytes", offsetof(Machine, local_bytes), 0, 1LL << 30, false },
    { "warp", offsetof(Machine, warp), 1, 64, true },
    { "cpp", offsetof(Machine, cpp), 0, 1, false },
    { "pointers", offsetof(Machine, pointers), 0, 1, false },
    { "mma_rows", offsetof(Machine, mma_rows), 1, 256, true },
    { "mma_columns", offsetof(Machine, mma_columns), 1, 256, true },
    { "mma_depth", offsetof(Machine, mma_depth), 0, 256, true },
    { "mma_lanes", offsetof(Machine, mma_lanes), 1, 1024, true },
    { "mma_across", offsetof(Machine, mma_across), 1, 64, true },
    { "mma_run", offsetof(Machine, mma_run), 1, 64, true },
    { "mma_words", offsetof(Machine, mma_words), 0, 1, true },
    { "mma_bytes", offsetof(Machine, mma_bytes), 0, 1, true },
    { "mma_apart", offsetof(Machine, mma_apart), 0, 256, true },
    { "mma_left", offsetof(Machine, mma_left), 0, 1, true },
    { "producer_lanes", offsetof(Machine, producer_lanes), 0, 1024, true },
    { "unit_bytes", offsetof(Machine, unit_bytes), 0, 1LL << 30, false },
    { "stages", offsetof(Machine, stages), 1, 8, false },
    { "stage_bytes", offsetof(Machine, stage_bytes), 0, 1LL << 30, false },
    { "vector_bytes", offsetof(Machine, vector_bytes), 0, 16, false },
    { "vector_aligned", offsetof(Machine, vector_aligned), 0, 1, false },
    { "generic_width", offsetof(Machine, generic_width), 0, 1, true },
    { "functions", offsetof(Machine, functions), 0, 1, true },
    { "zeros_outside", offsetof(Machine, zeros_outside), 0, 1, true },
    { "dot_tile", offsetof(Machine, dot_tile), 1, 32, false },
    { "dot_slice", offsetof(Machine, dot_slice), 1, 256, false },
    { "dot_deep", offsetof(Machine, dot_deep), 0, 256, false },
    { "dot_steps", offsetof(Machine, dot_steps), 1, 256, false },
    { "dot_sums", offsetof(Machine, dot_sums), 0, 256, false },
    { "dot_sums_steps", offsetof(Machine, dot_sums_steps), 0, 256, false },
    { "piece_bytes", offsetof(Machine, piece_bytes), 0, 16, true },
    { "templates", offsetof(Machine, templates), 0, 1, true },
    { "copy_bytes", offsetof(Machine, copy_bytes), 0, 16, true },
    { "async_bytes", offsetof(Machine, async_bytes), 0, 16, false },
    { "static_bytes", offsetof(Machine, static_bytes), 0, 1LL << 30, true },
    { "held_least", offsetof(Machine, held_least), 0, 1LL << 30, true },
    { "held_most", offsetof(Machine, held_most), 0, 1LL << 30, false },
    { "copies", offsetof(Machine, copies), 0, 1, true },
    { "dot_panels", offsetof(Machine, dot_panels), 0, 1, true },
    { "vector_loops", offsetof(Machine, vector_loops), 0, 1, true },
    { "part_loads", offsetof(Machine, part_loads), 1, 256, false },
    { "divides", offsetof(Machine, divides), 0, 1, true },
};
enum { FIELDS = sizeof fields / sizeof *fields };

static const char *names_of_fields(void)
{
    const char *all = "";
    for (int i = 0; i < FIELDS; i++)
        all = listed(all, fields[i].name);
    return all;
}

static const Field *field_named(const char *name)
{
    for (int i = 0; i < FIELDS; i++)
        if (!strcmp(fields[i].name, name))
            return &fields[i];
    return NULL;
}

static long long value_of(const Machine *m, const Field *f)
{
    return *(const long long *)((const char *)m + f->offset);
}

enum { ANY = -1 };

// at: of each field, where the file sets it. any: a field that needs code may be ANY.
static void read_field(Machine *m, Loc at[], const char *line, Loc here, bool any)
{
    char name[64], *end = NULL;
    int length = 0;
    if (sscanf(line, "%63s%n", name, &length) != 1)
        return;
    const Field *f = field_named(name);
    long long value = strtoll(line + length, &end, 10);
    if (!f) {
        error_at(here, MESSAGE_MACHINE_SETTING, name);
        note_at(here, HINT_MACHINE_SETTING, names_of_fields());
    } else if (end == line + length || end[strspn(end, " \t\r\n")] ||
               ((value < f->least || value > f->most) && !(any && f->needs_code && value == ANY))) {
        error_at(here, MESSAGE_MACHINE_VALUE, name, f->least, f->most);
    } else {
        memcpy((char *)m + f->offset, &value, sizeof value);
        at[f - fields] = here;
    }
}

// Reads the fields that differ from those of m.
static Machine read_machine(Machine m, const char *path, Loc at[], bool any)
{
    FILE *from = fopen(path, "r");
    char line[256];
    for (unsigned number = 1; from && fgets(line, sizeof line, from); number++) {
        line[strcspn(line, "#")] = '\0';
        read_field(&m, at, line, (Loc){ path, number, 1 }, any);
    }
    if (from)
        fclose(from);
    return m;
}

static void read_words(Machine *m, const char *path)
{
    FILE *from = fopen(path, "r");
    char line[256], term[64], word[64];
    while (from && fgets(line, sizeof line, from))
        if (*line != '#' && sscanf(line, "%63[^:]: %63[^\n]", term, word) == 2)
            list_add(m->words, m->word_count, ((Replacement){ text("%s", term), text("%s", word) }));
    if (from)
        fclose(from);
}

const char *in_words(const Machine *m, const char *s)
{
    return replaced(s, m->words, (size_t)m->word_count);
}

// Whether the lanes of a matrix instruction share its rows evenly, and the elements of each row.
static bool shares_sums(const Machine *m)
{
    return m->mma_lanes % m->mma_across == 0 && m->mma_rows % (m->mma_lanes / m->mma_across) == 0 &&
           m->mma_columns % (m->mma_across * m->mma_run) == 0;
}

typedef struct {                // a machine file, with what the templates have code for
    const char *path, *spelled_path;
    Machine machine, spelled;
    Loc at[FIELDS];             // where it sets each field
} MachineFile;

static void check_machine(const MachineFile *f)
{
    const Machine *m = &f->machine;
    if (m->lanes_least > m->lanes_most)
        error_at((Loc){ f->path, 1, 1 }, MESSAGE_MACHINE_LANES);
    if (m->mma_depth && !shares_sums(m))
        error_at((Loc){ f->path, 1, 1 }, MESSAGE_MACHINE_SUMS, m->mma_rows, m->mma_columns, m->mma_lanes);
    for (const Field *field = fields; field < fields + FIELDS; field++) {
        long long value = value_of(m, field), only = value_of(&f->spelled, field);
        bool unused = !m->mma_depth && !strncmp(field->name, "mma_", 4);
        if (field->needs_code && value && value != only && only != ANY && !unused) {
            error_at(f->at[field - fields], MESSAGE_MACHINE_CODE, field->name, value);
            note_at(f->at[field - fields], HINT_MACHINE_CODE, only, f->spelled_path);
        }
    }
}

// Returns the machine whose files have this ending, with the fields of the base where they say nothing.
static MachineFile read_files(const char *folder, const char *ending, Machine base, Machine spelled)
{
    MachineFile f = { .path = text("%s/machine%s", folder, ending), .spelled_path = text("%s/spelled%s", folder, ending) };
    f.spelled = read_machine(spelled, f.spelled_path, f.at, true);
    for (int i = 0; i < FIELDS; i++)
        f.at[i] = (Loc){ f.path, 1, 1 };
    f.machine = read_machine(base, f.path, f.at, false);
    check_machine(&f);
    return f;
}

// Returns the names of the target's further machines, in their order.
static Names further_machines(const char *folder)
{
    Names all = { NULL, 0 };
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (begins(e->d_name, "machine."))
            add_name(&all, text("%s", e->d_name + strlen("machine.")));
    if (d)
        closedir(d);
    if (all.count)
        qsort(all.at, (size_t)all.count, sizeof *all.at, by_text);
    return all;
}

static Machine *new_machine(Machine m)
{
    Machine *made = allocate(sizeof *made);
    *made = m;
    return made;
}

Machine *machines_of(const char *templates, const char *target)
{
    if (!target) {                                      // plans for people, and for templates that are read later
        Machine any = generic_machine;
        any.vector_loops = 1;
        return new_machine(any);
    }
    const char *folder = text("%s/%s", templates, target);
    const MachineFile f = read_files(folder, "", generic_machine, generic_machine);
    Machine *first = new_machine(f.machine), *last = first;
    const Names names = further_machines(folder);
    read_words(first, text("%s/words", folder));
    for (int i = 0; i < names.count; i++) {
        Machine *m = new_machine(read_files(folder, text(".%s", names.at[i]), *first, f.spelled).machine);
        m->name = names.at[i];
        m->next = NULL;
        last->next = m;
        last = m;
    }
    return first;
}

// ---- PL_SCHEDULE ----------------------------------------------------------------------------------------------------

long long chosen_value(const Call *call, const char *name, long long otherwise)
{
    for (int i = 0; i < call->choice_count; i++)
        if (!strcmp(call->choices[i].name, name))
            return call->choices[i].value;
    return otherwise;
}

// Matrix instructions with rows of their own need so many lanes as there are rows: their number is no choice.
Machine *chosen_machine(const Call *call, const Machine *machine)
{
    Machine *m = new_machine(*machine);
    long long lanes = chosen_value(call, "PL_THREADS", 0), stages = chosen_value(call, "PL_STAGES", 0);
    m->next = machine->next ? chosen_machine(call, machine->next) : NULL;
    m->lanes_are_named = lanes && !m->mma_apart;
    if (m->lanes_are_named)
        m->lanes_least = m->lanes_most = m->across_lanes = lanes < m->warp ? m->warp : lanes;
    if (stages) {
        m->stages = stages;
        m->stage_bytes = m->local_bytes;
    }
    return m;
}
