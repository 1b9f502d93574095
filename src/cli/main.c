/* SPDX-License-Identifier: Apache-2.0 */
/* The commands of mazurka, in one table. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/base.h"
#include "base/text.h"
#include "cli/arguments.h"
#include "cli/assembler.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/driver.h"
#include "cli/help.h"
#include "cli/linker.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/process.h"
#include "config.h"

static int cc(int argc, char **argv, char *const *command_line)
{
    (void)argc, (void)command_line;
    return mz_driver_run(MZ_LANGUAGE_C, argv + 1);
}

static int cxx(int argc, char **argv, char *const *command_line)
{
    (void)argc, (void)command_line;
    return mz_driver_run(MZ_LANGUAGE_CXX, argv + 1);
}

static int version(int argc, char **argv, char *const *command_line)
{
    (void)argc, (void)argv, (void)command_line;
    puts("mazurka " MZ_VERSION);
    return fflush(stdout) ? MZ_EXIT_FAILED : 0;
}

static int help(int argc, char **argv, char *const *command_line);

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv, char *const *command_line);
    const char *usage;
    const char *summary;
} commands[] = {
    {"check", mz_command_check, "check [OPTION...] FILE... [-- ARG...]",
     "explore all executions"},
    {"hunt", mz_command_hunt, "hunt [OPTION...] FILE... [-- ARG...]",
     "search in several ways at once"},
    {"resume", mz_command_resume, "resume [OPTION...] FILE",
     "go on with a stopped search"},
    {"split", mz_command_split, "split N FILE",
     "cut such a search into parts"},
    {"merge", mz_command_merge, "merge FILE PART...",
     "make one search of all parts"},
    {"replay", mz_command_replay, "replay [REPORT] [--at=STEP] [--gdb]",
     "run a reported execution again"},
    {"report", mz_command_report, "report [REPORT] [--format=NAME]",
     "write a report as HTML or JSON"},
    {"cc", cc, "cc ARG...", "compile or link C for checking"},
    {"c++", cxx, "c++ ARG...", "the same for C++"},
    {"algorithms", mz_command_algorithms, "algorithms [--format=json]",
     "list the ways to search"},
    {"help", help, "help [COMMAND]", "list the options of a command"},
    {"version", version, "version", "tell the version"},
};

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < MZ_COUNT(commands); i++)
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

static int refuse_command(const char *name)
{
    const char *names[MZ_COUNT(commands) + 1] = {NULL};
    const char *nearest;

    for (size_t i = 0; i < MZ_COUNT(commands); i++)
        names[i] = commands[i].name;
    nearest = mz_nearest(name, strlen(name), names);
    if (nearest)
        return mz_refuse("unknown command '%s': did you mean '%s'?", name,
                         nearest);
    if (access(name, F_OK) == 0)
        return mz_refuse("unknown command '%s': did you mean 'mazurka check "
                         "%s'?",
                         name, name);
    return mz_refuse("unknown command '%s': try 'mazurka --help'", name);
}

/* argv[0] of a command is "mazurka NAME", for messages and usage. */
static int run(const struct command *command, char *const *arguments,
               char *const *command_line)
{
    struct mz_arguments words = {0};
    char name[64];

    snprintf(name, sizeof name, "mazurka %s", command->name);
    mz_arguments_add(&words, name);
    mz_arguments_add_all(&words, arguments);
    return command->run((int)words.count, words.items, command_line);
}

static int list_commands(void)
{
    puts("Mazurka checks multithreaded C and C++ programs: it runs them under "
         "every thread\ninterleaving that matters.\n");
    for (size_t i = 0; i < MZ_COUNT(commands); i++)
        printf("  mazurka %-37s  %s\n", commands[i].usage, commands[i].summary);
    puts("\nBegin with 'mazurka check FILE.c'. 'mazurka help COMMAND' lists "
         "the options of a\ncommand, and 'man mazurka' tells more.");
    return fflush(stdout) ? MZ_EXIT_FAILED : 0;
}

static int complete(const char *shell)
{
    struct mz_completion_command list[MZ_COUNT(commands) + 1] = {0};

    for (size_t i = 0; i < MZ_COUNT(commands); i++) {
        list[i].name = commands[i].name;
        list[i].summary = commands[i].summary;
    }
    return mz_completion_write(shell, list);
}

/* `mazurka cc --help` is what the compiler says. */
static int help_compiler(const char *name)
{
    bool is_c = !strcmp(name, "cc");

    printf("Usage: mazurka %s [--asm=trust] ARG...\n", name);
    mz_help_text("Runs the compiler ($MAZURKA_CC, $CC, or cc; of C++ "
                 "$MAZURKA_CXX, $CXX, or c++) with these arguments, so that "
                 "the program can be checked: gcc or clang, with all their "
                 "options but -static, and no sanitizers but "
                 "-fsanitize=undefined and address.\n");
    mz_help_option(0, "asm", "trust",
                   "Go on where inline assembly is not understood; programs "
                   "with it are never called safe",
                   20);
    printf("\nAs the compiler of a build:\n  make CC=\"mazurka cc\" "
           "CXX=\"mazurka c++\"\n  cmake -DCMAKE_%s_COMPILER=mazurka-%s .\n",
           is_c ? "C" : "CXX", name);
    return fflush(stdout) ? MZ_EXIT_FAILED : 0;
}

static int help(int argc, char **argv, char *const *command_line)
{
    static const char completion[] = "--completion="; /* for meson.build */
    static char *const ask[] = {"--help", NULL};
    const struct command *command = argc > 1 ? find(argv[1]) : NULL;

    if (argc < 2)
        return list_commands();
    if (!strncmp(argv[1], completion, strlen(completion)))
        return complete(argv[1] + strlen(completion));
    if (!command)
        return refuse_command(argv[1]);
    if (command->run == cc || command->run == cxx)
        return help_compiler(command->name);
    if (command->run == help || command->run == version) {
        printf("Usage: mazurka %s\n", command->usage);
        return fflush(stdout) ? MZ_EXIT_FAILED : 0;
    }
    return run(command, ask, command_line);
}

/* Under the names mazurka-cc and mazurka-c++ we are a compiler: CMake wants a
 * single path. */
static const struct command *command_of_name(const char *path)
{
    const char *name = mz_text_last_part(path);

    return strncmp(name, "mazurka-", 8) ? NULL : find(name + 8);
}

/* Compilers look for a file of this name where `mazurka cc` tells them to. */
static bool is_assembler(const char *path)
{
    return !strcmp(mz_text_last_part(path), "as");
}

/* Else what we open next would be taken for standard output. Where that is
 * closed, writing to it still fails. */
static void open_standard_descriptors(void)
{
    int lowest = open("/dev/null", O_RDONLY);

    while (lowest >= 0 && lowest <= STDERR_FILENO)
        lowest = dup(lowest);
    close(lowest);
}

static int act(int argc, char **argv)
{
    const struct command *command;

    open_standard_descriptors();
    if (argc > 0 && is_assembler(argv[0]))
        return mz_assembler_run(argv + 1);
    if (argc > 0 && mz_linker_is(argv[0]))
        return mz_linker_run(argv);
    command = argc > 0 ? command_of_name(argv[0]) : NULL;
    if (command)
        return run(command, argv + 1, argv);
    if (argc < 2)
        return mz_refuse("name a command: try 'mazurka --help'");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return list_commands();
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))
        return version(argc, argv, argv);
    command = find(argv[1]);
    return command ? run(command, argv + 2, argv) : refuse_command(argv[1]);
}

/* ---- room for it --------------------------------------------------------- */

enum { STACK_SIZE = 8 << 20 };

static struct {
    int argc, status;
    char **argv;
    ucontext_t begun;
} call;

static void act_there(void)
{
    call.status = mz_process_end(act(call.argc, call.argv));
}

/* libdw needs more stack than some have (ulimit -s): then we have our own. */
int main(int argc, char **argv)
{
    struct rlimit limit;
    ucontext_t there;

    call.argc = argc;
    call.argv = argv;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur >= STACK_SIZE)
        return mz_process_end(act(argc, argv));
    getcontext(&there);
    there.uc_stack.ss_size = STACK_SIZE;
    there.uc_stack.ss_sp = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    there.uc_link = &call.begun;
    if (there.uc_stack.ss_sp == MAP_FAILED)
        return mz_process_end(act(argc, argv));
    makecontext(&there, act_there, 0);
    swapcontext(&call.begun, &there);
    return call.status;
}
