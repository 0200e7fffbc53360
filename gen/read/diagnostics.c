// read/diagnostics.c -- parses the file, and reports its C errors.
//
// A misused construct expands to internals of pallas.h, and clang's errors are about those. But in interpret mode
// pallas.h asserts what each construct takes. So a file with errors is parsed once more in that mode, and an assertion
// that fails on a line replaces the errors there.

#include "../../targets/shared/messages.h"
#include "read/read.h"
#include <ctype.h>
#include <string.h>

static bool is_ours(Loc at)
{
    if (!strcmp(at.file, PARSE_MODE))
        return true;
    size_t length = strlen(at.file), ours = strlen("pallas.h");
    return length >= ours && !strcmp(at.file + length - ours, "pallas.h") &&
           (length == ours || at.file[length - ours - 1] == '/');
}

// The text of an assertion of pallas.h, without clang's words about its condition; NULL: it is not such an assertion.
static const char *assertion(const char *words)
{
    static const char *const begins[] = { ": PL_", ": " PL_TEXT_WRONG_ARGUMENTS_ "PL_" };
    for (size_t i = 0; has_prefix(words, "static assertion failed") && i < sizeof begins / sizeof begins[0]; i++)
        if (strstr(words, begins[i]))
            return strstr(words, begins[i]) + strlen(": ");
    return NULL;
}

static const char *words_of(CXDiagnostic d)
{
    const char *words = keep(clang_getDiagnosticSpelling(d)), *ours = assertion(words);
    return ours ? ours : words;
}

// Where the outermost macro is that led to this place: for the expansion of a PL_CALL's parts, the PL_CALL.
typedef struct {
    CXFile file;
    unsigned line, offset;
    const char *text;           // the text of the file from there on
} Expansion;

static Expansion expansion_of(CXTranslationUnit unit, CXDiagnostic d)
{
    Expansion e = { NULL, 0, 0, "" };
    size_t size = 0;
    clang_getExpansionLocation(clang_getDiagnosticLocation(d), &e.file, &e.line, NULL, &e.offset);
    const char *contents = e.file ? clang_getFileContents(unit, e.file, &size) : NULL;
    if (contents && e.offset < size)
        e.text = contents + e.offset;
    return e;
}

// The length of a macro and its arguments.
static size_t length_of_use(const char *text)
{
    size_t n = strcspn(text, "(;"), depth = 0;
    for (; text[n]; n++) {
        depth += text[n] == '(';
        depth -= depth && text[n] == ')';
        if (!depth)
            return n + 1;
    }
    return n;
}

// The number of the assertion that fails when interpret mode compiles the construct that contains d; -1: there is none.
static int asserted(CXTranslationUnit unit, CXTranslationUnit checked, CXDiagnostic d)
{
    Expansion at = expansion_of(unit, d);
    const char *file = at.file ? keep(clang_getFileName(at.file)) : "";
    for (unsigned i = 0; checked && i < clang_getNumDiagnostics(checked); i++) {
        CXDiagnostic other = clang_getDiagnostic(checked, i);
        if (!assertion(keep(clang_getDiagnosticSpelling(other))))
            continue;
        Expansion use = expansion_of(checked, other);
        bool within = at.offset >= use.offset && at.offset < use.offset + length_of_use(use.text);
        if ((within || at.line == use.line) && use.file && !strcmp(keep(clang_getFileName(use.file)), file))
            return (int)i;
    }
    return -1;
}

// The notes of an error that are about the user's text.
static void print_notes(CXDiagnostic d)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(d);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        Loc at = file_place(clang_getDiagnosticLocation(note));
        if (at.line && *at.file && !is_ours(at))
            note_at(at, "%s", words_of(note));
    }
}

// Whether this name, up to its quote, is the second argument of the macro whose use begins here.
static bool is_second_argument(const char *use, const char *name)
{
    const char *comma = strchr(use, ',');
    size_t length = strcspn(name, "'");
    if (!comma)
        return false;
    comma += 1 + strspn(comma + 1, " \t\n");
    return !strncmp(comma, name, length) && strchr(" \t\n,", comma[length]);
}

// A name that the call does not have: its kernel's, or most likely a size.
static void note_undeclared(CXTranslationUnit unit, CXDiagnostic d, Loc at)
{
    static const char begins[] = "use of undeclared identifier '";
    const char *words = words_of(d), *use = expansion_of(unit, d).text;
    if (!has_prefix(words, begins) || !has_prefix(use, "PL_CALL"))
        return;
    if (is_second_argument(use, words + strlen(begins)))
        note_at(at, HINT_KERNEL_UNDECLARED);
    else
        note_at(at, HINT_SIZE_UNDECLARED);
}

// clang takes the function of a PL_IDENTITY for one that returns int, declared there.
static void note_early_identity(CXTranslationUnit unit, CXDiagnostic d, Loc at)
{
    if (has_prefix(words_of(d), "call to undeclared function '") && has_prefix(expansion_of(unit, d).text, "PL_IDENTITY"))
        note_at(at, HINT_IDENTITY_EARLY);
}

// Whether the place is in the body of a kernel or a PL_FUNCTION: the last line before it that begins with a word is its head.
static bool is_in_kernel(Loc at)
{
    const char *line = file_text(at.file), *head = "";
    for (unsigned n = 1; line && *line && n <= at.line; n++) {
        if (isalpha((unsigned char)*line))
            head = line;
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return has_prefix(head, "PL_KERNEL") || has_prefix(head, "PL_FUNCTION");
}

// The column of the semicolon of a loop over this index, up to its quote, if the line has only that; 0: it has not.
static unsigned ends_loop(const char *line, const char *index)
{
    size_t end = strcspn(line, "\n");
    line = text_part(line, end);
    const char *use = line + strspn(line, " \t"), *named = text("(%s,", text_part(index, strcspn(index, "'")));
    size_t length = length_of_use(use);
    bool loops = has_prefix(use, "PL_EACH") || has_prefix(use, "PL_SCAN") || has_prefix(use, "PL_LOOP");
    return loops && strstr(use, named) && !strcmp(use + length, ";") ? (unsigned)end : 0;
}

// The statement that uses the index follows a loop that a semicolon ended.
static bool note_ended_loop(Loc at, const char *index)
{
    Loc found = { at.file, 0, 0 };
    const char *line = file_text(at.file);
    for (unsigned n = 1; line && n < at.line; n++) {
        unsigned column = ends_loop(line, index);
        if (column)
            found.line = n, found.column = column;
        line = (line = strchr(line, '\n')) ? line + 1 : NULL;
    }
    if (found.line)
        note_at(found, HINT_ENDED_LOOP, (int)strcspn(index, "'"), index);
    return found.line;
}

static void note_kernel_mistake(CXDiagnostic d, Loc at)
{
    static const char undeclared[] = "use of undeclared identifier '";
    const char *words = words_of(d);
    if (!is_in_kernel(at))
        return;
    if (has_prefix(words, undeclared) && !note_ended_loop(at, words + strlen(undeclared)))
        note_at(at, HINT_UNDECLARED_IN_KERNEL);
    else if (has_prefix(words, "array type '") && strstr(words, "is not assignable"))
        note_at(at, HINT_ARRAY_ASSIGNED);
    else if (has_prefix(words, "read-only variable is not assignable"))
        note_at(at, HINT_INPUT_ASSIGNED);
}

// The small float in quotes, bf16 of 'const pl_bf16'; NULL: it is another type.
static const char *quoted_small_float(const char *quoted)
{
    TypeKind kind;
    quoted += has_prefix(quoted, "'const ") ? strlen("'const ") : has_prefix(quoted, "'");
    const char *name = text_part(quoted, strcspn(quoted, "'"));
    return is_small_float(name, &kind) ? name + strlen("pl_") : NULL;
}

// Small floats are structs, of which clang says no more than that the types differ.
static void note_small_float(CXDiagnostic d, Loc at)
{
    static const char *const made[] = { "assigning to ", "initializing ", "result type ", "parameter of incompatible type ", "used type " };
    const char *words = words_of(d);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        const char *to = strstr(words, made[i]), *name = to ? quoted_small_float(to + strlen(made[i])) : NULL;
        if (name) {
            note_at(at, HINT_SMALL_FLOAT_MADE, name, name);
            return;
        }
    }
    for (const char *type = strchr(words, '\''); type; type = strchr(type + 1, '\''))
        if (quoted_small_float(type)) {
            note_at(at, HINT_SMALL_FLOAT_READ);
            return;
        }
}

// Whether this text begins with a subscript that has a comma, [r, c].
static bool has_comma(const char *subscript)
{
    int depth = 0;
    for (const char *s = subscript; *s && *s != '\n' && *s != ';'; s++) {
        depth += (*s == '[' || *s == '(') - (*s == ']' || *s == ')');
        if (!depth || (depth == 1 && *s == ','))
            return depth;
    }
    return false;
}

// x[r, c] is a row in C, whatever the error is about. Returns whether the line has such a subscript.
static bool note_comma_subscript(Loc at)
{
    const char *line = file_text(at.file);
    for (unsigned n = 1; line && n < at.line; n++)
        line = (line = strchr(line, '\n')) ? line + 1 : NULL;
    for (const char *s = line; s && *s && *s != '\n'; s++)
        if (*s == '[' && has_comma(s)) {
            note_at((Loc){ at.file, at.line, (unsigned)(s - line) + 1 }, HINT_COMMA_SUBSCRIPT);
            return true;
        }
    return false;
}

// A construct with an error expands to more errors: the first one counts.
static void print_diagnostics(CXTranslationUnit unit, CXTranslationUnit checked)
{
    Loc last = { "", 0, 0 };
    int spoke = -1;                             // the assertion that replaced the last one
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(d) < CXDiagnostic_Error)
            continue;
        Loc at = file_place(clang_getDiagnosticLocation(d));
        if (errors && at.line == last.line && at.column == last.column && !strcmp(at.file, last.file))
            continue;
        last = at;
        int ours = asserted(unit, checked, d);
        if (ours >= 0 && ours != spoke) {
            CXDiagnostic failed = clang_getDiagnostic(checked, (unsigned)ours);
            Loc begin = file_place(clang_getDiagnosticLocation(failed));
            error_at(at.line > begin.line ? at : begin, "%s", words_of(failed)); // a part of a PL_CALL has its own line
        }
        spoke = ours;
        if (ours >= 0)
            continue;
        error_at(at, "%s", words_of(d));
        note_undeclared(unit, d, at);
        note_early_identity(unit, d, at);
        if (!note_comma_subscript(at))
            note_kernel_mistake(d, at);
        note_small_float(d, at);
        print_notes(d);
    }
}

// Gives pallas.h up to the modes that parse mode excludes: they are four fifths of the file, and clang looks at each token that
// it skips. Returns whether it found the file; any other that the source includes is read as it is.
static bool shorten_header(struct CXUnsavedFile *header, int argc, const char *const *argv)
{
    static const char others[] = "#else /* interpret and declarations */", ends[] = "#endif\n#endif\n";
    Buffer made = { NULL, 0, 0 };
    FILE *from = NULL;
    char *path = NULL, *line = NULL;
    size_t capacity = 0;
    for (int i = 0; i < argc && !from; i++)
        if (has_prefix(argv[i], "-I"))
            from = fopen(path = text("%s/pallas.h", argv[i] + 2), "r");
    while (from && getline(&line, &capacity, from) > 0 && !has_prefix(line, others))
        add_text(&made, line, strlen(line));
    bool found = line && has_prefix(line, others);
    if (from)
        fclose(from);
    add_text(&made, ends, strlen(ends));
    *header = (struct CXUnsavedFile){ path, text_in(&made), (unsigned long)made.length };
    return found;
}

// marked: in parse mode.
static CXTranslationUnit parse(CXIndex index, const char *file, int argc, const char *const *argv, bool marked)
{
    CXTranslationUnit unit = NULL;
    struct CXUnsavedFile given[2] = { parse_mode() };
    unsigned count = !marked ? 0 : shorten_header(&given[1], argc, argv) ? 2 : 1;
    int code = (int)clang_parseTranslationUnit2(index, file, argv, argc, given, count, CXTranslationUnit_None, &unit);
    if (code || !unit) {
        Loc nowhere = { "", 0, 0 };
        error_at(nowhere, "libclang cannot parse %s (code %d)", file, code);
        return NULL;
    }
    return unit;
}

static bool has_errors(CXTranslationUnit unit)
{
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++)
        if (clang_getDiagnosticSeverity(clang_getDiagnostic(unit, i)) >= CXDiagnostic_Error)
            return true;
    return false;
}

// pallas.h in interpret mode.
static CXTranslationUnit parse_checked(CXIndex index, const char *file, int argc, const char *const *argv)
{
    const char **checked = allocate((size_t)(argc + 1) * sizeof *checked);
    int count = 0;
    checked[count++] = "-ferror-limit=0";
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "-D__PALLASC__") && !has_prefix(argv[i], "-DPL_TARGET_"))
            checked[count++] = argv[i];
    return parse(index, file, count, checked, false);
}

// In parse mode, with this name of the attribute that marks declarations.
static CXTranslationUnit parse_marked(CXIndex index, const char *file, int argc, const char *const *argv, const char *attribute)
{
    const char **all = allocate((size_t)(argc + 2) * sizeof *all);
    memcpy(all, argv, (size_t)argc * sizeof *all);
    all[argc] = text("-DPL_ANNOTATE_=%s", attribute);
    return parse(index, file, argc + 1, all, true);
}

static void note_annotate(CXFile file, CXSourceLocation *stack, unsigned depth, void *found)
{
    size_t length = 0;
    const char *all = clang_getFileContents(*(CXTranslationUnit *)((void **)found)[0], file, &length);
    (void)stack, (void)depth;
    if (all && strstr(all, "define __annotate__"))
        *(bool *)((void **)found)[1] = true;
}

// A program may have a macro `annotate`, and CUDA's headers have a macro __annotate__, without which marks would be lost.
static bool defines_annotate(CXTranslationUnit unit)
{
    bool found = false;
    clang_getInclusions(unit, note_annotate, (void *[]){ &unit, &found });
    return found;
}

CXTranslationUnit parse_file(const char *file, int argc, const char *const *argv)
{
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = parse_marked(index, file, argc, argv, "__annotate__");
    if (unit && defines_annotate(unit)) {
        clang_disposeTranslationUnit(unit);
        unit = parse_marked(index, file, argc, argv, "annotate");
    }
    if (unit && has_errors(unit))
        print_diagnostics(unit, parse_checked(index, file, argc, argv));
    return unit;
}
