// main.c -- the command line, and the stages in order.

#include "check/check.h"
#include "emit/emit.h"
#include "lower/lower.h"
#include "plan/plan.h"
#include "prove/prove.h"
#include "render/render.h"
#include "show/show.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "pallasc [option...] file.c [-- flags of the C compiler]\n"
    "\n"
    "Check the kernels of a C file that includes pallas.h, and translate its calls for a target.\n"
    "\n"
    "Translate\n"
    "  --target=T       write the calls for target T: kernels and launcher in one file. With -o NAME… some targets write\n"
    "                   a second file next to it: NAME.cl to read, NAME.cuh to include\n"
    "  -o FILE          write to FILE instead of standard output\n"
    "  -MF FILE         also write to FILE a rule of make with the files that were read; -MT NAME is its target,\n"
    "                   which otherwise is the file of -o\n"
    "  -g               write #line directives, so that compilers and debuggers show lines of file.c\n"
    "  --budget=48K     local memory per work-group of the GPU; exceeding it is an error. Without it, what\n"
    "                   targets/T/machine says is assumed, and --explain and --check --target=T print a remark for\n"
    "                   calls that need more\n"
    "\n"
    "Check and explain\n"
    "  --check          only check the kernels; with --target=T: also that T supports them\n"
    "  --check=likely   like --check, without remarks about cases that pallasc accepts but cannot prove; code that it\n"
    "                   cannot read is a note, and no error\n"
    "  --explain        print to standard error which axes are parallel and why, and which blocks are copied;\n"
    "                   with --target=T: also the memory that T uses. Code is then written only with -o\n"
    "  --size=NAME=N    with --explain: the value of a size or scalar of the calls, if memory depends on it;\n"
    "                   with --report: where the page begins\n"
    "  --report=FILE    write a page to look at, one HTML file: blocks and copies program by program, memory, and the\n"
    "                   source beside the code of --target=T, which is then written only with -o; after errors the page has\n"
    "                   the source and the errors\n"
    "  --timeline=FILE  with --report: a picture of PALLAS=timeline=, or the times of trace=, of a run\n"
    "\n"
    "Write something else\n"
    "  --emit=header    prototypes of the calls, for C and C++\n"
    "  --emit=trial     a program that runs the calls with sizes from its command line; make tune uses it\n"
    "  --emit=plan      the plan of each call: its windows, and its statements as they are run\n"
    "  --emit=barriers  for --target=T: which barriers and waits of its kernels are needed, and what is not proved\n"
    "  --emit=facts     the same as the templates read it: m4 definitions\n"
    "  --emit=tree      kernels, helpers and calls as pallasc reads them; --places adds file, line and column\n"
    "  --emit=source    the same as a C file that compiles with pallas.h\n"
    "  --emit=nodes     the same as a tree of nodes with types\n"
    "  --emit=code      the code of --target, which is the default\n"
    "\n"
    "Read the file\n"
    "  -D -I -U -std -include -isystem -idirafter -f… -m…    as for a C compiler\n"
    "  -- FLAG...       flags of a C compiler, such as $(CPPFLAGS) $(CFLAGS). pallasc uses those that change the meaning\n"
    "                   of the file (-D -U -I -std= -include and similar) and ignores the others\n"
    "  --templates=DIR  folder of the targets' templates; default: ../targets or ../share/pallas/targets next to pallasc\n"
    "\n"
    "  --help  --version\n"
    "\n"
    "Messages\n"
    "  FILE:LINE:COLUMN: error|warning|remark: TEXT [id], on standard error. A note follows and says what to write instead;\n"
    "  docs/errors/messages.md lists the messages by their ids\n"
    "\n"
    "Exit status\n"
    "  0  everything was written\n"
    "  1  the file cannot be read, does not compile, or contains code that pallasc cannot read or the target does not\n"
    "     support\n"
    "  2  the command line is wrong\n"
    "  3  internal error: please report the message\n"
    "  4  a kernel is wrong\n"
    "  5  something is missing: m4, a template, or permission to write\n"
    "After any other status than 0 nothing is written, and existing files are unchanged.\n";

typedef struct {
    const char *file, *output, *target, *templates;
    const char *rule, *rule_target;     // -MF, -MT
    const char *report, *timeline;
    enum { EMIT_NOTHING, EMIT_TREE, EMIT_SOURCE, EMIT_NODES, EMIT_PLAN, EMIT_BARRIERS, EMIT_FACTS, EMIT_HEADER, EMIT_TRIAL, EMIT_CODE } emit;
    bool places, explain, check, likely, lines;         // lines: -g
    bool no_checks;             // -DPL_CHECKS=0
    const char **compiler;      // arguments for clang
    int compiler_count;
    KnownSize *sizes;           // --size
    int size_count;
    long long budget;           // 0: none is given
} Options;

static void reject(const char *format, const char *what)
{
    fputs("pallasc: ", stderr);
    fprintf(stderr, format, what);
    fputs("\ntry: pallasc --help\n", stderr);
    exit(EXIT_COMMAND_LINE);
}

static void add(Options *o, const char *argument)
{
    list_add(o->compiler, o->compiler_count, argument);
}

// ---- Locations ------------------------------------------------------------------------------------------------------

static bool is_readable(const char *path)
{
    return !access(path, R_OK);
}

// Returns the folder of this program, with which the installed files may have been moved; NULL: unknown.
static const char *own_folder(void)
{
    enum { LONGEST = 4096 };
    char *self = allocate(LONGEST);
    ssize_t length = readlink("/proc/self/exe", self, LONGEST - 1);
    self[length > 0 ? length : 0] = 0;
    char *slash = strrchr(self, '/');
    if (!slash)
        return NULL;
    *slash = 0;
    return self;
}

// Returns the templates next to the program's folder, where `make install` puts them, or in the source folder; or NULL.
static const char *find_templates(const char *self)
{
    const char *places[] = { self ? text("%s/../targets", self) : NULL, self ? text("%s/../share/pallas/targets", self) : NULL,
#ifdef SOURCE_DIR
                             SOURCE_DIR "/targets"
#endif
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (places[i] && is_readable(text("%s/common.m4", places[i])))
            return places[i];
    return NULL;
}

// Adds the folders in which pallas.h may be, after all -I options, and finds the templates.
static void add_own_folders(Options *o)
{
    const char *self = own_folder();
    if (!o->templates)
        o->templates = find_templates(self);
    if (self) {
        add(o, text("-I%s/..", self));
        add(o, text("-I%s/../include", self));
    }
#ifdef SOURCE_DIR
    add(o, "-I" SOURCE_DIR);
#endif
}

// Returns the names of the targets in the folder: "opencl, tpu".
static const char *targets_in(const char *folder)
{
    char **names = NULL;
    int count = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t length = strlen(e->d_name);
        if (length > 3 && !strcmp(e->d_name + length - 3, ".m4") && strcmp(e->d_name, "common.m4"))
            list_add(names, count, text_part(e->d_name, length - 3));
    }
    if (d)
        closedir(d);
    if (count)
        qsort(names, (size_t)count, sizeof *names, by_text);
    const char *s = "";
    for (int i = 0; i < count; i++)
        s = listed(s, names[i]);
    return s;
}

static void find_target(const Options *o)
{
    if (!o->templates || !is_readable(text("%s/common.m4", o->templates))) {
        fprintf(stderr, "pallasc: no templates found %s%s; give --templates=DIR, the folder targets/ of Pallas in C\n",
                o->templates ? "in " : "next to pallasc", o->templates ? o->templates : "");
        exit(EXIT_MISSING);
    }
    if (strchr(o->target, '/') || !strcmp(o->target, "common") || !is_readable(text("%s/%s.m4", o->templates, o->target)))
        reject(text("unknown target %s; the targets are %s", "%s", targets_in(o->templates)), o->target);
}

// ---- The command line -----------------------------------------------------------------------------------------------

// Returns -DPL_TARGET_OPENCL=1: a file may test which target it is for. The C compiler of the program gets it, too.
static const char *target_macro(const char *target)
{
    return text("-DPL_TARGET_%s=1", capitals(target));
}

// Adds arguments for clang: parse mode, and no warnings, because the C compiler of the program prints them.
static void add_own(Options *o)
{
    bool standard = false;
    for (int i = 0; i < o->compiler_count; i++) {
        const char *a = o->compiler[i], *definition = begins(a, "-D") ? a + 2 : a;
        standard |= begins(a, "-std");
        o->no_checks |= !strcmp(definition, "PL_CHECKS=0");
    }
    if (!standard)
        add(o, "-std=c11");
    static const char *const own[] = { "-xc", "-D__PALLASC__", "-DPL_PARSE_MODE_=\"" PARSE_MODE "\"", "-w",
                                       "-Werror=incompatible-pointer-types" };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        add(o, own[i]);
    if (o->target)
        add(o, target_macro(o->target));
#ifdef CLANG_RESOURCES
    if (is_readable(CLANG_RESOURCES)) {
        add(o, "-resource-dir");
        add(o, CLANG_RESOURCES);
    }
#endif
    add_own_folders(o);
}

static bool takes_next(const char *argument)
{
    static const char *const all[] = { "-D", "-I", "-U", "-include", "-imacros", "-isystem", "-idirafter", "-iquote" };
    return IS_ONE_OF(argument, all);
}

static bool is_compiler_option(const char *a)
{
    return begins(a, "-D") || begins(a, "-I") || begins(a, "-U") || begins(a, "-std=") || begins(a, "-i") ||
           begins(a, "-f") || begins(a, "-m") || begins(a, "-W") || begins(a, "-O") || !strcmp(a, "-pedantic");
}

// Whether this flag affects the text of the file or its meaning. Warnings, optimization and code generation do not.
static bool is_language_flag(const char *a)
{
    return begins(a, "-D") || begins(a, "-I") || begins(a, "-U") || begins(a, "-std=") || begins(a, "-i") ||
           !strcmp(a, "-ansi") || !strcmp(a, "-nostdinc") || !strcmp(a, "-funsigned-char") || !strcmp(a, "-fsigned-char");
}

// Adds those flags for the C compiler, from argv[i] on, that matter. Others are skipped, with their arguments.
static void add_compiler_flags(Options *o, int i, int argc, char **argv)
{
    static const char *const other[] = { "-o", "-x", "-l", "-L", "-T", "-u", "-MF", "-MT", "-MQ", "-Xlinker", "-Xpreprocessor",
                                         "-Xassembler", "-Xclang", "-aux-info", "--param", "-arch", "-target" };
    for (; i < argc; i++) {
        if (IS_ONE_OF(argv[i], other)) {
            i++;
        } else if (takes_next(argv[i])) {
            if (i + 1 == argc)
                reject("%s needs an argument", argv[i]);
            add(o, argv[i]), add(o, argv[i + 1]);
            i++;
        } else if (is_language_flag(argv[i])) {
            add(o, argv[i]);
        }
    }
}

static void set_emit(Options *o, const char *what)
{
    static const char *const names[] = {
        [EMIT_TREE] = "tree", [EMIT_SOURCE] = "source", [EMIT_NODES] = "nodes", [EMIT_PLAN] = "plan", [EMIT_BARRIERS] = "barriers",
        [EMIT_FACTS] = "facts",
        [EMIT_HEADER] = "header", [EMIT_TRIAL] = "trial", [EMIT_CODE] = "code",
    };
    for (size_t i = EMIT_TREE; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(what, names[i])) {
            o->emit = (int)i;
            return;
        }
    reject("--emit=%s is unknown; use code, plan, barriers, facts, header, trial, tree, source or nodes", what);
}

static void set_size(Options *o, const char *argument)                  // m=1024
{
    const char *sign = strchr(argument, '=');
    char *end = NULL;
    long long value = sign ? strtoll(sign + 1, &end, 10) : -1;
    if (!sign || sign == argument || end == sign + 1 || *end || value < 0)
        reject("--size=%s is not NAME=NUMBER; write, for example, --size=m=1024", argument);
    list_add(o->sizes, o->size_count, ((KnownSize){ text_part(argument, (size_t)(sign - argument)), value }));
}

static void set_budget(Options *o, const char *argument)                // 49152, 48K or 1M
{
    char *end = NULL;
    o->budget = strtoll(argument, &end, 10);
    if (end != argument && (*end == 'K' || *end == 'M'))
        o->budget *= *end++ == 'K' ? 1 << 10 : 1 << 20;
    if (end == argument || *end || o->budget <= 0)
        reject("--budget=%s is not a number of bytes; write, for example, --budget=48K", argument);
}

// Sets a flag. false: it is another option.
static bool set_flag(Options *o, const char *a)
{
    if (!strcmp(a, "--help"))
        fputs(usage, stdout), exit(0);
    if (!strcmp(a, "--version"))
        puts("pallasc " VERSION), exit(0);
    bool likely = !strcmp(a, "--check=likely");
    bool *flag = !strcmp(a, "--explain") ? &o->explain : !strcmp(a, "--check") || likely ? &o->check
               : !strcmp(a, "--places") ? &o->places : begins(a, "-g") ? &o->lines : NULL;
    if (!flag)
        return false;
    o->likely |= likely;
    return *flag = true;
}

static void check_options(Options *o)
{
    if (!o->file)
        reject("%s", "no input file");
    if (o->rule && !o->rule_target && !o->output)
        reject("%s", "-MF needs -o FILE or -MT NAME: a rule of make has a target");
    if (o->emit == EMIT_NOTHING && o->target && !o->check && (!(o->explain || o->report) || o->output))
        o->emit = EMIT_CODE;
    if (o->emit == EMIT_NOTHING && !o->check && !o->explain && !o->report)
        reject("%s", "nothing to do: give --target=T, --emit=…, --check, --explain or --report=FILE");
    if (o->report && o->emit != EMIT_NOTHING && o->emit != EMIT_CODE)
        reject("%s", "--report needs a run of its own, without --emit");
    if (o->size_count && !o->explain && !o->report)
        reject("%s", "--size needs --explain or --report=FILE");
    if (o->timeline && !o->report)
        reject("%s", "--timeline needs --report=FILE");
    if (o->emit == EMIT_CODE && !o->target)
        reject("%s", "--emit=code needs a target, such as --target=opencl");
    add_own(o);
    if (o->target)
        find_target(o);
}

static Options read_options(int argc, char **argv)
{
    Options o = { .emit = EMIT_NOTHING };
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (!strcmp(a, "--")) {
            add_compiler_flags(&o, i + 1, argc, argv);
            break;
        } else if (set_flag(&o, a)) {
            continue;
        } else if (begins(a, "--emit=")) {
            set_emit(&o, a + strlen("--emit="));
        } else if (begins(a, "--target=")) {
            o.target = a + strlen("--target=");
        } else if (begins(a, "--templates=")) {
            o.templates = a + strlen("--templates=");
        } else if (begins(a, "--size=")) {
            set_size(&o, a + strlen("--size="));
        } else if (begins(a, "--budget=")) {
            set_budget(&o, a + strlen("--budget="));
        } else if (begins(a, "--report=") && a[strlen("--report=")]) {
            o.report = a + strlen("--report=");
        } else if (begins(a, "--timeline=")) {
            o.timeline = a + strlen("--timeline=");
        } else if (begins(a, "-o") && a[2]) {
            o.output = a + 2;
        } else if (!strcmp(a, "-o") || !strcmp(a, "-MF") || !strcmp(a, "-MT") || takes_next(a)) {
            if (++i == argc)
                reject("%s needs an argument", a);
            if (!strcmp(a, "-o"))
                o.output = argv[i];
            else if (!strcmp(a, "-MF"))
                o.rule = argv[i];
            else if (!strcmp(a, "-MT"))
                o.rule_target = argv[i];
            else
                add(&o, a), add(&o, argv[i]);
        } else if (is_compiler_option(a)) {
            add(&o, a);
        } else if (a[0] == '-') {
            reject("unknown option %s", a);
        } else if (o.file) {
            reject("more than one input file: %s", a);
        } else {
            o.file = a;
        }
    }
    check_options(&o);
    return o;
}

// ---- The stages -----------------------------------------------------------------------------------------------------

// Whether --check compares memory with a limit. Without a target and a budget it assumes no machine.
static bool checks_memory(const Options *o)
{
    return o->check && (o->target || o->budget);
}

static bool wants_plan(const Options *o)
{
    return o->explain || o->report || o->emit == EMIT_PLAN || o->emit == EMIT_BARRIERS || o->emit == EMIT_FACTS || o->emit == EMIT_CODE || checks_memory(o);
}

static void lower(const Options *o, Source *source, const Machine *machine)
{
    if (!machine->copies)
        flatten_pipelines(source);
    if (machine->divides)
        divide_reductions(source, machine->copies ? 0 : machine->lanes_most, machine->copies);
    bind_arrays(source);
    expand_functions(source, !o->no_checks, machine->copies);
    if (errors)                                         // then a pl_copy may have no copy
        return;
    lower_copies(source, machine->copies);
    infer_address_spaces(source);
    if (machine->cpp)
        translate_to_cpp(source);
    if (o->target)
        rename_reserved(source, o->templates, o->target);
}

// Returns the first machine of the target; without a target the generic one, which starts copies if the file has a PL_MESH.
static const Machine *machine_for(const Options *o, const Source *source)
{
    Machine *first = machines_of(o->templates, o->target);
    for (int i = 0; i < source->call_count && !o->target; i++)
        first->copies |= source->calls[i].mesh_count > 0;
    for (Machine *m = first; m; m = m->next) {
        if (o->budget)
            m->local_bytes = o->budget, m->budget_is_named = true;
        if (o->lines)                                   // one version to step through
            m->vector_loops = 0;
    }
    return first;
}

static Plan **plan_calls(const Source *source, const Machine *machine)
{
    Plan **plans = allocate((size_t)source->call_count * sizeof *plans);
    for (int i = 0; i < source->call_count; i++) {
        plans[i] = plan_call(&source->calls[i], machine, source->unchecked, true);
        if (plans[i] && !place_barriers(plans[i])) {    // then all lanes run the same iterations
            plans[i] = plan_call(&source->calls[i], machine, source->unchecked, false);
            place_barriers(plans[i]);
        }
    }
    return plans;
}

static void explain_memory_of(FILE *to, const Options *o, const Plan *plan)
{
    Printed facts;
    begin_printing(&facts);
    set_marks(true);
    put_memory_facts(facts.to, plan, o->sizes, o->size_count);
    set_marks(false);
    render_memory(to, end_printing(&facts), o->target, o->templates);
}

static void explain_plan(const Options *o, const Plan *plan)
{
    const Explanation e = explanation_of(plan, o->sizes, o->size_count);
    explain(stderr, plan->call, &e);
}

// Prints what --explain and --budget ask for.
static void show_calls(const Options *o, const Source *source, Plan *const *plans)
{
    for (int i = 0; i < source->call_count; i++) {
        if (source->calls[i].whole)                     // made of another, which is shown
            continue;
        if (plans[i] && (o->budget || o->explain || o->report || checks_memory(o)))
            check_budget(plans[i]);
        if (plans[i] && o->explain)
            explain_plan(o, plans[i]);
        if (plans[i] && o->explain && o->target && !errors)     // after a mistake there is nothing to render
            explain_memory_of(stderr, o, plans[i]);
    }
}

// Returns the plan, or what else --emit asks for: all of it before anything is written, because after an error nothing is.
// For m4 it has marks, for people (--emit=facts) none.
static const char *emit(const Options *o, const Source *source, Plan *const *plans)
{
    Printed all;
    begin_printing(&all);
    if (o->emit == EMIT_CODE || o->emit == EMIT_NOTHING) {
        set_marks(true);
        mark_names(source);
    }
    if (o->emit == EMIT_NODES)
        dump_source(all.to, source);
    else if (o->emit == EMIT_HEADER)
        emit_header(all.to, source);
    else if (o->emit == EMIT_TRIAL)
        emit_trial(all.to, source);
    else if (o->emit == EMIT_TREE || o->emit == EMIT_SOURCE)
        print_source(all.to, source, o->emit == EMIT_SOURCE ? PRINT_SOURCE : o->places ? PRINT_PLACES : PRINT_TREE);
    else {
        const FilePlan file = name_file(source, plans);
        if (o->emit == EMIT_PLAN)
            show_plans(all.to, plans, source->call_count);
        else if (o->emit == EMIT_BARRIERS)
            prove_barriers(all.to, plans, source->call_count);
        else
            emit_file(all.to, &file, o->lines || o->report, o->lines);
    }
    return end_printing(&all);
}

// Returns the code, if there is some.
static Code render(const Options *o, const char *made)
{
    Code code = { .ending = NULL };
    if (o->emit == EMIT_CODE || o->report)
        code = render_code(made, o->target, o->templates);
    else if (o->emit == EMIT_NOTHING)
        render_check(made, o->target, o->templates);
    else
        write_file(o->output, made);
    if (o->emit == EMIT_CODE && !errors)
        write_code(&code, o->output, o->target, o->lines);
    return code;
}

// ---- The page of --report -------------------------------------------------------------------------------------------

// The calls as JSON: before emission, which changes names.
static const char *report_calls(const Options *o, const Source *source, Plan *const *plans)
{
    const char *all = "";
    for (int i = 0; i < source->call_count; i++) {
        Printed memory;
        if (source->calls[i].whole)
            continue;
        begin_printing(&memory);
        if (o->target)
            explain_memory_of(memory.to, o, plans[i]);
        all = listed(all, report_of_call(plans[i], o->sizes, o->size_count, o->target, end_printing(&memory)));
    }
    return text("[%s]", all);
}

static void add_code_file(Report *to, const char *name, Lines lines, const char *second)
{
    CodeFile file = { .name = name };
    for (int i = 0; i < lines.count; i++) {
        bool strings = begins(lines.at[i].text, "%%strings");           // which would be the other file once more
        const char *shown = strings ? text("    // %s, as strings", second) : lines.at[i].text;
        list_add(file.lines, file.count, ((struct CodeLine){ shown, lines.at[i].place }));
    }
    list_add(to->code, to->code_count, file);
}

static const char *read_timeline(const char *name)
{
    const char *made = name ? file_text(name) : NULL;
    if (name && !made) {
        fprintf(stderr, "pallasc: cannot read %s: %s\n", name, strerror(errno));
        exit(EXIT_ERRORS);
    }
    return made;
}

static void add_code(Report *to, const Options *o, const Code *code)
{
    const char *slash = strrchr(o->file, '/'), *stem = slash ? slash + 1 : o->file;
    const char *name = text("%.*s.%s", (int)strcspn(stem, "."), stem, o->target ? o->target : "");
    const char *second = o->target ? name_of_second(code, name, o->target) : NULL;
    if (code->ending)
        add_code_file(to, second, code->second, NULL);
    if (o->target)
        add_code_file(to, name, code->lines, second);
    if (o->target)
        to->machines = render_machines(o->target, o->templates);
}

static void write_page(const Options *o, Report *r)
{
    r->version = VERSION;
    r->target = o->target;
    r->timeline = read_timeline(o->timeline);
    Printed page;
    begin_printing(&page);
    put_report(page.to, r);
    write_file(o->report, end_printing(&page));
}

static void write_report(const Options *o, const Source *source, const char *calls, const Code *code)
{
    Report r = { .source = source, .machines = "", .calls = calls };
    add_code(&r, o, code);
    write_page(o, &r);
}

// The source, with the errors at their lines.
static void write_page_of_errors(const Options *o)
{
    const Source unread_source = { .file = o->file };
    Report r = { .source = &unread_source, .machines = "", .calls = "[]" };
    write_page(o, &r);
}

// ---- The end of the run ---------------------------------------------------------------------------------------------

static void write_rule(const Options *o, const Source *source)
{
    Printed rule;
    begin_printing(&rule);
    show_dependencies(rule.to, o->rule_target ? o->rule_target : o->output, &source->read);
    write_file(o->rule, end_printing(&rule));
}

// Each --size names a size or a scalar of a call.
static void check_sizes(const Options *o, const Source *source)
{
    for (int i = 0; i < o->size_count; i++) {
        bool found = false;
        for (int c = 0; c < source->call_count; c++)
            for (int p = 0; p < source->calls[c].parameter_count; p++)
                found |= is_size_of(&source->calls[c], p, o->sizes[i].name);
        if (!found)
            reject("--size=%s=…: no call has a size or scalar of this name", o->sizes[i].name);
    }
}

// Ends the run after errors.
static void stop_after_errors(const Options *o, int status)
{
    if (errors && o->report)
        write_page_of_errors(o);
    if (errors)
        exit(status);
}

// What only interpret mode runs need not be readable: what depends on it is not checked.
static Unreadable unreadable_code(const Options *o)
{
    if (!o->check || wants_plan(o) || o->emit != EMIT_NOTHING || o->target)
        return UNREAD_IS_ERROR;
    return o->likely ? UNREAD_IS_NOTED : UNREAD_IS_PRINTED;
}

// Says what was not checked. Ends the run if that is an error, or after errors.
static void end_check(const Options *o)
{
    if (o->likely)
        note_unread();
    else if (has_unread())
        fprintf(stderr, "pallasc: note: " TEXT_REST_CHECKED "\n", o->file);
    stop_after_errors(o, EXIT_MISTAKES);
    if (has_unread() && !o->likely)
        exit(EXIT_ERRORS);
}

static void be_readable(const Options *o)
{
    if (is_readable(o->file))
        return;
    fprintf(stderr, "pallasc: cannot read %s: %s\n", o->file, strerror(errno));
    exit(EXIT_ERRORS);
}

static void choose_messages(const Options *o)
{
    warnings = o->check || o->explain || o->report || o->emit == EMIT_CODE;
    remarks = warnings && !o->likely && (o->check || o->explain || o->emit == EMIT_CODE);
    axis_remarks = o->check || o->explain || o->report;
    if (o->report)                                      // the page has them all
        keep_messages();
}

// Runs the stages in order, up to the last one that the options need.
int main(int argc, char **argv)
{
    const Options o = read_options(argc, argv);
    be_readable(&o);
    choose_messages(&o);
    Source *source = read_source(o.file, o.compiler_count, o.compiler, unreadable_code(&o));
    stop_after_errors(&o, EXIT_ERRORS);
    check_sizes(&o, source);
    replace_byte_views(source);
    stop_after_errors(&o, EXIT_ERRORS);
    if (o.check || wants_plan(&o))                      // a wrong tree may still be printed
        check_source(source);
    end_check(&o);
    if (o.emit == EMIT_CODE && !source->call_count)
        fprintf(stderr, "pallasc: note: %s has no PL_CALL: there is nothing to translate\n", o.file);
    Plan **plans = NULL;
    const char *calls = NULL;
    Code code = { .ending = NULL };
    if (wants_plan(&o)) {
        const Machine *machine = machine_for(&o, source);
        lower(&o, source, machine);
        stop_after_errors(&o, EXIT_ERRORS);                 // code that a target does not support was rejected
        plans = plan_calls(source, machine);
        show_calls(&o, source, plans);
        stop_after_errors(&o, EXIT_ERRORS);
    }
    if (o.report)
        calls = report_calls(&o, source, plans);
    if (o.emit != EMIT_NOTHING || ((o.check || o.report) && o.target)) {
        const char *made = emit(&o, source, plans);
        code = render(&o, made);
    }
    stop_after_errors(&o, EXIT_ERRORS);
    if (o.report)
        write_report(&o, source, calls, &code);
    if (o.rule)
        write_rule(&o, source);
    return 0;
}
