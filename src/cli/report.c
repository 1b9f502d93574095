/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka report: a report that was kept, in another format. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/archive.h"
#include "cli/commands.h"
#include "cli/few_options.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/option.h"
#include "cli/output.h"

enum { FORMAT, OUTPUT, HTML, ERROR };

static const struct mz_few_option options[] = {
    [FORMAT] = {.name = "format",
                .value = "NAME",
                .completes = "(html json sarif junit github dot witness "
                             "graphml)",
                .help = "html (if none is given), json, sarif, junit, github, "
                        "dot, or a witness: witness, graphml"},
    [OUTPUT] = {.name = "output",
                .letter = 'o',
                .value = "FILE",
                .completes = "_files",
                .help = "Write it there, not to standard output"},
    [HTML] = {.name = "html",
              .value = "FILE",
              .completes = "_files",
              .help = "Write the page there; with --format or --output that, "
                      "too"},
    [ERROR] = {.name = "error",
               .value = "N",
               .completes = "",
               .help = "Write only this one of several errors, from 1"},
    {0},
};

const struct mz_few_options mz_report_options = {
    .command = "report",
    .synopsis = "report [REPORT] [--format=NAME] [-o FILE] [--html=FILE]\n"
                "                      [--error=N]",
    .about = "Writes a report that was kept in another format: the latest, or "
             "REPORT, which 'mazurka check' names in its last line.",
    .after = "Exit status: 0 written, 2 there is no such report, 1 it cannot "
             "be written.",
    .options = options,
};

struct request {
    const char *path;   /* of the report */
    const char *output; /* NULL: stdout */
    const char *page;   /* in HTML, besides; NULL: none */
    const struct mz_format *format; /* NULL: none is named */
    long error; /* that alone, from 1; 0: all */
};

/* ---- the command line ---------------------------------------------------- */

static int find_format(const char *name, const struct mz_format **format)
{
    const char *names[MZ_FORMAT_COUNT + 1] = {NULL};

    for (unsigned i = 0; i < MZ_FORMAT_COUNT; i++)
        names[i] = mz_formats[i].name;
    for (unsigned i = 0; i < MZ_FORMAT_COUNT; i++)
        if (!strcmp(mz_formats[i].name, name) && mz_formats[i].view) {
            *format = &mz_formats[i];
            return 0;
        }
    if (!strcmp(name, mz_formats[MZ_FORMAT_text].name))
        return mz_refuse("--format=text: run 'mazurka replay', which tells it "
                         "again");
    return mz_refuse("--format=%s: choose html, json, sarif, junit, github, "
                     "dot, witness or graphml%s",
                     name, mz_nearest_question(name, strlen(name), names));
}

static int take_latest(struct request *request)
{
    static char latest[PATH_MAX];

    if (!mz_archive_latest(latest))
        return mz_refuse("no check has kept a report yet, name one: mazurka "
                         "report REPORT");
    request->path = latest;
    return 0;
}

static int parse_error(const char *text, long *error)
{
    char *end;

    *error = strtol(text, &end, 10);
    if (*text >= '1' && *text <= '9' && !*end && *error <= MZ_MAX_FINDINGS)
        return 0;
    return mz_refuse("--error=%s: the number of an error, from 1 to %d, as the "
                     "report has it",
                     text, MZ_MAX_FINDINGS);
}

static int take(struct request *request, int option, const char *value)
{
    if (option == FORMAT)
        return find_format(value, &request->format);
    if (option == ERROR)
        return parse_error(value, &request->error);
    if (option == HTML) {
        request->page = value;
        return 0;
    }
    if (option == MZ_FEW_WORD && request->path)
        return mz_refuse("%s: one report is enough: try 'mazurka report "
                         "--help'",
                         value);
    if (option == MZ_FEW_REST)
        return mz_refuse("--: nothing can follow: try 'mazurka report --help'");
    *(option == OUTPUT ? &request->output : &request->path) = value;
    return 0;
}

static int parse(struct request *request, struct mz_few_words *words)
{
    int status = 0, option;

    while (!status && (option = mz_few_words_next(words)) != MZ_FEW_END) {
        if (option == MZ_FEW_HELP)
            exit(mz_few_options_help(&mz_report_options));
        status = option == MZ_FEW_REFUSED
                     ? words->status
                     : take(request, option, words->value);
    }
    if (status)
        return status;
    if (!request->format && (request->output || !request->page))
        request->format = &mz_formats[MZ_FORMAT_html];
    if (!request->output && isatty(STDOUT_FILENO) &&
        request->format == &mz_formats[MZ_FORMAT_html])
        return mz_refuse("a page is for a browser: --html=FILE.html");
    return request->path ? 0 : take_latest(request);
}

/* ---- the report ---------------------------------------------------------- */

static int refuse_report(const char *path, const char *why)
{
    char line[JSON_ERROR_TEXT_LENGTH];

    snprintf(line, sizeof line, "%s", why);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    return mz_refuse("%s is no report: %s", path, line);
}

/* How to see the execution again, which the file itself does not know. */
static void add_command(json_t *document, const struct request *request,
                        const char *self)
{
    struct mz_arguments words = {0};
    char option[32];

    if (!json_object_get(document, "replay"))
        return;
    mz_arguments_add(&words, self);
    mz_arguments_add(&words, "replay");
    mz_arguments_add(&words, request->path);
    if (request->error > 1) {
        snprintf(option, sizeof option, "--error=%ld", request->error);
        mz_arguments_add(&words, option);
    }
    json_object_set_new(document, "replay_command",
                        json_string(mz_arguments_text(words.items)));
}

/* Leaves one error, as if it were the first. What it lacks is left out. */
static int select_error(const struct request *request, json_t *document)
{
    json_t *errors = json_object_get(document, "errors");
    json_t *error = json_array_get(errors, request->error - 1);
    json_t *way = json_object_get(error, "replay");

    if (!request->error)
        return 0;
    if (!error)
        return mz_refuse("%s: --error=%ld: it has %zu error%s", request->path,
                         request->error, json_array_size(errors),
                         json_array_size(errors) == 1 ? "" : "s");
    if (way)
        json_object_update(json_object_get(document, "replay"), way);
    else if (request->error > 1)
        json_object_del(document, "replay");
    json_object_del(error, "replay");
    json_object_set_new(document, "errors", json_pack("[O]", error));
    return 0;
}

static int load(const struct request *request, const char *self,
                json_t **document)
{
    json_error_t error = {0};
    struct stat status;

    if (stat(request->path, &status) == 0 && S_ISDIR(status.st_mode))
        return refuse_report(request->path, "a directory");
    *document = json_load_file(request->path, 0, &error);
    if (!*document)
        return refuse_report(request->path, error.line > 0 ? "not JSON"
                                                           : error.text);
    if (json_is_string(json_object_get(*document, "mazurka")) &&
        json_is_string(json_object_get(*document, "verdict"))) {
        add_command(*document, request, self);
        return 0;
    }
    json_decref(*document);
    return refuse_report(request->path, "it has no verdict of mazurka");
}

static int write_view(const struct request *request, const json_t *document,
                      const struct mz_format *format, const char *option,
                      const char *path)
{
    struct mz_arguments input = {0};
    struct mz_output output;
    int status;

    mz_arguments_add(&input, request->path);
    status = mz_output_open(&output, option, path, &input);
    if (status)
        return status;
    if (format->view(document, output.file) == 0)
        return mz_output_commit(&output);
    mz_output_cancel(&output);
    return mz_failed("cannot write the report to %s",
                     path ? path : "standard output");
}

static int write_views(const struct request *request, const json_t *document)
{
    int status = 0;

    if (request->page)
        status = write_view(request, document, &mz_formats[MZ_FORMAT_html],
                            "--html", request->page);
    if (!status && request->format)
        status = write_view(request, document, request->format, "--output",
                            request->output);
    return status;
}

int mz_command_report(int argc, char **argv, char *const *command_line)
{
    struct mz_few_words words = {
        .known = &mz_report_options, .argc = argc, .argv = argv};
    struct request request = {0};
    json_t *document = NULL;
    int status;

    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes: EFBIG will do */
    status = parse(&request, &words);
    if (!status)
        status = load(&request, command_line[0], &document);
    if (status)
        return status;
    status = select_error(&request, document);
    if (!status)
        status = write_views(&request, document);
    json_decref(document);
    return status;
}
