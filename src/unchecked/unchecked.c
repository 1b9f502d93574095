/* SPDX-License-Identifier: Apache-2.0 */
/*
 * include/mazurka.h for programs that mazurka has not built, so that a test
 * suite needs no #ifdef: nothing is explored. A test runs once, or as often as
 * MAZURKA_STRESS says, each time in a process of its own, which has what the
 * program was before it and leaves nothing behind. Choices are 0, or random
 * where it is repeated.
 */
#define _GNU_SOURCE
#include "unchecked/unchecked.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/framework.h"
#include "mazurka.h"

static unsigned long runs; /* of the test at hand; 0: outside of one */
static unsigned seed;      /* of this run */
static char report[512];

/* What a process that runs a test tells the program besides its exit status. */
enum outcome {
    OUTCOME_UNTOLD, /* nothing: it ends by _exit, or is killed */
    OUTCOME_USUAL,
    OUTCOME_FAILED, /* says `failed` of the options */
    OUTCOME_TOLD,   /* why it ends with its status */
    OUTCOME_LEFT,   /* the test is left by a jump, or an exception */
    OUTCOME_NESTED, /* mz_check within it */
};
static struct {
    enum outcome *outcome; /* shared; NULL: not in such a process */
    int (*failed)(void);
    void (*refuse_exit)(void); /* NULL: it may */
    pid_t thread;      /* that has called the test, the process's first */
    const char *stack; /* frames of the test are below */
} running;

/* Whether the run is one of many. */
static int is_repeated(void)
{
    return runs > 1;
}

static unsigned next_random(void)
{
    unsigned now = __atomic_add_fetch(&seed, 0x9e3779b9u, __ATOMIC_RELAXED);

    now = (now ^ now >> 16) * 0x85ebca6bu;
    return now ^ now >> 13;
}

unsigned mz_choose(unsigned bound)
{
    return bound && is_repeated() ? next_random() % bound : 0;
}

static int is_enough(const char *name, long long order, int is_equal)
{
    if (!strcmp(name, "=="))
        return is_equal;
    if (!strcmp(name, "!="))
        return !is_equal;
    if (!strcmp(name, "<"))
        return order < 0;
    if (!strcmp(name, "<="))
        return order <= 0;
    if (!strcmp(name, ">"))
        return order > 0;
    return order >= 0;
}

static unsigned long long read_number(const volatile void *variable,
                                      unsigned long size, int is_signed)
{
    unsigned long long value;
    unsigned unused = 64 - 8 * (unsigned)size;

    switch (size) {
    case 1:
        value = __atomic_load_n((const volatile uint8_t *)variable,
                                __ATOMIC_SEQ_CST);
        break;
    case 2:
        value = __atomic_load_n((const volatile uint16_t *)variable,
                                __ATOMIC_SEQ_CST);
        break;
    case 4:
        value = __atomic_load_n((const volatile uint32_t *)variable,
                                __ATOMIC_SEQ_CST);
        break;
    default:
        return __atomic_load_n((const volatile uint64_t *)variable,
                               __ATOMIC_SEQ_CST);
    }
    return is_signed > 0
               ? (unsigned long long)((long long)(value << unused) >> unused)
               : value;
}

unsigned long long mz_await_number(const volatile void *variable,
                                   unsigned long size, int is_signed,
                                   const char *operator_name,
                                   unsigned long long number)
{
    for (;; sched_yield()) {
        unsigned long long value = read_number(variable, size, is_signed);
        long long order = is_signed > 0
                              ? ((long long)value > (long long)number) -
                                    ((long long)value < (long long)number)
                              : (value > number) - (value < number);

        if (is_enough(operator_name, order, value == number))
            return value;
    }
}

/* As src/compilers/mazurka_await.h has them. */
unsigned long long mz_await_in_order(const volatile void *variable,
                                     unsigned long size,
                                     const char *operator_name,
                                     unsigned long long number, int order);
long mz_barrier_phase(const unsigned arrived[2], unsigned expected,
                      unsigned long *users);
int mz_waits_how(void);

int mz_waits_how(void)
{
    return 2; /* MZ_WAITS_NATIVELY */
}

unsigned long long mz_await_in_order(const volatile void *variable,
                                     unsigned long size,
                                     const char *operator_name,
                                     unsigned long long number, int order)
{
    (void)order; /* seq_cst is any */
    return mz_await_number(variable, size, 0, operator_name, number);
}

long mz_barrier_phase(const unsigned arrived[2], unsigned expected,
                      unsigned long *users)
{
    (void)arrived;
    (void)expected;
    (void)users;
    return -1;
}

/* ---- tests --------------------------------------------------------------- */

const char *mz_report(void)
{
    return report;
}

/* Who has left the test by longjmp runs what had called mz_check. No caller of
 * that comes as deep as the test, below whose frame there is ROOM_BELOW. */
enum { ROOM_BELOW = 64 << 10 };

static int is_left(void)
{
    return gettid() == running.thread &&
           (const char *)__builtin_frame_address(0) > running.stack;
}

/* What happens in a child of the test is said only if that cannot be: what
 * becomes of it otherwise the test may ask. */
static void note(enum outcome outcome)
{
    enum outcome before = OUTCOME_UNTOLD;

    if (getpid() == running.thread || outcome == OUTCOME_NESTED)
        __atomic_compare_exchange_n(running.outcome, &before, outcome, 0,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static _Noreturn void end_run(enum outcome outcome, int status)
{
    if (outcome == OUTCOME_USUAL && running.failed && running.failed())
        outcome = OUTCOME_FAILED;
    note(outcome);
    fflush(NULL);
    _exit(status);
}

_Noreturn void mz_unchecked_end(int status)
{
    note(OUTCOME_TOLD);
    _exit(status);
}

void mz_unchecked_refuse_exit(void (*tell)(void))
{
    running.refuse_exit = tell;
}

/* Otherwise than under the checker other threads do not go on without it. */
void mz_assume(int condition)
{
    if (!condition && runs)
        end_run(OUTCOME_USUAL, MZ_CHECK_SAFE);
}

/* The process exits: handlers of the program are not for it. */
static void end_by_exit(int status, void *unused)
{
    (void)unused;
    if (running.refuse_exit && getpid() == running.thread)
        running.refuse_exit();
    end_run(is_left() ? OUTCOME_LEFT : OUTCOME_USUAL, status);
}

/* By pthread_exit: the test is over, but not left. */
static void end_thread(void *unused)
{
    (void)unused;
    running.stack = (const char *)UINTPTR_MAX;
}

static __attribute__((noinline)) void call(void (*test)(void *), void *argument)
{
    volatile char room[ROOM_BELOW];

    room[0] = 0;
    running.stack = (const char *)room;
    pthread_cleanup_push(end_thread, NULL);
    test(argument);
    pthread_cleanup_pop(0);
    (void)room[0];
}

static _Noreturn void run(void (*test)(void *), void *argument,
                          const struct mz_options *options, unsigned long i)
{
    seed = (unsigned)i;
    running.thread = gettid();
    running.failed = options->failed ? options->failed : mz_framework_to_ask();
    on_exit(end_by_exit, NULL);
    if (options->timeout)
        alarm((unsigned)options->timeout + 1);
    call(test, argument);
    end_run(OUTCOME_USUAL, MZ_CHECK_SAFE);
}

static int tell(const struct mz_options *options, int status,
                const char *format, int number)
{
    int length = snprintf(report, sizeof report,
                          "%s%serror: ", options->name ? options->name : "",
                          options->name ? ": " : "");

    snprintf(report + length, sizeof report - (size_t)length, format, number);
    strncat(report, " (not explored: built without mazurka cc)\n",
            sizeof report - strlen(report) - 1);
    if (!options->quiet)
        fputs(report, stderr);
    return status;
}

static int judge(const struct mz_options *options, enum outcome outcome,
                 int status)
{
    if (outcome == OUTCOME_LEFT)
        return tell(options, MZ_CHECK_ERROR,
                    "the test is left by a jump or an exception, as its "
                    "framework does at a failure",
                    0);
    if (outcome == OUTCOME_TOLD && WIFEXITED(status))
        return WEXITSTATUS(status);
    if (outcome == OUTCOME_NESTED)
        return tell(options, MZ_CHECK_UNSUPPORTED, "mz_check within a test", 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return tell(options, MZ_CHECK_INCOMPLETE, "no end within the timeout",
                    0);
    if (WIFSIGNALED(status))
        return tell(options, MZ_CHECK_ERROR, "the test is killed by signal %d",
                    WTERMSIG(status));
    if (outcome == OUTCOME_FAILED)
        return tell(options, MZ_CHECK_ERROR,
                    "the test framework has noted a failure", 0);
    if (WEXITSTATUS(status))
        return tell(options, MZ_CHECK_ERROR, "the test exits with status %d",
                    WEXITSTATUS(status));
    if (outcome == OUTCOME_UNTOLD &&
        (options->failed || mz_framework_to_ask()))
        return tell(options, MZ_CHECK_INCOMPLETE,
                    "the test ends by _exit, so that its framework is not "
                    "asked whether it has failed",
                    0);
    return MZ_CHECK_SAFE;
}

static int run_once(void (*test)(void *), void *argument,
                    const struct mz_options *options, unsigned long i)
{
    int status = 0;
    enum outcome *outcome, told;
    pid_t child, waited;

    outcome = mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (outcome == MAP_FAILED)
        return tell(options, MZ_CHECK_FAILED, "mmap: error %d", errno);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        running.outcome = outcome;
        run(test, argument, options, i);
    }
    if (child < 0)
        return tell(options, MZ_CHECK_FAILED, "fork: error %d", errno);
    do
        waited = waitpid(child, &status, 0);
    while (waited < 0 && errno == EINTR);
    told = *outcome;
    munmap(outcome, sizeof *outcome);
    return judge(options, told, status);
}

/* Of libmazurka.so, which comes first unless the linker was told to take all of
 * this library: then nothing would be explored, and nobody would know. */
extern void mz_explores(void) __attribute__((weak));

/* An error that is expected may not show. */
int mz_check(void (*test)(void *), void *argument,
             const struct mz_options *options)
{
    static const struct mz_options by_default;
    const char *stress = getenv("MAZURKA_STRESS");
    char *end = NULL;
    int status = MZ_CHECK_SAFE;

    if (!options)
        options = &by_default;
    if (running.outcome)
        end_run(is_left() ? OUTCOME_LEFT : OUTCOME_NESTED,
                MZ_CHECK_UNSUPPORTED);
    report[0] = '\0';
    if (!test)
        return tell(options, MZ_CHECK_UNSUPPORTED, "the test is NULL", 0);
    if (mz_explores)
        return tell(options, MZ_CHECK_UNSUPPORTED,
                    "libmazurka-unchecked.a stands before mazurka cc's own "
                    "library: is it linked with --whole-archive?",
                    0);
    if (options->expect)
        return MZ_CHECK_SAFE;
    runs = stress && *stress ? strtoul(stress, &end, 10) : 1;
    if (!runs || (end && *end))
        return tell(options, MZ_CHECK_UNSUPPORTED,
                    "MAZURKA_STRESS says how often a test is run, as a number",
                    0);
    for (unsigned long i = 0; i < runs && !status; i++)
        status = run_once(test, argument, options, i);
    runs = 0;
    return status;
}
