/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_linearizable of mazurka.h for programs that mazurka has not built: each
 * scenario is run as mz_check runs a test, once or as often as MAZURKA_STRESS
 * says, by threads of the system; what they return is compared with the
 * sequential code as ever (src/history). A call that has not returned after a
 * while may have taken effect or not.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "history/check.h"
#include "history/object.h"
#include "mazurka.h"
#include "unchecked/unchecked.h"

enum {
    ROOM = 1 << 28, /* bytes; few are touched */
    SCRATCH = 24 << 20,
    PATIENCE = 20, /* milliseconds */
    SECONDS = 100, /* for the sequential code */
};

/* ---- in a process of its own --------------------------------------------- */

struct run;

struct column {
    struct run *run;
    uint32_t number;
};

/* A thread that begins when it is no longer waited for finds all this. */
struct run {
    struct column own[MZ_MAX_COLUMNS];
    const struct mz_object *object;
    const struct mz_scenario *scenario;
    const struct mz_columns *columns;
    void *instance;
    pthread_barrier_t begin;
    uint32_t now; /* a clock: how often somebody has looked at it */
    uint8_t states[MZ_MAX_CALLS]; /* enum mz_call_state */
    int64_t results[MZ_MAX_CALLS];
    struct mz_call_place places[MZ_MAX_CALLS];
};

static uint32_t look_at_clock(struct run *run)
{
    return __atomic_fetch_add(&run->now, 1, __ATOMIC_SEQ_CST);
}

static void *make_calls(void *argument)
{
    const struct column *column = argument;
    struct run *run = column->run;
    uint32_t end = run->columns->begin[column->number + 1];

    pthread_barrier_wait(&run->begin);
    for (uint32_t i = run->columns->begin[column->number]; i < end; i++) {
        const struct mz_object_call *call = &run->columns->calls[i];
        const struct mz_operation *operation =
            &run->object->operations[call->operation];

        run->places[i].first = look_at_clock(run);
        __atomic_store_n(&run->states[i], MZ_CALL_PENDING, __ATOMIC_SEQ_CST);
        run->results[i] = mz_operation_call(operation, run->instance, call);
        run->places[i].last = look_at_clock(run);
        __atomic_store_n(&run->states[i], MZ_CALL_RETURNED, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

/* All have returned; or one of them has not, for long. */
static bool make_all_calls(struct run *run)
{
    pthread_t threads[MZ_MAX_COLUMNS];
    struct timespec end;
    bool all = true;

    pthread_barrier_init(&run->begin, NULL, run->columns->count);
    for (uint32_t i = 0; i < run->columns->count; i++) {
        run->own[i] = (struct column){run, i};
        if (pthread_create(&threads[i], NULL, make_calls, &run->own[i]))
            mz_unchecked_end(MZ_CHECK_FAILED);
    }
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += PATIENCE * 1000000l;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    for (uint32_t i = 0; i < run->columns->count; i++)
        all &= pthread_timedjoin_np(threads[i], NULL, &end) == 0;
    return all;
}

static bool comes_before(const struct mz_event_order *order, uint32_t i,
                         uint32_t j)
{
    (void)order;
    return i <= j;
}

static void print(const struct run *run, const struct mz_record *r)
{
    fputs("not linearizable: no order of these calls explains what they "
          "return\n",
          stderr);
    for (uint32_t i = 0; i < run->columns->call_count; i++) {
        const struct mz_object_call *call = &run->columns->calls[i];
        const struct mz_operation *operation =
            &run->object->operations[call->operation];

        fprintf(stderr, "  thread %u: %s(", mz_columns_of(run->columns, i) + 1,
                operation->name);
        for (uint32_t k = 0; k < mz_operation_arity(operation); k++)
            fprintf(stderr, "%s%ld", k ? ", " : "", call->arguments[k]);
        if (r->states[i] == MZ_CALL_RETURNED)
            fprintf(stderr, ") = %ld\n", (long)r->results[i]);
        else
            fputs(") has not returned\n", stderr);
    }
}

static struct mz_arena map_arena(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    struct mz_arena arena;

    mz_arena_init(&arena, memory == MAP_FAILED ? NULL : memory, size);
    return arena;
}

static uint8_t state_of(const struct run *run, uint32_t call)
{
    return __atomic_load_n(&run->states[call], __ATOMIC_SEQ_CST);
}

/* Threads may still run: who has returned now has left its result before. Of
 * the others it is asked afterwards whether they have begun, since what has
 * returned may come of a call that had not when the first ones were asked. */
static struct mz_record record_of(const struct run *run)
{
    struct mz_record r = {.count = run->columns->call_count};

    for (uint32_t i = 0; i < r.count; i++)
        if (state_of(run, i) == MZ_CALL_RETURNED) {
            r.states[i] = MZ_CALL_RETURNED;
            r.results[i] = run->results[i];
        }
    for (uint32_t i = 0; i < r.count; i++)
        if (!r.states[i] && state_of(run, i) != MZ_CALL_NOT_BEGUN)
            r.states[i] = MZ_CALL_PENDING;
    return r;
}

static void does_not_end(int signal)
{
    static const char text[] =
        "mz_linearizable: the sequential code does not end: what may wait "
        "needs a model, whose operation returns MZ_WAITS then\n";

    (void)signal;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    mz_unchecked_end(MZ_CHECK_UNSUPPORTED);
}

static void look(struct run *run)
{
    static const struct mz_event_order by_clock = {comes_before};
    struct mz_arena arena = map_arena(SCRATCH), scratch = map_arena(SCRATCH);
    struct mz_object_code code = mz_object_code(run->object);
    struct mz_record r = record_of(run);
    struct mz_sequential sequential;
    enum mz_sequential_failure failure;

    if (!arena.start || !scratch.start)
        mz_unchecked_end(MZ_CHECK_FAILED);
    signal(SIGALRM, does_not_end);
    alarm(SECONDS);
    failure = mz_sequential_build(&sequential, run->columns, &code.code, &arena,
                                  &scratch);
    if (failure) {
        fprintf(stderr, "mz_linearizable: %s\n", mz_object_failure(failure));
        mz_unchecked_end(failure == MZ_SEQUENTIAL_TOO_MANY
                             ? MZ_CHECK_UNSUPPORTED
                             : MZ_CHECK_ERROR);
    }
    if (run->scenario->sequential)
        mz_record_order_threads(&r, run->columns);
    else
        mz_record_order(&r, run->columns, run->places, &by_clock);
    if (mz_history_check(&sequential, run->columns, &r, &scratch, NULL) !=
        MZ_HISTORY_NOT_EXPLAINED)
        return;
    if (!run->scenario->options.quiet)
        print(run, &r);
    mz_unchecked_end(MZ_CHECK_ERROR);
}

static _Noreturn void refuse_end(const char *whose)
{
    fprintf(stderr, "mz_linearizable: the end of a %s in a call\n", whose);
    mz_unchecked_end(MZ_CHECK_UNSUPPORTED);
}

/* Of a call whose thread has ended. */
static void need_returned(const struct run *run)
{
    for (uint32_t i = 0; i < run->columns->call_count; i++)
        if (state_of(run, i) != MZ_CALL_RETURNED)
            refuse_end("thread");
}

static void refuse_exit(void)
{
    refuse_end("process");
}

static void run_scenario(void *argument)
{
    struct run *run = argument;

    mz_unchecked_refuse_exit(refuse_exit); /* it is over without that */
    run->instance = run->object->create ? run->object->create() : NULL;
    if (make_all_calls(run)) {
        need_returned(run);
        if (run->object->destroy)
            run->object->destroy(run->instance);
    }
    look(run);
}

/* ---- the call ------------------------------------------------------------ */

static int refuse(const char *why)
{
    fprintf(stderr, "mz_linearizable: %s\n", why);
    return MZ_CHECK_UNSUPPORTED;
}

/* All, or those that are drawn by a seed. */
static int run_all(const struct mz_object *object,
                   const struct mz_scenario *scenario)
{
    struct mz_arena arena = map_arena(ROOM);
    struct mz_columns *columns;
    int status = MZ_CHECK_SAFE;
    uint64_t count;

    if (!arena.start)
        return MZ_CHECK_FAILED;
    count = mz_object_columns(object, scenario, &arena, &columns);
    if (count > MZ_MOST_SCENARIOS)
        status = refuse("too many scenarios: take fewer arguments or a shorter "
                        "length, or have some drawn");
    for (uint64_t i = 0; i < count && !status; i++) {
        struct run run = {
            .object = object, .scenario = scenario, .columns = &columns[i]};

        status = mz_check(run_scenario, &run, &scenario->options);
    }
    munmap(arena.start, ROOM);
    return status;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int mz_linearizable(const struct mz_object *object,
                    const struct mz_scenario *given)
{
    struct mz_scenario scenario = mz_scenario_with_defaults(given);
    const double begin = now();
    int status;
    char why[256];

    if (mz_object_is_refused(object, &scenario, why, sizeof why))
        return refuse(why);
    do {
        status = run_all(object, &scenario);
        scenario.seed++;
    } while (!status && now() - begin < scenario.fuzz);
    return status;
}
