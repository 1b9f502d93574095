/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "cli/compile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/driver.h"
#include "cli/inspect.h"
#include "cli/message.h"
#include "cli/overflow.h"
#include "cli/process.h"
#include "cli/uninitialised.h"
#include "region/property.h"

struct compilation {
    const struct mz_request *options;
    struct mz_janitor *janitor;
    const char *forced; /* language of -x, or NULL */
    bool has_cxx;       /* among the sources */
    bool has_objects;   /* among what is linked */
    struct mz_arguments link;
};

/* Its own temporary files vanish with ours, even if all of us are killed. */
static void prepare(void *context)
{
    struct compilation *compilation = context;

    mz_compiler_end_round();
    setenv("TMPDIR", compilation->janitor->folder, true);
}

static int interrupted(int stopped_by)
{
    mz_note("interrupted while compiling");
    mz_process_note_stop(stopped_by);
    return MZ_EXIT_INCOMPLETE;
}

static int run(struct compilation *compilation, enum mz_language language,
               char *const *arguments)
{
    struct mz_arguments command = {0};
    int refused = mz_driver_command(&command, language, arguments);
    struct mz_process_plan plan = {
        .argv = command.items,
        .janitor = compilation->janitor,
        .prepare = prepare,
        .context = compilation,
    };
    int status, stopped_by;

    if (refused)
        return refused;
    plan.argv = command.items;
    if (compilation->options->verbose)
        mz_note("%s", mz_arguments_text(command.items));
    status = mz_process_run(&plan, &stopped_by);
    if (stopped_by)
        return interrupted(stopped_by);
    if (status < 0)
        return mz_failed("cannot run %s: %s", command.items[0],
                         strerror(-status));
    if (WIFSIGNALED(status))
        return mz_failed("%s was killed by signal %d", command.items[0],
                         WTERMSIG(status));
    return WEXITSTATUS(status) ? MZ_EXIT_USAGE : 0;
}

static bool is_flag(const char *item)
{
    return item[0] == '-';
}

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static bool is_compiled(const struct compilation *compilation, const char *item)
{
    return !is_flag(item) &&
           (mz_inspect_is_source(item) ||
            (compilation->forced && !mz_inspect_is_linked(item)));
}

static enum mz_language language_of(const struct compilation *compilation,
                                    const char *source)
{
    bool is_cxx = compilation->forced ? starts(compilation->forced, "c++")
                                      : mz_inspect_is_cxx(source);

    return is_cxx ? MZ_LANGUAGE_CXX : MZ_LANGUAGE_C;
}

/* The next file of the temporary program's. */
static char *next_file(const struct compilation *compilation, const char *end)
{
    char *path;

    if (asprintf(&path, "%s/%zu.%s", compilation->janitor->folder,
                 compilation->link.count, end) < 0)
        mz_out_of_memory();
    return path;
}

static void add_flags(struct mz_arguments *arguments,
                      const struct compilation *compilation)
{
    const struct mz_arguments *build = &compilation->options->build;

    for (size_t i = 0; i < build->count; i++)
        if (is_flag(build->items[i]) && !starts(build->items[i], "-l"))
            mz_arguments_add(arguments, build->items[i]);
}

/* What the headers say, too. */
static int inspect_text(struct compilation *compilation, const char *source)
{
    struct mz_arguments arguments = {0};
    char *text = next_file(compilation, "i");
    int status;

    mz_arguments_add(&arguments, "-E");
    add_flags(&arguments, compilation);
    mz_arguments_add(&arguments, "-xc"); /* clang leaves FILE.i alone, else */
    mz_arguments_add(&arguments, source);
    mz_arguments_add(&arguments, "-o");
    mz_arguments_add(&arguments, text);
    status = run(compilation, MZ_LANGUAGE_C, arguments.items);
    if (!status)
        status = mz_overflow_refuse_text(text);
    free(text);
    return status;
}

static void prepare_silently(void *context)
{
    prepare(context);
    dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
}

/* Has a compiler, which is to refuse some sources, look at this one. What it
 * says is in `*answer`, as mz_process_run has it. Not 0: the exit status, since
 * somebody has stopped it. */
static int ask(struct compilation *compilation, struct mz_arguments *command,
               const char *source, int *answer)
{
    struct mz_process_plan plan = {
        .janitor = compilation->janitor,
        .prepare = prepare_silently,
        .context = compilation,
    };
    int stopped_by;

    mz_arguments_add(command, source);
    plan.argv = command->items;
    *answer = mz_process_run(&plan, &stopped_by);
    if (*answer > 0 && !stopped_by) { /* again, to be heard */
        plan.prepare = prepare;
        mz_process_run(&plan, &stopped_by);
    }
    return stopped_by ? interrupted(stopped_by) : 0;
}

/* What clang folds in silence, as in initialisers, gcc warns of. */
static int ask_of_constants(struct compilation *compilation, const char *source)
{
    struct mz_arguments command = {0};
    struct mz_home home;
    int stopped, answer;

    if (!mz_home_find(&home))
        return MZ_EXIT_USAGE;
    mz_arguments_add(&command, "gcc");
    add_flags(&command, compilation);
    mz_overflow_ask(&command, &home);
    stopped = ask(compilation, &command, source, &answer);
    if (stopped || !answer)
        return stopped;
    return answer < 0
               ? mz_refuse(
                     "--property=no-overflow: gcc is needed, too, for it "
                     "tells of constants that overflow: cannot run gcc: %s",
                     strerror(-answer))
               : mz_refuse("--property=no-overflow: %s: gcc, which tells of "
                           "constants that overflow where clang does not, "
                           "does not accept it (see above)",
                           source);
}

static int compile_source(struct compilation *compilation, const char *source)
{
    uint64_t property = compilation->options->property;
    enum mz_language language = language_of(compilation, source);
    struct mz_arguments arguments = {0};
    char *object = next_file(compilation, "o");
    int status = property == MZ_PROPERTY_NO_OVERFLOW
                     ? inspect_text(compilation, source)
                     : 0;

    if (status)
        return status;
    mz_arguments_add(&arguments, "-c");
    if (property == MZ_PROPERTY_VALID_MEMSAFETY)
        mz_arguments_add(&arguments, "-fsanitize=address");
    add_flags(&arguments, compilation);
    if (mz_uninitialised_reads(compilation->options))
        mz_arguments_add(&arguments, MZ_UNINITIALISED_OPTION);
    if (property == MZ_PROPERTY_NO_OVERFLOW)
        mz_overflow_add(&arguments);
    if (compilation->options->assembly)
        mz_arguments_add(&arguments, "--asm=trust");
    mz_arguments_add(&arguments, source);
    mz_arguments_add(&arguments, "-o");
    mz_arguments_add(&arguments, object);
    mz_arguments_add(&compilation->link, object);
    free(object);
    compilation->has_cxx |= language == MZ_LANGUAGE_CXX;
    status = run(compilation, language, arguments.items);
    if (!status && property == MZ_PROPERTY_NO_OVERFLOW && mz_overflow_is_seen())
        status = ask_of_constants(compilation, source);
    return status;
}

static int compile_all(struct compilation *compilation)
{
    const struct mz_arguments *build = &compilation->options->build;

    for (size_t i = 0; i < build->count; i++) {
        const char *item = build->items[i];

        if (is_compiled(compilation, item)) {
            int status = compile_source(compilation, item);

            if (status)
                return status;
        } else if (!starts(item, "-x")) {
            compilation->has_objects |= !is_flag(item);
            mz_arguments_add(&compilation->link, item);
        }
    }
    return 0;
}

/* The first source without its suffix. */
static const char *stem(const struct compilation *compilation, int *length)
{
    const struct mz_arguments *build = &compilation->options->build;
    const char *name = "program";
    size_t i = 0;

    while (i < build->count && !is_compiled(compilation, build->items[i]))
        i++;
    if (i < build->count)
        name = mz_text_last_part(build->items[i]);
    *length = (int)strcspn(name, ".");
    return name;
}

static bool name_program(const struct compilation *compilation,
                         char program[PATH_MAX])
{
    int length;
    const char *name = stem(compilation, &length);

    return snprintf(program, PATH_MAX, "%s/%.*s", compilation->janitor->folder,
                    length, name) < PATH_MAX;
}

int mz_compile(const struct mz_request *options, struct mz_janitor *janitor,
               char program[PATH_MAX], bool *hides_locals)
{
    struct compilation compilation = {.options = options, .janitor = janitor};
    int status;

    for (size_t i = 0; i < options->build.count; i++)
        if (starts(options->build.items[i], "-x"))
            compilation.forced = options->build.items[i] + 2;
    status = compile_all(&compilation);
    if (status)
        return status;
    *hides_locals = compilation.has_objects || compilation.has_cxx;
    if (!name_program(&compilation, program))
        return mz_refuse("the name of the temporary folder is too long");
    mz_arguments_add(&compilation.link, "-o");
    mz_arguments_add(&compilation.link, program);
    return run(&compilation,
               compilation.has_cxx ? MZ_LANGUAGE_CXX : MZ_LANGUAGE_C,
               compilation.link.items);
}
