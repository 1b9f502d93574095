/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "cli/debugger.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/home.h"
#include "cli/message.h"
#include "cli/process.h"

enum { NO_PROGRAM = 127 }; /* exit status of a process that could not exec */

/* Signals that the library deals with are not gdb's, nor are the threads that
 * it parks. */
/* clang-format off */
static char *const before[] = {
    "gdb", "-q",
    "-ex", "set startup-with-shell off",
    "-ex", "handle SIGSEGV SIGBUS SIG39 nostop noprint pass",
    "-ex", "set print thread-events off",
    NULL};
/* clang-format on */

/* As gdb's own language has it. */
static char *quoted(const char *text)
{
    char *out = malloc(2 * strlen(text) + 3), *to = out;

    if (!out)
        mz_out_of_memory();
    *to++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *to++ = '\\';
        *to++ = *text;
    }
    *to++ = '"';
    *to = '\0';
    return out;
}

static void add_text(struct mz_arguments *command, const char *words,
                     const char *text)
{
    char *line;

    mz_arguments_add(command, "-ex");
    if (asprintf(&line, "%s%s", words, text) < 0)
        mz_out_of_memory();
    mz_arguments_add(command, line);
    free(line);
}

static void silence(void *unused)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    (void)unused;
    for (int fd = 0; fd <= 2; fd++)
        dup2(null, fd);
}

/* There are builds of gdb without it. If there is no gdb at all that is said
 * when it is to be started. */
static bool has_python(void)
{
    static char *const ask[] = {"gdb", "-nx",         "-batch",
                                "-ex", "python pass", NULL};
    const struct mz_process_plan plan = {
        .argv = ask,
        .in_foreground = true,
        .prepare = silence,
    };
    int signal, status = mz_process_run(&plan, &signal);

    if (status == 0)
        return true;
    if (status < 0 || WEXITSTATUS(status) != NO_PROGRAM)
        mz_note("this gdb has no Python: it shows kernel threads, not the "
                "program's, and has no command mz");
    return false;
}

static void add_extension(struct mz_arguments *command, const char *report,
                          uint32_t error)
{
    const char *extension = mz_home_extension();
    char *path, number[16];

    if (!extension || !has_python())
        return;
    path = quoted(report);
    snprintf(number, sizeof number, "%u", error);
    add_text(command, "set $mazurka_report = ", path);
    add_text(command, "set $mazurka_error = ", number);
    add_text(command, "source ", extension);
    free(path);
}

void mz_debugger_command(struct mz_arguments *command, const char *report,
                         uint32_t error, char *const *options)
{
    mz_arguments_add_all(command, before);
    add_extension(command, report, error);
    mz_arguments_add_all(command, (char *const[]){"-ex", "run", NULL});
    mz_arguments_add_all(command, options);
    mz_arguments_add(command, "--args");
}
