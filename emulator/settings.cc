// settings.cc -- the environment variable PALLAS, which the launchers that pallasc writes also read.

#include "emulator.h"

namespace emulator {

static const char *const orders[] = { "forward", "reverse", "random", "greedy", "seq", nullptr };
// Settings of the launcher, of interpret mode and of the other targets, which share the variable.
static const char *const others[] = { "groups", "grid", "parts", "local", "schedule", "cluster", "stores", "devices", "check", "poison", "lint", "trace",
                                      "digest", "timeout", "scoped", "width", "memory", "chip", "dry", "summary", "report",
                                      "timeline", "call", "events", nullptr };
static const char *const copies[] = { "early", "late", "random", nullptr };
static const char *const arches[] = { "sm_80", "sm_90", "sm_90a", nullptr };
static const int arch_numbers[] = { 80, 90, 90 };
static const char *const on_error[] = { "return", "trap", nullptr };
static const char *const maps[] = { "withheld", nullptr };
static const char *const uninitialized[] = { "report", "ignore", nullptr };

[[noreturn]] static void reject(const char *setting, int length, const char *why)
{
    fprintf(stderr, "PALLAS: %.*s %s\n", length, setting, why);
    exit(2);
}

// Returns the index of the value among the words; rejects any other value.
static int choose(const char *setting, int length, const char *value, int value_length, const char *const *words)
{
    char why[200] = "is not valid; use ";
    for (int i = 0; words[i]; i++) {
        if ((int)strlen(words[i]) == value_length && !memcmp(words[i], value, (size_t)value_length))
            return i;
        if (i)
            strcat(why, "|");
        strcat(why, words[i]);
    }
    reject(setting, length, why);
}

template <typename Is> static bool any(Is is, const char *const *words)
{
    while (*words && !is(*words))
        words++;
    return *words;
}

static void set(Settings *s, const char *setting, int length)
{
    const char *equals = static_cast<const char *>(memchr(setting, '=', (size_t)length));
    int key = equals ? (int)(equals - setting) : length;
    const char *value = setting + key + (equals ? 1 : 0);
    int rest = (int)(setting + length - value);
    auto is = [=](const char *word) { return (int)strlen(word) == key && !memcmp(word, setting, (size_t)key); };
    if (is("order"))
        s->order = static_cast<Order>(choose(setting, length, value, rest, orders) % 4);  // seq is interpret mode's forward
    else if (is("copies"))
        s->copies = static_cast<Copies>(choose(setting, length, value, rest, copies));
    else if (is("arch"))
        s->arch = arch_numbers[choose(setting, length, value, rest, arches)];
    else if (is("on_error"))
        s->trap = choose(setting, length, value, rest, on_error) == 1;
    else if (is("uninitialized"))
        s->uninitialized = choose(setting, length, value, rest, uninitialized) == 0;
    else if (is("maps"))
        s->no_maps = choose(setting, length, value, rest, maps) == 0;
    else if (is("seed")) {
        char *end;
        s->seed = strtoull(value, &end, 0);
        if (end != setting + length || !rest)
            reject(setting, length, "is not valid; use a number");
    } else if (!any(is, others))
        reject(setting, length,
               "is unknown to the CUDA emulator; its settings are order, copies, seed, arch, on_error, uninitialized, maps");
}

static Settings read_settings()
{
    Settings s = { FORWARD, EARLY, 1, 80, false, true, false };
    const char *at = getenv("PALLAS");
    while (at && *at) {
        int length = (int)strcspn(at, ",");
        if (length)
            set(&s, at, length);
        at += length + (at[length] == ',');
    }
    return s;
}

const Settings &settings()
{
    static const Settings all = read_settings();
    return all;
}

uint64_t draw()
{
    static uint64_t state = settings().seed * 0x9e3779b97f4a7c15u;
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

bool done_early()
{
    return settings().copies == EARLY || (settings().copies == EITHER && draw() % 2);
}

}  // namespace emulator
