// generate.c -- writes a random program in the language of docs/language.md, and a plain-C reference that computes the same.
//
//     generate --seed=7 --part=kernels       the kernels and calls, a file for pallasc and for any C compiler
//     generate --seed=7 --part=main          a main() that makes the calls with several sizes, and compares
//     generate --seed=7                      both, as one file
//     generate --seed=7 --choices            the choices: `path value`, for each choice that is not the simplest
//     --calls=N                              the number of calls (6); --set=PATH=V forces a choice, --sets=FILE those of a file
//
// Every program is legal: each report, each error of pallasc --check, and each result that differs from the reference is a
// mistake in the product or in this generator. operands.c chooses calls, body.c kernels, and print.c prints them. The reference
// does not use pallas.h: it runs over the grid, copies windows and runs the body as loops, by the rules of
// docs/language.md#what-it-means. It runs twice, with different unspecified data, to tell a program that reads such data, which is
// a mistake in the generator, from one that is computed wrong.

#include "generate.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 16 };

static void read_choices(const char *name)
{
    FILE *file = fopen(name, "r");
    char path[512];
    long value;
    if (!file) {
        perror(name);
        exit(2);
    }
    while (fscanf(file, "%511s %ld", path, &value) == 2)
        force_choice(path, value);
    fclose(file);
}

// One choice, PATH=V.
static void read_choice(const char *choice)
{
    const char *equals = strrchr(choice, '=');
    if (equals)
        force_choice(text("%.*s", (int)(equals - choice), choice), atol(equals + 1));
}

int main(int argc, char **argv)
{
    static struct call calls[MOST_CALLS];
    unsigned long seed = 1;
    int count = 6, made = 0;
    const char *part = "all";
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i];
        if (!strncmp(option, "--seed=", 7)) {
            seed = strtoul(option + 7, NULL, 10);
        } else if (!strncmp(option, "--part=", 7)) {
            part = option + 7;
        } else if (!strcmp(option, "--choices")) {
            part = "choices";
        } else if (!strncmp(option, "--calls=", 8)) {
            count = atoi(option + 8);
        } else if (!strncmp(option, "--sets=", 7)) {
            read_choices(option + 7);
        } else if (!strncmp(option, "--set=", 6)) {
            read_choice(option + 6);
        } else {
            fprintf(stderr, "unknown option %s; generate.c says which there are\n", option);
            return 2;
        }
    }
    begin_choices(seed);
    for (int i = 0; i < count && i < MOST_CALLS; i++)
        if (chance(text("call%d", i), 100))
            choose_call(&calls[made++], i);
    bool all = !strcmp(part, "all");
    if (!strcmp(part, "choices"))
        print_choices(stdout);
    if (all || !strcmp(part, "kernels"))
        print_kernels(stdout, calls, made, seed);
    if (all || !strcmp(part, "main"))
        print_main(stdout, calls, made, seed, all);
    return 0;
}
