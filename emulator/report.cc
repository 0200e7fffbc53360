// report.cc -- prints reports: places as FILE:LINE, the kernel, block and thread, and notes.

#include "emulator.h"
#include <signal.h>
#include <unistd.h>

namespace emulator {

cudaError_t reported = cudaSuccess;

// ---- Places ----

enum { FRAMES = 8, NAME = 200 };

// The functions that contain one address, innermost first; there are several where calls were inlined.
struct Frames {
    Place place;
    unsigned count;
    struct {
        char function[NAME], file[NAME * 2];
        int line;
    } at[FRAMES];
};

static const char *short_path(const char *path)
{
    static char here[4096];
    if (!here[0] && !getcwd(here, sizeof here - 1))
        here[0] = '/', here[1] = 0;
    size_t n = strlen(here);
    return n > 1 && !strncmp(path, here, n) && path[n] == '/' ? path + n + 1 : path;
}

static void read_frame(Frames *f, char *function, char *place)
{
    char *colon = strrchr(place, ':');
    if (f->count == FRAMES || !colon)
        return;
    *colon = 0;
    snprintf(f->at[f->count].function, NAME, "%.*s", (int)strcspn(function, "\n"), function);
    snprintf(f->at[f->count].file, NAME * 2, "%.*s", NAME * 2 - 1, short_path(place));
    f->at[f->count++].line = atoi(colon + 1);
}

// Runs addr2line, once for all places.
static void find_frames(Frames *frames, unsigned count)
{
    char command[4096];
    int length = snprintf(command, sizeof command, "addr2line -a -f -C -i -e /proc/%d/exe", (int)getpid());
    for (unsigned i = 0; i < count; i++) {
        frames[i].count = 0;
        Address offset = reinterpret_cast<Address>(frames[i].place) - code_base() - 1;
        length += snprintf(command + length, sizeof command - (size_t)length, " 0x%zx", (size_t)offset);
    }
    snprintf(command + length, sizeof command - (size_t)length, " 2>/dev/null");
    FILE *answer = popen(command, "r");
    if (!answer)
        return;
    char line[4096], function[4096] = "";
    for (int at = -1, second = 0; fgets(line, sizeof line, answer);) {
        if (!strncmp(line, "0x", 2)) {
            at++;
            second = 0;
        } else if (!second) {
            strcpy(function, line);
            second = 1;
        } else {
            if (at >= 0 && at < (int)count)
                read_frame(&frames[at], function, line);
            second = 0;
        }
    }
    pclose(answer);
}

static bool own(const char *file)
{
    return strstr(file, "include/emulator/") || strstr(file, "include/cuda_") || strstr(file, "include/pl_ptx.h") ||
           strstr(file, "/c++/") || !strncmp(file, "??", 2);
}

// Returns the innermost frame in the user's code, from frame `from` on; -1 if there is none.
static int users_frame(const Frames *f, unsigned from = 0)
{
    for (unsigned i = from; i < f->count; i++)
        if (!own(f->at[i].file))
            return (int)i;
    return -1;
}

static void print_place(const Frames *f)
{
    int at = users_frame(f);
    if (at >= 0)
        fprintf(stderr, "%s:%d: ", f->at[at].file, f->at[at].line);
    else if (f->place)
        fprintf(stderr, "0x%zx: ", (size_t)(reinterpret_cast<Address>(f->place) - code_base()));
}

bool same_line(Place a, Place b)
{
    if (a == b)
        return true;
    static struct { Place a, b; bool same; } asked[64];
    static unsigned count;
    for (unsigned i = 0; i < 64; i++)
        if (asked[i].a == a && asked[i].b == b)
            return asked[i].same;
    static Frames frames[2];
    frames[0].place = a;
    frames[1].place = b;
    find_frames(frames, 2);
    int x = users_frame(&frames[0]), y = users_frame(&frames[1]);
    // Without lines the places count as the same, because a compiler may copy a call.
    bool same = x < 0 || y < 0 || (frames[0].at[x].line == frames[1].at[y].line &&
                                   !strcmp(frames[0].at[x].file, frames[1].at[y].file));
    asked[count++ % 64] = { a, b, same };
    return same;
}

// ---- Names ----

const char *name_thread(const Thread *t, char *buffer, size_t bytes)
{
    snprintf(buffer, bytes, "thread (%u,%u,%u)", t->index.x, t->index.y, t->index.z);
    return buffer;
}

const char *name_block(const Block *b, char *buffer, size_t bytes)
{
    snprintf(buffer, bytes, "block (%u,%u,%u)", b->index.x, b->index.y, b->index.z);
    return buffer;
}

const char *name_memory(const Memory *m, Address a, char *buffer, size_t bytes)
{
    char name[200];
    long long offset = (long long)(a - m->base);
    if (m->space == SPACE_SHARED)
        snprintf(buffer, bytes, "byte %lld of shared '%s'", offset, plain_name(m->symbol, name, sizeof name));
    else if (m->space == SPACE_DYNAMIC && running && m != &running->block->dynamic_memory)
        snprintf(buffer, bytes, "byte %lld of dynamic shared memory of %s", offset,
                 name_block(block_of_shared(m->base), name, sizeof name));
    else if (m->space == SPACE_DYNAMIC)
        snprintf(buffer, bytes, "byte %lld of dynamic shared memory", offset);
    else if (*m->name)
        snprintf(buffer, bytes, "byte %lld of '%s', an array of %zu bytes in global memory", offset, m->name, m->bytes);
    else
        snprintf(buffer, bytes, "byte %lld of an array of %zu bytes in global memory", offset, m->bytes);
    return buffer;
}

// ---- A report ----

enum { LINES = 12 };
static struct {
    char text[1000];
    Place place;
} lines[LINES];
static unsigned lines_count;

static void add_line(Place place, const char *begin, const char *format, va_list values)
{
    if (lines_count == LINES)
        return;
    int n = snprintf(lines[lines_count].text, sizeof lines[0].text, "%s", begin);
    vsnprintf(lines[lines_count].text + n, sizeof lines[0].text - (size_t)n, format, values);
    lines[lines_count++].place = place;
}

void report(cudaError_t error, Place place, const char *format, ...)
{
    char begin[400] = "error: ";
    lines_count = 0;
    if (run && running) {
        const Thread *t = running;
        snprintf(begin, sizeof begin, "error: kernel %s, block (%u,%u,%u), thread (%u,%u,%u): ", run->kernel,
                 t->block->index.x, t->block->index.y, t->block->index.z, t->index.x, t->index.y, t->index.z);
    } else if (run)
        snprintf(begin, sizeof begin, "error: kernel %s: ", run->kernel);
    va_list values;
    va_start(values, format);
    add_line(place, begin, format, values);
    va_end(values);
    reported = error;
}

void check_sm_90(const char *what, Place place)
{
    if (settings().arch >= 90)
        return;
    report(cudaErrorIllegalInstruction, place, "%s needs sm_90 (PALLAS=arch=sm_90)", what);
    end_report();
}

void note(Place place, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_line(place, "note: ", format, values);
    va_end(values);
}

void note_site(uint32_t site, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_line(site ? reinterpret_cast<Place>(code_base() + site) : nullptr, "note: ", format, values);
    va_end(values);
}

// Prints the calls that lead to the place of the report.
static void print_calls(const Frames *first)
{
    int shown = users_frame(first);
    for (int at = shown < 0 ? -1 : users_frame(first, (unsigned)shown + 1); at > 0; at = users_frame(first, (unsigned)at + 1))
        fprintf(stderr, "%s:%d: note: called from here\n", first->at[at].file, first->at[at].line);
    if (!running || running->depth < 2)
        return;
    static Frames callers[FRAMES];
    unsigned count = 0;
    // The outermost call is the launch.
    for (unsigned i = running->depth; i-- > 1 && count < FRAMES;)
        callers[count++].place = running->calls[i];
    find_frames(callers, count);
    for (unsigned i = 0; i < count; i++) {
        int at = users_frame(&callers[i]);
        if (at >= 0)
            fprintf(stderr, "%s:%d: note: called from here\n", callers[i].at[at].file, callers[i].at[at].line);
    }
}

void end_report()
{
    Thread *who = running;
    fflush(stdout);
    static Frames frames[LINES];
    Place places[LINES];
    unsigned distinct = 0;
    for (unsigned i = 0; i < lines_count; i++) {
        unsigned j = 0;
        while (j < distinct && places[j] != lines[i].place)
            j++;
        if (j == distinct && lines[i].place) {
            places[distinct] = lines[i].place;
            frames[distinct++].place = lines[i].place;
        }
    }
    if (distinct)
        find_frames(frames, distinct);
    for (unsigned i = 0; i < lines_count; i++) {
        for (unsigned j = 0; j < distinct; j++)
            if (frames[j].place == lines[i].place)
                print_place(&frames[j]);
        fprintf(stderr, "%s\n", lines[i].text);
        if (!i && distinct && lines[0].place)
            print_calls(&frames[0]);
    }
    fflush(stderr);
    running = who;
    if (settings().trap)
        raise(SIGTRAP);
    abandon_run();
}

void complain(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fflush(stdout);
    fprintf(stderr, "error: ");
    vfprintf(stderr, format, values);
    fprintf(stderr, "\n");
    va_end(values);
    fflush(stderr);
}

}  // namespace emulator
