// show/report.c -- pallasc --report=page.html: one HTML file with the calls, their source and the emitted code.
//
// Data flows one way: this file and report_call.c write facts as JSON; the page in show/page/ draws them. A line of page.html
// that is only @NAME is replaced: by page.css, by the scripts, by the facts.

#include "show/json.h"
#include "show/show.h"
#include <stdlib.h>
#include <string.h>

static const char *const page[] = {
#include "show/page_html.inc"
};
static const char *const style[] = {
#include "show/page_css.inc"
};
static const char *const script[] = {
#include "show/page_js.inc"
};

// ---- The source, and the emitted code -------------------------------------------------------------------------------

// The file in a place, 17 "a.c", as #line has it; line: 17.
static const char *file_of_place(const char *place, long *line)
{
    char *rest = NULL;
    *line = strtol(place, &rest, 10);
    const char *from = strchr(rest, '"'), *to = from ? strrchr(from, '"') : NULL;
    return to && to > from ? text_part(from + 1, (size_t)(to - from) - 1) : "";
}

static void add_files_of_messages(Names *files)
{
    int count;
    const Said *all = messages_said(&count);
    for (int i = 0; i < count; i++)
        if (all[i].at.line && (all[i].what == SAY_ERROR || all[i].what == SAY_WARNING))
            add_name(files, all[i].at.file);
}

// The files that the page shows: what the facts name lines of.
static Names shown_files(const Source *source, const CodeFile *code, int code_count)
{
    Names files = { NULL, 0 };
    long line;
    add_name(&files, source->file);
    for (int i = 0; i < source->call_count; i++) {
        add_name(&files, source->calls[i].at.file);
        add_name(&files, source->calls[i].kernel->at.file);
    }
    add_files_of_messages(&files);
    for (int f = 0; f < code_count; f++)
        for (int i = 0; i < code[f].count; i++)
            if (code[f].lines[i].place)
                add_name(&files, file_of_place(code[f].lines[i].place, &line));
    return files;
}

static int number_of_file(const Names *files, const char *name)
{
    int i = 0;
    while (i < files->count && strcmp(files->at[i], name) != 0)
        i++;
    return i;
}

static void put_sources(Json *j, const Names *files)
{
    json_open(j, "sources", '[');
    for (int i = 0; i < files->count; i++) {
        const char *all = file_text(files->at[i]);
        json_open(j, NULL, '{');
        json_text(j, "name", files->at[i]);
        json_text(j, "text", all ? all : "");
        json_close(j, '}');
    }
    json_close(j, ']');
}

// The text of the lines; and for each line the file and line of the user's that it belongs to, or 0.
static void put_code_file(Json *j, const CodeFile *code, const Names *files)
{
    Buffer all = { NULL, 0, 0 };
    json_open(j, NULL, '{');
    json_text(j, "name", code->name);
    json_open(j, "from", '[');
    for (int i = 0; i < code->count; i++) {
        long line = 0;
        const char *place = code->lines[i].place, *file = place ? file_of_place(place, &line) : NULL;
        int number = file ? number_of_file(files, file) : 0;
        if (number) {
            json_made(j, NULL, text("[%d, %ld]", number, line));
        } else
            json_number(j, NULL, line);
        add_text(&all, code->lines[i].text, strlen(code->lines[i].text));
        add_text(&all, "\n", 1);
    }
    json_close(j, ']');
    json_text(j, "text", text_in(&all));
    json_close(j, '}');
}

static void put_messages(Json *j)
{
    static const char *const kinds[] = { [SAY_ERROR] = "error", [SAY_NOTE] = "note", [SAY_WARNING] = "warning",
                                         [SAY_WARNING_NOTE] = "note", [SAY_REMARK] = "remark", [SAY_REMARK_NOTE] = "note" };
    int count;
    const Said *all = messages_said(&count);
    json_open(j, "messages", '[');
    for (int i = 0; i < count; i++) {
        json_open(j, NULL, '{');
        json_text(j, "kind", kinds[all[i].what]);
        json_text(j, "file", all[i].at.line ? all[i].at.file : NULL);
        json_number(j, "line", all[i].at.line);
        json_text(j, "text", all[i].words);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_facts(FILE *to, const Report *r)
{
    Json all = { .to = to }, *j = &all;
    const Names files = shown_files(r->source, r->code, r->code_count);
    json_open(j, NULL, '{');
    json_text(j, "version", r->version);
    json_text(j, "file", r->source->file);
    json_text(j, "target", r->target);
    json_made(j, "machines", r->machines);
    put_sources(j, &files);
    json_open(j, "code", '[');
    for (int i = 0; i < r->code_count; i++)
        put_code_file(j, &r->code[i], &files);
    json_close(j, ']');
    put_messages(j);
    json_made(j, "calls", r->calls);
    json_text(j, "timeline", r->timeline);
    json_close(j, '}');
    fputc('\n', to);
}

// ---- The page -------------------------------------------------------------------------------------------------------

static void put_lines(FILE *to, const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputs(lines[i], to);
}

#define PUT_LINES(to, lines) put_lines((to), (lines), sizeof (lines) / sizeof *(lines))

static const char *in_html(const char *s)
{
    static const Replacement all[] = { { "&", "&amp;" }, { "<", "&lt;" } };
    return replaced(s, all, sizeof all / sizeof *all);
}

void put_report(FILE *to, const Report *r)
{
    for (size_t i = 0; i < sizeof page / sizeof *page; i++) {
        if (!strcmp(page[i], "@title\n"))
            fprintf(to, "<title>%s</title>\n", in_html(r->source->file));
        else if (!strcmp(page[i], "@style\n"))
            PUT_LINES(to, style);
        else if (!strcmp(page[i], "@facts\n"))
            put_facts(to, r);
        else if (!strcmp(page[i], "@script\n"))
            PUT_LINES(to, script);
        else
            fputs(page[i], to);
    }
}
