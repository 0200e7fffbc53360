// plan/machine.c -- what a target's machine offers to a group of lanes: numbers from the file targets/T/machine.
//
// A line is a name and a number; # begins a comment. Fields that the file omits have the values of generic_machine.

#include "plan/plan.h"
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
    .dot_tile = 8,
    .dot_slice = 16,
};

// ---- The file -------------------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    size_t offset;              // the offset of a long long in Machine
    long long least, most;
} Field;

static const Field fields[] = {
    { "lanes_least", offsetof(Machine, lanes_least), 1, 1024 },
    { "lanes_most", offsetof(Machine, lanes_most), 32, 1024 },
    { "registers", offsetof(Machine, registers), 1, 1024 },
    { "local_bytes", offsetof(Machine, local_bytes), 0, 1LL << 30 },
    { "warp", offsetof(Machine, warp), 1, 64 },
    { "mma_depth", offsetof(Machine, mma_depth), 0, 16 },
    { "stages", offsetof(Machine, stages), 1, 8 },
    { "vector_bytes", offsetof(Machine, vector_bytes), 0, 16 },
    { "vector_aligned", offsetof(Machine, vector_aligned), 0, 1 },
    { "dot_tile", offsetof(Machine, dot_tile), 1, 32 },
    { "dot_slice", offsetof(Machine, dot_slice), 1, 256 },
    { "copies", offsetof(Machine, copies), 0, 1 },
};

static const char *names_of_fields(void)
{
    const char *all = "";
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        all = listed(all, fields[i].name);
    return all;
}

static const Field *field_named(const char *name)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcmp(fields[i].name, name))
            return &fields[i];
    return NULL;
}

static void read_field(Machine *m, const char *line, Loc at)
{
    char name[64], *end = NULL;
    int length = 0;
    if (sscanf(line, "%63s%n", name, &length) != 1)
        return;
    const Field *f = field_named(name);
    long long value = strtoll(line + length, &end, 10);
    if (!f) {
        error_at(at, MESSAGE_MACHINE_SETTING, name);
        note_at(at, HINT_MACHINE_SETTING, names_of_fields());
    } else if (end == line + length || end[strspn(end, " \t\r\n")] || value < f->least || value > f->most) {
        error_at(at, MESSAGE_MACHINE_VALUE, name, f->least, f->most);
    } else {
        memcpy((char *)m + f->offset, &value, sizeof value);
    }
}

Machine machine_of(const char *templates, const char *target)
{
    Machine m = generic_machine;
    const char *path = target ? text("%s/%s/machine", templates, target) : NULL;
    FILE *from = path ? fopen(path, "r") : NULL;
    char line[256];
    for (unsigned number = 1; from && fgets(line, sizeof line, from); number++) {
        line[strcspn(line, "#")] = '\0';
        read_field(&m, line, (Loc){ path, number, 1 });
    }
    if (from)
        fclose(from);
    if (m.lanes_least > m.lanes_most)
        error_at((Loc){ path, 1, 1 }, MESSAGE_MACHINE_LANES);
    return m;
}
