/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "cli/assembler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assembly/rewrite.h"
#include "base/base.h"
#include "cli/arguments.h"
#include "cli/message.h"
#include "cli/tool.h"

struct assembling {
    struct mz_arguments command;
    bool trusts;
    bool has_input;
    unsigned refused;
};

/* ---- the text ------------------------------------------------------------ */

struct text {
    char *bytes;
    size_t size;
};

static bool read_text(struct text *text, int file)
{
    FILE *whole = open_memstream(&text->bytes, &text->size);
    char piece[1 << 16];
    ssize_t count;

    if (!whole)
        mz_out_of_memory();
    while ((count = read(file, piece, sizeof piece)) > 0)
        fwrite(piece, 1, (size_t)count, whole);
    if (fclose(whole) != 0)
        mz_out_of_memory();
    return count == 0;
}

static void refuse(void *context, const char *message)
{
    (void)context;
    fprintf(stderr, "%s\n", message);
}

/* A file without a name, inherited by the assembler. */
static int new_file(void)
{
    int file = memfd_create("assembly", 0);

    if (file < 0)
        mz_failed("cannot make a file in memory: %s", strerror(errno));
    return file;
}

/* Adds a file with the text, rewritten, in place of `input`. */
static int add_rewritten(struct assembling *a, const struct text *text)
{
    int file = new_file();
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    struct mz_rewrite rewrite = {
        .out = out,
        .trusts = a->trusts,
        .refuse = refuse,
    };
    char path[64];

    if (!out)
        return MZ_EXIT_FAILED;
    a->refused += mz_rewrite(&rewrite, text->bytes, text->size);
    if (fflush(out) != 0)
        return mz_failed("no room for assembly text: %s", strerror(errno));
    lseek(file, 0, SEEK_SET);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    mz_arguments_add(&a->command, path);
    return 0;
}

/* `input` is NULL for standard input, which can be read only once. */
static int add_input(struct assembling *a, const char *input)
{
    int file = input ? open(input, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    struct text text = {0};
    bool is_read;

    a->has_input = true;
    if (file < 0) { /* it says so itself */
        mz_arguments_add(&a->command, input);
        return 0;
    }
    is_read = read_text(&text, file);
    if (input)
        close(file);
    if (!is_read)
        return mz_failed("cannot read %s: %s", input ? input : "assembly text",
                         strerror(errno));
    if (input && !mz_rewrite_is_needed(text.bytes, text.size)) {
        mz_arguments_add(&a->command, input);
        return 0;
    }
    return add_rewritten(a, &text);
}

/* ---- the command --------------------------------------------------------- */

/* Options whose value may be the next argument, which is then no input. */
static bool takes_next(const char *option)
{
    static const char *const options[] = {
        "-o", "-I", "--MD", "--defsym", "--debug-prefix-map", "--hash-size",
        "--listing-lhs-width", "--listing-lhs-width2", "--listing-rhs-width",
        "--listing-cont-lines", "--dump-config"};

    for (size_t i = 0; i < MZ_COUNT(options); i++)
        if (!strcmp(option, options[i]))
            return true;
    return false;
}

static int add_arguments(struct assembling *a, char *const *arguments)
{
    int status = 0;

    for (; *arguments && !status; arguments++) {
        const char *word = *arguments;

        if (!strcmp(word, MZ_ASSEMBLER_TRUST)) {
            a->trusts = true;
        } else if (!strcmp(word, MZ_ASSEMBLER_REFUSE)) {
            a->trusts = false;
        } else if (!strcmp(word, "-") || !strcmp(word, "--")) {
            status = add_input(a, NULL);
        } else if (*word != '-') {
            status = add_input(a, word);
        } else {
            mz_arguments_add(&a->command, word);
            if (takes_next(word) && arguments[1])
                mz_arguments_add(&a->command, *++arguments);
        }
    }
    return status;
}

/* Without an input standard input is meant, unless it is only asked for. */
static bool only_asks(const struct mz_arguments *command)
{
    for (size_t i = 1; i < command->count; i++)
        if (!strcmp(command->items[i], "--version") ||
            !strcmp(command->items[i], "--help") ||
            !strcmp(command->items[i], "--target-help"))
            return true;
    return false;
}

int mz_assembler_run(char *const *arguments)
{
    struct assembling a = {0};
    char assembler[PATH_MAX];
    int status;

    if (!mz_tool_find("as", assembler))
        return mz_refuse("no assembler: 'as' is not found; install binutils");
    mz_arguments_add(&a.command, assembler);
    status = add_arguments(&a, arguments);
    if (!status && !a.has_input && !only_asks(&a.command))
        status = add_input(&a, NULL);
    if (status)
        return status;
    if (a.refused)
        return MZ_EXIT_USAGE;
    execv(assembler, a.command.items);
    return mz_failed("cannot run %s: %s", assembler, strerror(errno));
}
