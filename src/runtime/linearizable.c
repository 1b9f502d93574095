/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_linearizable: which thread is to call what, and what the sequential code
 * returns in each order, is found out first, natively, in a process of its own:
 * what that code does to the program is not kept, and if it crashes, that does.
 * Then mz_check explores a function that chooses one of these and makes the
 * calls; runtime/history.h looks at what they returned.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "history/object.h"
#include "runtime/checked_function.h"
#include "runtime/history.h"

enum {
    ROOM = 1 << 29, /* bytes, for what is made; few are touched */
    SCRATCH = 24 << 20,
    ROOM_FOR_ONE = 12 << 20, /* scenario: what the sequential code returns */
    PATIENCE = 100,          /* seconds */
};

/* ---- one execution ------------------------------------------------------- */

/* What is explored; of the process that searches. */
static struct {
    struct mz_history_plan plan;
    const struct mz_object *object;
} explored;

static void *make_calls(void *column)
{
    struct mz_call_log *log = explored.plan.log;
    const struct mz_columns *columns =
        &explored.plan.columns[log->scenario - 1];
    uint32_t c = (uint32_t)(uintptr_t)column;

    log->threads[c] = mz_rt.self;
    for (uint32_t i = columns->begin[c]; i < columns->begin[c + 1]; i++) {
        const struct mz_object_call *call = &columns->calls[i];

        mz_history_begins(i);
        mz_history_ends(
            i, mz_operation_call(&explored.plan.operations[call->operation],
                                 log->instance, call));
    }
    return NULL;
}

static void run_scenario(void *unused)
{
    struct mz_call_log *log = explored.plan.log;
    const struct mz_object *object = explored.object;
    pthread_t threads[MZ_MAX_COLUMNS];
    uint32_t count, chosen = 0;

    (void)unused;
    if (log->scenario || log->begun || log->ended)
        mz_give_up("what calls have returned is not rolled back");
    if (explored.plan.count > 1)
        chosen = mz_choose(explored.plan.count);
    count = explored.plan.columns[chosen].count;
    log->instance = object->create ? object->create() : NULL;
    mz_history_choose(chosen);
    if (explored.plan.progress)
        log->survivor = mz_choose(count) + 1;
    for (uintptr_t i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, make_calls, (void *)i);
    for (uint32_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    if (object->destroy)
        object->destroy(log->instance);
}

/* ---- what is made before ------------------------------------------------- */

/* By the child, in memory that both share. */
struct made {
    enum mz_sequential_failure failure;
    size_t size; /* of all that was made, this here included; 0: the child has
                    not come to that */
    uint64_t count;
    struct mz_columns *columns;
    struct mz_sequential *sequential;
};

static void make_sequential(const struct mz_object *object, struct made *made,
                            struct mz_arena *arena)
{
    struct mz_object_code code = mz_object_code(object);
    struct mz_arena scratch;

    mz_arena_init(&scratch,
                  mmap(NULL, SCRATCH, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
                  SCRATCH);
    if (scratch.start == MAP_FAILED)
        _exit(MZ_CHECK_FAILED);
    for (uint64_t i = 0; i < made->count && !made->failure; i++) {
        made->failure =
            arena->capacity - arena->used < ROOM_FOR_ONE
                ? MZ_SEQUENTIAL_TOO_MANY
                : mz_sequential_build(&made->sequential[i], &made->columns[i],
                                      &code.code, arena, &scratch);
    }
}

static _Noreturn void make(const struct mz_object *object,
                           const struct mz_scenario *scenario,
                           struct made *made, struct mz_arena *arena)
{
    sigset_t alarms;

    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarms, NULL);
    signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE);
    made->count = mz_object_columns(object, scenario, arena, &made->columns);
    if (made->count <= MZ_MOST_SCENARIOS) {
        made->sequential =
            mz_arena_take(arena, made->count * sizeof *made->sequential);
        make_sequential(object, made, arena);
    }
    made->size = arena->used;
    _exit(MZ_CHECK_SAFE);
}

/* ---- what cannot be done ------------------------------------------------- */

static int refuse(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static int refuse(int status, const char *format, ...)
{
    char why[512];
    va_list list;

    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    return mz_function_refuse(status, "mz_linearizable", why);
}

/* The child has ended. */
static int judge_made(const struct mz_object *object, const struct made *made,
                      int status)
{
    const char *whose = mz_object_has_model(object) ? "the model"
                                                    : "the object itself, "
                                                      "run by one thread,";

    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "%s does not end: what may wait needs a model, whose "
                      "operation returns MZ_WAITS then",
                      whose);
    if (WIFSIGNALED(status))
        return refuse(MZ_CHECK_ERROR, "%s is killed by signal %d%s", whose,
                      WTERMSIG(status),
                      WTERMSIG(status) == SIGABRT
                          ? ", as by a failed assertion, or an exception that "
                            "leaves an operation"
                          : "");
    if (WEXITSTATUS(status) || !made->size)
        return refuse(MZ_CHECK_ERROR, "%s exits with status %d", whose,
                      WEXITSTATUS(status));
    if (made->count > MZ_MOST_SCENARIOS)
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "more than %d scenarios: take fewer arguments or a "
                      "shorter length, or have some drawn",
                      MZ_MOST_SCENARIOS);
    if (made->failure)
        return refuse(made->failure == MZ_SEQUENTIAL_TOO_MANY
                          ? MZ_CHECK_UNSUPPORTED
                          : MZ_CHECK_ERROR,
                      "%s", mz_object_failure(made->failure));
    return MZ_CHECK_SAFE;
}

/* ---- the call ------------------------------------------------------------ */

/* mz_check, or its repetition. */
typedef int (*check_function)(void (*)(void *), void *,
                              const struct mz_options *);

static int make_in_child(const struct mz_object *object,
                         const struct mz_scenario *scenario, void *room)
{
    struct mz_child_action children;
    struct mz_arena arena;
    struct made *made;
    int status = 0;
    pid_t child, waited;

    mz_arena_init(&arena, room, ROOM);
    made = mz_arena_take(&arena, sizeof *made);
    fflush(NULL);
    mz_function_take_children(&children);
    child = fork();
    if (child == 0)
        make(object, scenario, made, &arena);
    do
        waited = child < 0 ? child : waitpid(child, &status, 0);
    while (child > 0 && waited < 0 && errno == EINTR);
    mz_function_set_child_action(&children);
    if (child < 0 || waited != child)
        return refuse(MZ_CHECK_FAILED, "%s", strerror(errno));
    return judge_made(object, made, status);
}

/* To its own memory, at the same address, and to be read only: what is shared
 * with others, or could be written, the search would have to look after. */
static bool take_over(void *room)
{
    size_t size = ((struct made *)room)->size;
    void *own = mmap(NULL, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (own == MAP_FAILED)
        return false;
    memcpy(own, room, size);
    munmap(room, ROOM);
    return mremap(own, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, room) ==
               room &&
           mprotect(room, size, PROT_READ) == 0;
}

static int explore(const struct mz_object *object,
                   const struct mz_scenario *scenario, const struct made *made,
                   check_function check)
{
    /* Of the program's heap, so that it is rolled back. (A page of its own may
     * lie beside the thread's storage, which is not.) */
    struct mz_call_log *log = calloc(1, sizeof *log);
    int status;

    if (!log)
        return refuse(MZ_CHECK_FAILED, "%s", strerror(errno));
    explored.object = object;
    explored.plan = (struct mz_history_plan){
        .count = (uint32_t)made->count,
        .are_drawn = scenario->drawn,
        .columns = made->columns,
        .sequential = made->sequential,
        .operations = object->operations,
        .by_threads = scenario->sequential,
        .progress = scenario->progress,
        .steps = scenario->steps,
        .log = log,
    };
    mz_history_set_plan(&explored.plan);
    status = check(run_scenario, NULL, &scenario->options);
    mz_history_set_plan(NULL);
    free(log);
    return status;
}

static int look(const struct mz_object *object,
                const struct mz_scenario *scenario, check_function check)
{
    void *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int status;

    if (room == MAP_FAILED)
        return refuse(MZ_CHECK_FAILED, "%s", strerror(errno));
    status = make_in_child(object, scenario, room);
    if (!status && !take_over(room))
        status = refuse(MZ_CHECK_FAILED, "%s", strerror(errno));
    if (!status)
        status = explore(object, scenario, room, check);
    munmap(room, ROOM);
    return status;
}

/* ---- fuzzing ------------------------------------------------------------- */

#define SHORTEST_ROUND 0.001 /* seconds */

/* What the rounds have come to. */
struct fuzz {
    double begin;
    unsigned long rounds, drawn, run, executions;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* A round that has found no error: its report has the numbers. */
static void add_up(struct fuzz *fuzz)
{
    const char *note = strstr(mz_report(), "note: ");
    unsigned long executions;
    unsigned drawn, run;

    fuzz->rounds++;
    while (note && sscanf(note, MZ_DRAWN_FORMAT, &drawn, &run, &executions) < 3)
        note = strstr(note + 1, "note: ");
    if (!note)
        return;
    fuzz->drawn += drawn;
    fuzz->run += run;
    fuzz->executions += executions;
}

/* The last round's report says what else there is to be said. */
static void tell(const struct fuzz *fuzz, const struct mz_scenario *scenario)
{
    mz_function_set_report(
        "no error so far, in %.1f s: %lu scenarios drawn, %lu of them run, in "
        "%lu executions; .seed from %lu to %lu. The last of %lu rounds:\n%s",
        now() - fuzz->begin, fuzz->drawn, fuzz->run, fuzz->executions,
        scenario->seed, scenario->seed + fuzz->rounds - 1, fuzz->rounds,
        mz_report());
}

static int look_by_seed(const struct mz_object *object,
                        const struct mz_scenario *scenario, unsigned long seed,
                        double seconds, check_function check)
{
    struct mz_scenario round = *scenario;
    char more[4096];

    snprintf(more, sizeof more, "%s --seed=%lu",
             scenario->options.more ? scenario->options.more : "", seed);
    round.seed = seed;
    round.options.more = more;
    round.options.quiet = 1;
    if (!round.options.timeout || round.options.timeout > seconds)
        round.options.timeout = seconds;
    return look(object, &round, check);
}

/* A refusal has been. */
static bool is_told(void)
{
    static const char refusal[] = "mazurka: mz_linearizable: ";

    return !strncmp(mz_report(), refusal, sizeof refusal - 1);
}

/* Rounds are one call of mz_check: how many there are depends on the time. The
 * first is begun however short that is. */
static int fuzz(const struct mz_object *object,
                const struct mz_scenario *scenario)
{
    struct fuzz f = {.begin = now()};
    double left = scenario->fuzz;
    int status = MZ_CHECK_INCOMPLETE;

    if (left < SHORTEST_ROUND)
        left = SHORTEST_ROUND;
    for (; left >= SHORTEST_ROUND && status == MZ_CHECK_INCOMPLETE;
         left = scenario->fuzz - (now() - f.begin)) {
        status = look_by_seed(object, scenario, scenario->seed + f.rounds, left,
                              f.rounds ? mz_function_check_again : mz_check);
        if (status == MZ_CHECK_INCOMPLETE)
            add_up(&f);
    }
    if (status == MZ_CHECK_INCOMPLETE)
        tell(&f, scenario);
    if (status && !scenario->options.quiet && !is_told())
        fprintf(stderr, "%s%s%s",
                scenario->options.name ? scenario->options.name : "",
                scenario->options.name ? ": " : "", mz_report());
    return status;
}

MZ_EXPORT int mz_linearizable(const struct mz_object *object,
                              const struct mz_scenario *given)
{
    struct mz_scenario scenario = mz_scenario_with_defaults(given);
    char why[256];

    if (mz_object_is_refused(object, &scenario, why, sizeof why))
        return refuse(MZ_CHECK_UNSUPPORTED, "%s", why);
    if (!mz_function_is_wanted())
        return mz_check(run_scenario, NULL, &scenario.options);
    if (!(scenario.fuzz > 0))
        return look(object, &scenario, mz_check);
    if (mz_function_is_given_seed(&scenario.seed))
        return look(object, &scenario, mz_check);
    if (mz_function_names_seed(&scenario.options))
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "with .fuzz --seed is one after the other: say with "
                      ".seed of the scenario which is the first");
    return fuzz(object, &scenario);
}
