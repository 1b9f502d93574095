/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/checked_function.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/framework.h"
#include "base/system_call.h"
#include "config.h"
#include "mazurka.h"
#include "region/function.h"
#include "runtime/fiber.h"
#include "runtime/function_input.h"
#include "runtime/heap.h"
#include "runtime/libc_family.h"
#include "runtime/runtime.h"
#include "runtime/session.h"
#include "runtime/takeover.h"
#include "runtime/thread.h"
#include "runtime/turn.h"

#define MZ_REPLAY_VARIABLE "MAZURKA_REPLAY" /* docs/mazurka.1 */

enum {
    FREE_DESCRIPTOR = 200,
    MAX_WORDS = 256,
    TEXT_SIZE = 8192,
    STACK_SIZE = 1 << 20, /* of the search */
};

/* ---- in the process that searches ---------------------------------------- */

static struct {
    void (*function)(void *);
    void *argument;
    int (*failed)(void);
    int input;            /* as call.input, or 0 */
    bool is_asked;        /* that, now */
    struct mz_span stack; /* from which it was called */
} taken;

bool mz_function_is_outside(uint64_t address)
{
    return address - taken.stack.start < taken.stack.end - taken.stack.start;
}

/* In place of main. */
static int call_function(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv, (void)envp;
    taken.function(taken.argument);
    return 0;
}

/* What is asked is no step of the execution, which is over; so that is done as
 * in an atomic block, which is not recorded, races with nothing, and finds of
 * each atomic variable the last value. */
static bool has_failed(void)
{
    const bool is_detecting = mz_rt.detecting, is_weak = mz_rt.weak;
    bool has;

    mz_rt.detecting = mz_rt.weak = false;
    mz_turns.atomic = mz_rt.self;
    mz_turns.atomic_universal = false;
    mz_turns.atomic_first = mz_turns.execution->access_count;
    mz_turns.atomic_count = 0;
    taken.is_asked = true;
    has = taken.failed();
    taken.is_asked = false;
    mz_turns.atomic = MZ_NO_THREAD;
    mz_rt.detecting = is_detecting;
    mz_rt.weak = is_weak;
    return has;
}

bool mz_function_is_asked(void)
{
    return taken.is_asked;
}

void mz_function_ask(void)
{
    if (taken.failed && has_failed())
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_TEST_FAILED,
                                     .pc = (uint64_t)taken.function + 1});
}

static void run_session(void *unused)
{
    char *no_arguments[] = {NULL};

    (void)unused;
    mz_thread_set_function(taken.function);
    mz_session_run(call_function, 0, no_arguments, environ);
}

/* The search leaves the program's stack, which is memory like other memory from
 * now on: the argument may point there. */
_Noreturn void mz_function_take_over(int region, void (*function)(void *),
                                     void *argument, int (*failed)(void))
{
    char *stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    const struct mz_span ours = {(uint64_t)stack, (uint64_t)stack + STACK_SIZE};

    if (stack == MAP_FAILED)
        mz_give_up("no memory for the stack of the search");
    taken.function = function;
    taken.argument = argument;
    taken.failed = failed;
    mz_takeover_late(region);
    if (taken.input > 0)
        mz_rt.region->input = taken.input;
    MZ_REAL(mallopt)(M_TRIM_THRESHOLD, -1); /* rollback writes to all of it */
    mz_libc_mappings_survey(&ours, &taken.stack);
    mz_heap_take_over();
    mz_switch_begin(stack + STACK_SIZE, run_session, NULL);
}

/* ---- the command --------------------------------------------------------- */

/* What it is called with. */
struct words {
    char *items[MAX_WORDS + 1];
    size_t count;
    char text[TEXT_SIZE];
    size_t length;
};

static bool add(struct words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool add(struct words *words, const char *format, ...)
{
    char *word = words->text + words->length;
    size_t room = sizeof words->text - words->length;
    va_list list;
    int length;

    va_start(list, format);
    length = vsnprintf(word, room, format, list);
    va_end(list);
    if (length < 0 || (size_t)length >= room || words->count == MAX_WORDS)
        return false;
    words->items[words->count++] = word;
    words->length += (size_t)length + 1;
    return true;
}

static bool add_text(struct words *words, const char *option, const char *value)
{
    return !value || add(words, "--%s=%s", option, value);
}

static bool add_number(struct words *words, const char *option,
                       unsigned long value)
{
    return !value || add(words, "--%s=%lu", option, value);
}

/* Words that blanks separate. */
static bool add_more(struct words *words, const char *more)
{
    static const char blanks[] = " \t\n";

    while (more && *(more += strspn(more, blanks))) {
        int length = (int)strcspn(more, blanks);

        if (!add(words, "%.*s", length, more))
            return false;
        more += length;
    }
    return true;
}

/* Options may be shortened, but not to less than `least`. */
static bool names(const char *more, const char *name, size_t least)
{
    static const char blanks[] = " \t\n";

    while (more && *(more += strspn(more, blanks))) {
        size_t length = strcspn(more, " \t\n=");

        if (length >= least && length <= strlen(name) &&
            !strncmp(more, name, length))
            return true;
        more += strcspn(more, blanks);
    }
    return false;
}

/* Which call is meant is for us to say. */
static bool names_function(const char *more)
{
    return names(more, "--function", sizeof "--fu" - 1);
}

bool mz_function_names_seed(const struct mz_options *options)
{
    return names(options->more, "--seed", sizeof "--se" - 1) ||
           names(getenv("MAZURKA_OPTIONS"), "--seed", sizeof "--se" - 1);
}

/* What is told then is no error alone: the text of a safe one is shown, too. */
static bool is_verbose(const struct mz_options *options)
{
    const char *more[] = {options->more, getenv("MAZURKA_OPTIONS")};

    for (size_t i = 0; i < MZ_COUNT(more); i++)
        if (names(more[i], "-v", sizeof "-v" - 1) ||
            names(more[i], "--verbose", sizeof "--verb" - 1))
            return true;
    return false;
}

static bool add_options(struct words *words, const struct mz_options *options)
{
    return add_text(words, "algorithm", options->algorithm) &&
           add_text(words, "plain", options->plain) &&
           add_text(words, "trust", options->trust) &&
           add_text(words, "expect", options->expect) &&
           (!options->timeout ||
            add(words, "--timeout=%g", options->timeout)) &&
           add_number(words, "max-executions", options->max_executions) &&
           add_number(words, "max-events", options->max_events) &&
           add_number(words, "preemptions", options->preemptions) &&
           add_number(words, "jobs", options->jobs) &&
           add_more(words, options->more) &&
           add_more(words, getenv("MAZURKA_OPTIONS"));
}

/* The command is where the library is, or in ../bin of it. */
static bool find_command(char path[PATH_MAX])
{
    static const char *const places[] = {"mazurka", "../bin/mazurka",
                                         "../../bin/mazurka"};
    char folder[PATH_MAX], place[PATH_MAX];
    Dl_info info;

    if (!dladdr((void *)find_command, &info) ||
        !realpath(info.dli_fname, folder))
        return false;
    *strrchr(folder, '/') = '\0';
    for (size_t i = 0; i < MZ_COUNT(places); i++)
        if (snprintf(place, PATH_MAX, "%s/%s", folder, places[i]) < PATH_MAX &&
            access(place, X_OK) == 0 && realpath(place, path))
            return true;
    return false;
}

/* The program's own arguments: a replay starts it with the same. */
static bool add_arguments(struct words *words)
{
    static char text[TEXT_SIZE];
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text);
    const char *end = text + length;

    if (file >= 0)
        close(file);
    if (length <= 0 || (size_t)length == sizeof text)
        return false;
    if (!add(words, "--"))
        return false;
    for (const char *at = text + strlen(text) + 1; at < end;
         at += strlen(at) + 1)
        if (!add(words, "%s", at))
            return false;
    return true;
}

/* ---- one call ------------------------------------------------------------ */

static unsigned call_count;
static char *report_text; /* of the last call, from malloc */

MZ_EXPORT const char *mz_report(void)
{
    return report_text ? report_text : "";
}

/* A check that cannot be made, as the command would tell it. */
static int explain(int status, const char *function, const char *why)
{
    free(report_text);
    if (asprintf(&report_text, "mazurka: %s: %s\n", function, why) < 0)
        report_text = NULL;
    return status;
}

int mz_function_refuse(int status, const char *function, const char *why)
{
    explain(status, function, why);
    fputs(mz_report(), stderr);
    return status;
}

static int refuse(int status, const char *why)
{
    return mz_function_refuse(status, "mz_check", why);
}

static int count_threads(void)
{
    DIR *threads = opendir("/proc/self/task");
    int count = 0;

    for (struct dirent *entry; threads && (entry = readdir(threads));)
        count += entry->d_name[0] != '.';
    if (threads)
        closedir(threads);
    return count;
}

/* High up, so that descriptors of the program have their usual numbers. */
static int lift(int descriptor)
{
    int high = fcntl(descriptor, F_DUPFD_CLOEXEC, FREE_DESCRIPTOR);

    if (high < 0)
        return descriptor;
    close(descriptor);
    return high;
}

void mz_function_set_child_action(const struct mz_child_action *action)
{
    MZ_SYSTEM(rt_sigaction, SIGCHLD, action, NULL, sizeof(uint64_t));
}

void mz_function_take_children(struct mz_child_action *before)
{
    static const struct mz_child_action by_default;

    MZ_SYSTEM(rt_sigaction, SIGCHLD, NULL, before, sizeof(uint64_t));
    mz_function_set_child_action(&by_default);
}

struct call {
    struct mz_child_action children; /* the program's */
    void (*function)(void *);
    void *argument;
    const struct mz_options *options;
    int (*failed)(void);
    int to_server[2]; /* the supervisor's end, the server's */
    int output;       /* of the command, a file in memory */
    int input;        /* what was read of standard input; -1: nothing is kept */
};

static void read_output(const struct call *call)
{
    off_t size = lseek(call->output, 0, SEEK_END);
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    ssize_t length = text ? pread(call->output, text, (size_t)size, 0) : -1;

    free(report_text);
    report_text = text;
    if (text)
        text[length > 0 ? length : 0] = '\0';
}

/* What is told while the command is at work, since its own stderr is read when
 * it has ended. */
static void pass_stderr(const char *name)
{
    int out = fcntl(STDERR_FILENO, F_DUPFD, FREE_DESCRIPTOR);
    char value[256];

    if (out < 0)
        return;
    snprintf(value, sizeof value, "%d %s", out, name ? name : "");
    setenv(MZ_TOLD_VARIABLE, value, true);
}

/* The child of the program: has the server, and becomes the command. */
static _Noreturn void become_command(const struct call *call,
                                     struct words *words)
{
    char number[16];
    pid_t server;

    server = fork();
    if (server == 0) {
        mz_function_set_child_action(&call->children);
        close(call->to_server[0]);
        close(call->output);
        taken.input = call->input;
        mz_function_take_over(mz_function_serve(call->to_server[1]),
                              call->function, call->argument, call->failed);
    }
    if (server < 0)
        _exit(MZ_CHECK_FAILED);
    close(call->to_server[1]);
    snprintf(number, sizeof number, "%d", call->to_server[0]);
    setenv(MZ_SERVER_VARIABLE, number, true);
    fcntl(call->to_server[0], F_SETFD, 0);
    pass_stderr(call->options->name);
    dup2(call->output, STDOUT_FILENO);
    dup2(call->output, STDERR_FILENO);
    execv(words->items[0], words->items);
    _exit(127);
}

static int status_of(int wait_status)
{
    if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) != 127)
        return WEXITSTATUS(wait_status);
    return MZ_CHECK_FAILED;
}

static int wait_for(pid_t child)
{
    int status = 0;
    pid_t waited;

    do
        waited = waitpid(child, &status, 0);
    while (waited < 0 && errno == EINTR);
    return waited == child ? status_of(status) : MZ_CHECK_FAILED;
}

static int run_command(struct call *call, struct words *words)
{
    struct mz_positions positions;
    pid_t child;
    int status;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, call->to_server))
        return explain(MZ_CHECK_FAILED, "mz_check", strerror(errno));
    call->output = memfd_create("mazurka report", MFD_CLOEXEC);
    if (call->output < 0)
        return explain(MZ_CHECK_FAILED, "mz_check", strerror(errno));
    call->to_server[0] = lift(call->to_server[0]);
    call->to_server[1] = lift(call->to_server[1]);
    call->output = lift(call->output);
    call->input = mz_function_input_keep();
    if (call->input >= 0)
        call->input = lift(call->input);
    fflush(NULL); /* else each copy has it, too */
    mz_positions_note(&positions);
    mz_function_take_children(&call->children);
    child = fork();
    if (child == 0)
        become_command(call, words);
    close(call->to_server[0]);
    close(call->to_server[1]);
    if (child < 0) {
        mz_function_set_child_action(&call->children);
        mz_function_input_put_back(call->input);
        close(call->output);
        return explain(MZ_CHECK_FAILED, "mz_check", strerror(errno));
    }
    status = wait_for(child);
    mz_function_set_child_action(&call->children);
    mz_positions_restore(&positions);
    mz_function_input_put_back(call->input);
    read_output(call);
    close(call->output);
    return status == MZ_CHECK_FAILED && !*mz_report()
               ? explain(status, "mz_check",
                         "the command mazurka has not done its work: "
                         "was it killed?")
               : status;
}

static void tell(const struct mz_options *options, int status)
{
    if (options->quiet || !*mz_report() ||
        (status == MZ_CHECK_SAFE && !is_verbose(options)))
        return;
    if (options->name)
        fprintf(stderr, "%s: ", options->name);
    fputs(mz_report(), stderr);
}

static int check(struct call *call)
{
    char path[PATH_MAX], program[PATH_MAX];
    struct words *words = calloc(1, sizeof *words);
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    int status;

    if (!words || length < 0) {
        status = refuse(MZ_CHECK_FAILED, strerror(errno));
        free(words);
        return status;
    }
    program[length] = '\0';
    if (names_function(call->options->more) ||
        names_function(getenv("MAZURKA_OPTIONS"))) {
        status = refuse(MZ_CHECK_UNSUPPORTED,
                        "--function is for the command line: mazurka check "
                        "--function=N PROGRAM");
    } else if (!find_command(path)) {
        status = refuse(MZ_CHECK_FAILED,
                        "the command mazurka is not beside libmazurka.so, nor "
                        "in ../bin of it: build or install mazurka again");
    } else if (!add(words, "%s", path) || !add(words, "check") ||
               (!is_verbose(call->options) && !add(words, "--quiet")) ||
               !add(words, "--function=%u", call_count) ||
               !add_options(words, call->options) ||
               !add(words, "%s", program) || !add_arguments(words)) {
        status = refuse(MZ_CHECK_UNSUPPORTED,
                        "the options, or the program's arguments, are too "
                        "long");
    } else {
        status = run_command(call, words);
        tell(call->options, status);
    }
    free(words);
    return status;
}

void mz_function_set_report(const char *format, ...)
{
    char *text = NULL;
    va_list list;

    va_start(list, format);
    if (vasprintf(&text, format, list) < 0)
        text = NULL;
    va_end(list);
    free(report_text);
    report_text = text;
}

bool mz_function_is_given_seed(unsigned long *seed)
{
    int region = mz_takeover_descriptor();

    if (region >= 0)
        *seed = mz_takeover_seed(region);
    return region >= 0;
}

bool mz_function_is_wanted(void)
{
    int region = mz_takeover_descriptor();

    return !mz_rt.supervised && count_threads() == 1 &&
           (region < 0 || mz_takeover_function(region) == call_count + 1);
}

/* Where the supervisor has started the program for one of its calls. */
static void take_over_if_meant(const struct call *call)
{
    int region = mz_takeover_descriptor();

    if (mz_takeover_function(region) != call_count ||
        !mz_takeover_claim(region))
        return;
    fflush(NULL);
    mz_function_take_over(region, call->function, call->argument, call->failed);
}

/* A report of this program, which is to be replayed: the command does that, and
 * starts the program anew. Returns if it cannot be had. */
static void replay(char *report)
{
    bool is_seen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    char path[PATH_MAX];
    char *words[] = {path, "replay", report, is_seen ? "--gdb" : NULL, NULL};

    if (!find_command(path))
        return;
    fflush(NULL);
    unsetenv(MZ_REPLAY_VARIABLE);
    execv(path, words);
}

/* Tells libmazurka-unchecked.a that it is not needed. */
void mz_explores(void);
MZ_EXPORT void mz_explores(void)
{
}

MZ_EXPORT int mz_check(void (*test)(void *), void *argument,
                       const struct mz_options *options)
{
    static const struct mz_options by_default;
    char *report = getenv(MZ_REPLAY_VARIABLE);

    if (mz_rt.supervised)
        mz_unsupported(CHECK_WITHIN);
    mz_fiber_remember_errno();
    if (mz_takeover_descriptor() < 0 && report && *report)
        replay(report);
    call_count++;
    return mz_function_check_again(test, argument,
                                   options ? options : &by_default);
}

int mz_function_check_again(void (*function)(void *), void *argument,
                            const struct mz_options *options)
{
    struct call call = {
        .function = function,
        .argument = argument,
        .options = options,
        .failed = options->failed ? options->failed : mz_framework_to_ask(),
    };

    if (!function)
        return refuse(MZ_CHECK_UNSUPPORTED, "the test is NULL");
    if (count_threads() > 1)
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "other threads run: call it while there is none");
    if (mz_takeover_descriptor() < 0)
        return check(&call);
    take_over_if_meant(&call);
    return MZ_CHECK_SAFE;
}
