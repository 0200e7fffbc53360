// words.cc -- compares what gen/prove/words.c declares of words with what the emulator observes: words.sh. Prints `N passed, N failed`
// last.   words TABLE: lines NAME ARGUMENTS STARTS ORDER
//
// The linker puts the functions below between the emulator's files, so each access of the kernel and each copy passes through them.
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { READ = 1, WRITE = 2, ARGUMENTS = 4, FIRST = 4, ELEMENTS = 512, MOST_WORDS = 64, MOST_COPIES = 8 };

struct Word { char name[64], arguments[32], starts[8], order[32]; bool met; };
struct Memory { int argument, bytes; uintptr_t first; };         // bytes: of an element

static Word words[MOST_WORDS];
static Memory memories[16];
static int word_count, memory_count, passed, failed;

// The word that runs:
static const char *running;
static int wanted_elements, copies_begun;
static struct { bool read, written, started, outside; } seen[ARGUMENTS];
static bool copy_ended[MOST_COPIES];
static uintptr_t copy_at[MOST_COPIES];

static void access(uintptr_t at, size_t bytes, bool writes, bool starts)
{
    for (int i = 0; i < memory_count && running; i++) {
        const Memory *m = &memories[i];
        if (at < m->first || at >= m->first + ELEMENTS * m->bytes)
            continue;
        const int from = (int)(at - m->first) / m->bytes, to = from + (int)bytes / m->bytes;
        auto *s = &seen[m->argument];
        s->read |= !writes, s->written |= writes, s->started |= starts;
        s->outside |= from < FIRST || to > FIRST + wanted_elements;
    }
}

extern "C" {

void __real__ZN8emulator13access_memoryEmmjPKv(uintptr_t, size_t, unsigned, const void *);
void __real__ZN8emulator10begin_copyEmmPKv(uintptr_t, size_t, const void *);
void __real__ZN8emulator8end_copyEmmjmPNS_5BlockE(uintptr_t, size_t, unsigned, uint64_t, void *);
void run_words(float *global);

void __wrap__ZN8emulator13access_memoryEmmjPKv(uintptr_t at, size_t bytes, unsigned how, const void *place)
{
    if (how & READ)
        access(at, bytes, false, false);
    if (how & WRITE)
        access(at, bytes, true, false);
    __real__ZN8emulator13access_memoryEmmjPKv(at, bytes, how, place);
}

void __wrap__ZN8emulator10begin_copyEmmPKv(uintptr_t at, size_t bytes, const void *place)
{
    access(at, bytes, true, true);
    if (running && copies_begun && !copy_at[copies_begun - 1])
        copy_at[copies_begun - 1] = at;
    __real__ZN8emulator10begin_copyEmmPKv(at, bytes, place);
}

void __wrap__ZN8emulator8end_copyEmmjmPNS_5BlockE(uintptr_t at, size_t bytes, unsigned thread, uint64_t tick, void *block)
{
    for (int i = 0; i < copies_begun; i++)
        copy_ended[i] |= running && copy_at[i] == at;
    __real__ZN8emulator8end_copyEmmjmPNS_5BlockE(at, bytes, thread, tick, block);
}

void word_memory(int lane, int argument, const void *first, int bytes)
{
    if (lane == 0)
        memories[memory_count++] = { argument, bytes, reinterpret_cast<uintptr_t>(first) };
}

void word_copy_begins(int lane)
{
    if (lane == 0)
        copies_begun++;
}

void word_begins(int lane, const char *name, int elements)
{
    if (lane != 0)
        return;
    memset(seen, 0, sizeof seen);
    memset(copy_ended, 0, sizeof copy_ended);
    memset(copy_at, 0, sizeof copy_at);
    wanted_elements = elements, copies_begun = 0, running = name;
}

// The copies that have ended: a bit for each.
static unsigned ended()
{
    unsigned bits = 0;
    for (int i = 0; i < copies_begun; i++)
        bits |= copy_ended[i] << i;
    return bits;
}

static void verdict(bool holds, const char *what, int argument)
{
    passed += holds, failed += !holds;
    if (!holds)
        printf("%s: argument %d: the emulator observes otherwise: %s\n", running, argument, what);
}

void word_ends(int lane)
{
    if (lane != 0)
        return;
    Word none = { "", "", "false", "NO_ORDER", false }, *word = NULL;
    for (int i = 0; i < word_count; i++)
        if (!strcmp(words[i].name, running))
            word = &words[i];
    const bool listed = word;
    word = listed ? word : &none;
    word->met = true;
    const bool starts = !strcmp(word->starts, "true");
    for (int a = 0; a < ARGUMENTS; a++) {
        const char letter = a < (int)strlen(word->arguments) ? word->arguments[a] : '-';
        const bool reads = letter == 'r' || letter == 'R', writes = letter == 'w' || letter == 'W';
        verdict(seen[a].written == writes, "whether it is written", a);
        verdict(!listed || seen[a].read == reads, "whether it is read", a);
        verdict(seen[a].started == (writes && starts), "whether it is written later", a);
        verdict(!seen[a].outside, "which elements", a);
    }
    // Of the copies, each is committed when the next begins. After say_fetched, the test itself waits for those that are committed.
    const unsigned wanted = !strcmp(word->order, "AWAITS_ALL") ? 31 : !strcmp(word->order, "AWAITS_ALL_BUT") ? 7
                          : !strcmp(word->order, "COMMITS") ? 1 : 0;
    verdict(ended() == wanted, "which copies have ended", -1);
    running = NULL;
}

}

int main(int argc, char **argv)
{
    FILE *table = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!table)
        return 2;
    for (Word w = {}; word_count < MOST_WORDS && fscanf(table, "%63s \"%31[^\"]\" %7s %31s", w.name, w.arguments, w.starts, w.order) == 4; w = {})
        words[word_count++] = w;
    float *global = NULL;
    if (cudaMalloc(&global, 4096 * sizeof *global) || cudaMemset(global, 0, 4096 * sizeof *global))
        return 2;
    run_words(global);
    if (cudaDeviceSynchronize()) {
        printf("the kernel fails\n");
        failed++;
    }
    for (int i = 0; i < word_count; i++) {
        running = words[i].name;
        verdict(words[i].met, "it has no case in words.m4", -1);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
