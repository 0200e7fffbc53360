// main.c -- the command line, and the stages one after the other.

#include "pallasc.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION "0.1"

static const char usage[] =
    "pallasc [option...] file.c\n"
    "\n"
    "Reads a C file with kernels in the language of pallas.h and writes what it was asked for.\n"
    "\n"
    "  --emit=tree      kernels, helpers and calls as pallasc understands them\n"
    "  --emit=source    the same as a C file that compiles with pallas.h\n"
    "  --emit=nodes     the same node by node, with types\n"
    "  --emit=plan      what each call is on any machine, as the m4 definitions that templates read\n"
    "  --emit=header    the calls' prototypes, for C and C++\n"
    "  --target=opencl  the calls for this target; with -o NAME, the kernels stand beside it, too\n"
    "  --templates=DIR  where the targets' templates are\n"
    "  --explain        which axes are parallel and why, and what is copied, to standard error\n"
    "  --check          only looks whether kernels are right, as far as that can be seen\n"
    "  --places         with --emit=tree: file, line and column of each line\n"
    "  -o FILE          writes there; else to standard output\n"
    "  -D -I -U -std -include -isystem -idirafter -f… -m…    as a C compiler takes them\n"
    "  --help  --version\n"
    "\n"
    "It returns 0, 1 when the file has errors or what pallasc does not read, 2 when the command line has, 3 when pallasc\n"
    "itself fails, 4 when a kernel that it reads is wrong.\n";

typedef struct {
    const char *file, *output, *target, *templates;
    enum { EMIT_NOTHING, EMIT_TREE, EMIT_SOURCE, EMIT_NODES, EMIT_PLAN, EMIT_HEADER, EMIT_CODE } emit;
    bool places, explain, check;
    const char **compiler;      // arguments of clang's
    int compiler_count;
} Options;

static void refuse(const char *format, const char *what)
{
    fputs("pallasc: ", stderr);
    fprintf(stderr, format, what);
    fputs("\ntry: pallasc --help\n", stderr);
    exit(EXIT_COMMAND_LINE);
}

static bool begins(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

static void add(Options *o, const char *argument)
{
    list_add(o->compiler, o->compiler_count, argument);
}

// The folder of pallas.h, where nobody says -I: beside build/pallasc, or as installed. Behind all others.
static void add_own_folders(Options *o)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash;
    if (length <= 0)
        return;
    self[length] = 0;
    slash = strrchr(self, '/');
    if (!slash)
        return;
    *slash = 0;
    if (!o->templates)
        o->templates = text("%s/../targets", self);
    add(o, text("-I%s/..", self));
    add(o, text("-I%s/../include", self));
}

// What clang is told besides: the face to read, and to leave warnings to the compiler of the program.
static void add_own(Options *o)
{
    bool standard = false;
    for (int i = 0; i < o->compiler_count; i++)
        standard |= begins(o->compiler[i], "-std");
    if (!standard)
        add(o, "-std=c11");
    static const char *const own[] = { "-xc", "-D__PALLASC__", "-w", "-Werror=incompatible-pointer-types" };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        add(o, own[i]);
#ifdef CLANG_RESOURCES
    if (!access(CLANG_RESOURCES, R_OK)) {
        add(o, "-resource-dir");
        add(o, CLANG_RESOURCES);
    }
#endif
    add_own_folders(o);
}

static bool takes_next(const char *argument)
{
    static const char *const all[] = { "-D", "-I", "-U", "-include", "-isystem", "-idirafter", "-iquote" };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(argument, all[i]))
            return true;
    return false;
}

static bool is_compiler_option(const char *a)
{
    return begins(a, "-D") || begins(a, "-I") || begins(a, "-U") || begins(a, "-std=") || begins(a, "-i") ||
           begins(a, "-f") || begins(a, "-m") || begins(a, "-W") || begins(a, "-O") || begins(a, "-g") ||
           !strcmp(a, "-pedantic");
}

static void set_emit(Options *o, const char *what)
{
    if (!strcmp(what, "tree"))
        o->emit = EMIT_TREE;
    else if (!strcmp(what, "source"))
        o->emit = EMIT_SOURCE;
    else if (!strcmp(what, "nodes"))
        o->emit = EMIT_NODES;
    else if (!strcmp(what, "plan"))
        o->emit = EMIT_PLAN;
    else if (!strcmp(what, "header"))
        o->emit = EMIT_HEADER;
    else
        refuse("--emit is tree, source, nodes, plan or header, not %s", what);
}

static Options read_options(int argc, char **argv)
{
    Options o = { .emit = EMIT_NOTHING };
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (!strcmp(a, "--help")) {
            fputs(usage, stdout);
            exit(0);
        } else if (!strcmp(a, "--version")) {
            puts("pallasc " VERSION);
            exit(0);
        } else if (begins(a, "--emit=")) {
            set_emit(&o, a + strlen("--emit="));
        } else if (begins(a, "--target=")) {
            o.target = a + strlen("--target=");
            o.emit = EMIT_CODE;
        } else if (begins(a, "--templates=")) {
            o.templates = a + strlen("--templates=");
        } else if (!strcmp(a, "--explain")) {
            o.explain = true;
        } else if (!strcmp(a, "--check")) {
            o.check = true;
        } else if (!strcmp(a, "--places")) {
            o.places = true;
        } else if (!strcmp(a, "-o") || takes_next(a)) {
            if (++i == argc)
                refuse("%s takes a word more", a);
            if (!strcmp(a, "-o"))
                o.output = argv[i];
            else
                add(&o, a), add(&o, argv[i]);
        } else if (is_compiler_option(a)) {
            add(&o, a);
        } else if (a[0] == '-' && a[1]) {
            refuse("there is no option %s", a);
        } else if (o.file) {
            refuse("one file at a time: what is %s?", a);
        } else {
            o.file = a;
        }
    }
    if (!o.file)
        refuse("%s", "which file?");
    if (o.emit == EMIT_NOTHING && !o.check)
        refuse("%s", "what to write? --emit=tree, for one");
    add_own(&o);
    return o;
}

static FILE *open_output(const char *name)
{
    FILE *to = name ? fopen(name, "w") : stdout;
    if (!to) {
        fprintf(stderr, "pallasc: cannot write %s\n", name);
        exit(EXIT_ERRORS);
    }
    return to;
}

static Plan **plan_calls(const Options *o, const Source *source)
{
    bool wanted = o->explain || o->emit == EMIT_PLAN || o->emit == EMIT_CODE;
    Plan **plans = allocate((size_t)source->call_count * sizeof *plans);
    for (int i = 0; wanted && i < source->call_count; i++) {
        plans[i] = plan_call(source, &source->calls[i]);
        if (o->explain && plans[i])
            explain(stderr, plans[i]);
    }
    return plans;
}

static void write_output(const Options *o, FILE *to, const Source *source, Plan *const *plans)
{
    switch (o->emit) {
    case EMIT_NOTHING:  return;
    case EMIT_NODES:    dump_source(to, source); return;
    case EMIT_SOURCE:   print_source(to, source, PRINT_SOURCE); return;
    case EMIT_TREE:     print_source(to, source, o->places ? PRINT_PLACES : PRINT_TREE); return;
    case EMIT_PLAN:     emit_plan(to, source, plans); return;
    case EMIT_HEADER:   emit_header(to, source); return;
    case EMIT_CODE:
        if (!emit_code(to, o->output, source, plans, o->target, o->templates) && o->output)
            remove(o->output);
        return;
    }
}

int main(int argc, char **argv)
{
    Options o = read_options(argc, argv);
    if (access(o.file, R_OK)) {
        fprintf(stderr, "pallasc: cannot read %s\n", o.file);
        return EXIT_ERRORS;
    }
    Source *source = read_source(o.file, o.compiler_count, o.compiler);
    if (!source)
        return EXIT_ERRORS;
    check_source(source);
    if (errors || o.emit == EMIT_NOTHING)
        return errors ? EXIT_MISTAKES : 0;
    Plan **plans = plan_calls(&o, source);
    if (errors)
        return EXIT_ERRORS;
    FILE *to = open_output(o.output);
    write_output(&o, to, source, plans);
    if (fclose(to)) {
        fprintf(stderr, "pallasc: cannot write %s\n", o.output ? o.output : "standard output");
        return EXIT_ERRORS;
    }
    return errors ? EXIT_ERRORS : 0;
}
