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
#include <unistd.h>

#include "mazurka.h"
#include "runtime/checked_function.h"
#include "runtime/history.h"

enum {
    MOST_SCENARIOS = 1 << 16,
    ROOM = 1 << 29, /* bytes, for what is made; few are touched */
    SCRATCH = 24 << 20,
    ROOM_FOR_ONE = 12 << 20, /* scenario: what the sequential code returns */
    PATIENCE = 100,          /* seconds */
    DRAWN_EACH = 200,        /* interleavings of a scenario that is drawn */
};

/* ---- the program's operations -------------------------------------------- */

static uint32_t arity(const struct mz_operation *operation)
{
    return operation->call ? 0 : operation->call_1 ? 1 : 2;
}

static uint32_t count_operations(const struct mz_operation *operations)
{
    uint32_t count = 0;

    while (count < MZ_MOST_OPERATIONS &&
           (operations[count].call || operations[count].call_1 ||
            operations[count].call_2))
        count++;
    return count;
}

static long make_call(const struct mz_operation *operation, void *object,
                      const struct mz_object_call *call)
{
    if (operation->call)
        return operation->call(object);
    if (operation->call_1)
        return operation->call_1(object, call->arguments[0]);
    return operation->call_2(object, call->arguments[0], call->arguments[1]);
}

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
        mz_history_ends(i, make_call(&explored.plan.operations[call->operation],
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
    if (explored.plan.count > 1)
        chosen = mz_choose(explored.plan.count);
    count = explored.plan.columns[chosen].count;
    log->instance = object->create ? object->create() : NULL;
    log->scenario = chosen + 1;
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
    uint32_t failed; /* scenario */
    size_t size;     /* of all that was made, this here included */
    uint64_t count;
    struct mz_columns *columns;
    struct mz_sequential *sequential;
};

struct code {
    struct mz_sequential_code code; /* first */
    void *(*create)(void);
    void (*destroy)(void *);
    const struct mz_operation *operations;
    void *object;
};

static void begin(struct mz_sequential_code *code)
{
    struct code *c = (struct code *)code;

    c->object = c->create ? c->create() : NULL;
}

static bool call(struct mz_sequential_code *code,
                 const struct mz_object_call *call, int64_t *result)
{
    struct code *c = (struct code *)code;

    *result = make_call(&c->operations[call->operation], c->object, call);
    return *result != MZ_WAITS;
}

static void end(struct mz_sequential_code *code)
{
    struct code *c = (struct code *)code;

    if (c->destroy)
        c->destroy(c->object);
}

static bool has_model(const struct mz_object *object)
{
    return count_operations(object->model.operations);
}

static struct code code_of(const struct mz_object *object)
{
    const struct mz_model *model = &object->model;

    return has_model(object) ? (struct code){{begin, call, end},
                                             model->create,
                                             model->destroy,
                                             model->operations,
                                             NULL}
                             : (struct code){{begin, call, end},
                                             object->create,
                                             object->destroy,
                                             object->operations,
                                             NULL};
}

static struct mz_menu menu_of(const struct mz_object *object)
{
    struct mz_menu menu = {.count = count_operations(object->operations)};

    for (uint32_t i = 0; i < menu.count; i++) {
        const struct mz_operation *operation = &object->operations[i];

        menu.operations[i].arity = arity(operation);
        for (uint32_t k = 0; k < arity(operation); k++)
            menu.operations[i].ranges[k] = (struct mz_menu_range){
                operation->ranges[k].from,
                operation->ranges[k].to,
                operation->ranges[k].is_data,
            };
    }
    return menu;
}

static void make_columns(const struct mz_object *object,
                         const struct mz_scenario *s, struct made *made,
                         struct mz_arena *arena)
{
    const struct mz_menu menu = menu_of(object);
    struct mz_random random;

    made->count = s->drawn ? s->drawn
                           : mz_columns_enumerate(&menu, s->threads, s->length,
                                                  NULL, MOST_SCENARIOS);
    if (made->count > MOST_SCENARIOS)
        return;
    made->columns = mz_arena_take(arena, made->count * sizeof *made->columns);
    mz_random_seed(&random, s->seed);
    if (!s->drawn)
        mz_columns_enumerate(&menu, s->threads, s->length, made->columns,
                             made->count);
    for (unsigned i = 0; i < s->drawn; i++)
        mz_columns_draw(&menu, s->threads, s->length, &random,
                        &made->columns[i]);
}

static void make_sequential(const struct mz_object *object, struct made *made,
                            struct mz_arena *arena)
{
    struct code code = code_of(object);
    struct mz_arena scratch;

    mz_arena_init(&scratch,
                  mmap(NULL, SCRATCH, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
                  SCRATCH);
    if (scratch.start == MAP_FAILED)
        _exit(MZ_CHECK_FAILED);
    for (uint64_t i = 0; i < made->count && !made->failure; i++) {
        made->failed = (uint32_t)i;
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
    signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE);
    make_columns(object, scenario, made, arena);
    if (made->count <= MOST_SCENARIOS) {
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

static int check_operation(const struct mz_operation *operation)
{
    for (uint32_t k = 0; k < arity(operation); k++) {
        const struct mz_range *range = &operation->ranges[k];

        if (!range->is_given)
            return refuse(MZ_CHECK_UNSUPPORTED,
                          "%s has %u argument%s: give each a range, MZ_RANGE("
                          "from, to), or MZ_DATA",
                          operation->name, arity(operation),
                          arity(operation) == 1 ? "" : "s");
        if (range->from > range->to)
            return refuse(MZ_CHECK_UNSUPPORTED,
                          "%s: no argument is from %ld to %ld", operation->name,
                          range->from, range->to);
    }
    return MZ_CHECK_SAFE;
}

static int check_model(const struct mz_object *object)
{
    uint32_t count = count_operations(object->operations);

    if (!has_model(object))
        return MZ_CHECK_SAFE;
    if (count_operations(object->model.operations) != count)
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "the model has %u operations, the object %u: they must "
                      "be the same, in the same order",
                      count_operations(object->model.operations), count);
    for (uint32_t i = 0; i < count; i++)
        if (arity(&object->model.operations[i]) !=
            arity(&object->operations[i]))
            return refuse(MZ_CHECK_UNSUPPORTED,
                          "%s of the object has another number of arguments "
                          "than %s of the model",
                          object->operations[i].name,
                          object->model.operations[i].name);
    return MZ_CHECK_SAFE;
}

static int check_given(const struct mz_object *object,
                       const struct mz_scenario *scenario)
{
    uint32_t count = count_operations(object->operations);
    int status = check_model(object);

    if (!count)
        return refuse(MZ_CHECK_UNSUPPORTED, "the object has no operations");
    if (scenario->threads > MZ_MAX_COLUMNS ||
        scenario->threads * scenario->length > MZ_MAX_CALLS)
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "at most %d threads and %d calls can be looked at",
                      MZ_MAX_COLUMNS, MZ_MAX_CALLS);
    if (scenario->drawn > MOST_SCENARIOS)
        return refuse(MZ_CHECK_UNSUPPORTED, "at most %d scenarios can be drawn",
                      MOST_SCENARIOS);
    for (uint32_t i = 0; i < count && !status; i++)
        status = check_operation(&object->operations[i]);
    return status;
}

/* The child has ended. */
static int judge_made(const struct mz_object *object, const struct made *made,
                      int status)
{
    const char *whose = has_model(object) ? "the model"
                                          : "the object itself, "
                                            "run by one thread,";

    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "%s does not end: what may wait needs a model, whose "
                      "operation returns MZ_WAITS then",
                      whose);
    if (WIFSIGNALED(status))
        return refuse(MZ_CHECK_ERROR, "%s is killed by signal %d", whose,
                      WTERMSIG(status));
    if (WEXITSTATUS(status))
        return refuse(MZ_CHECK_ERROR, "%s exits with status %d", whose,
                      WEXITSTATUS(status));
    if (made->count > MOST_SCENARIOS)
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "more than %d scenarios: take fewer arguments or a "
                      "shorter length, or have some drawn",
                      MOST_SCENARIOS);
    if (made->failure == MZ_SEQUENTIAL_TOO_MANY)
        return refuse(MZ_CHECK_UNSUPPORTED,
                      "the calls of a scenario can come in too many orders: "
                      "take fewer threads, or a shorter length");
    if (made->failure == MZ_SEQUENTIAL_NOT_THE_SAME)
        return refuse(MZ_CHECK_ERROR,
                      "%s does not return the same when it is run again: does "
                      "its create begin anew?",
                      whose);
    return MZ_CHECK_SAFE;
}

/* ---- the call ------------------------------------------------------------ */

static int make_in_child(const struct mz_object *object,
                         const struct mz_scenario *scenario, void *room)
{
    struct mz_arena arena;
    struct made *made;
    int status = 0;
    pid_t child, waited;

    mz_arena_init(&arena, room, ROOM);
    made = mz_arena_take(&arena, sizeof *made);
    fflush(NULL);
    child = fork();
    if (child == 0)
        make(object, scenario, made, &arena);
    if (child < 0)
        return refuse(MZ_CHECK_FAILED, "%s", strerror(errno));
    do
        waited = waitpid(child, &status, 0);
    while (waited < 0 && errno == EINTR);
    if (waited != child)
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
                   const struct mz_scenario *scenario, const struct made *made)
{
    /* Of the program, as far as rollback goes. */
    struct mz_call_log *log = mmap(NULL, sizeof *log, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int status;

    if (log == MAP_FAILED)
        return refuse(MZ_CHECK_FAILED, "%s", strerror(errno));
    explored.object = object;
    explored.plan = (struct mz_history_plan){
        .count = (uint32_t)made->count,
        .columns = made->columns,
        .sequential = made->sequential,
        .operations = object->operations,
        .by_threads = scenario->sequential,
        .log = log,
    };
    mz_history_set_plan(&explored.plan);
    status = mz_check(run_scenario, NULL, &scenario->options);
    mz_history_set_plan(NULL);
    munmap(log, sizeof *log);
    return status;
}

static struct mz_scenario with_defaults(const struct mz_scenario *scenario)
{
    struct mz_scenario s = *scenario;

    s.threads = s.threads ? s.threads : 2;
    s.length = s.length ? s.length : 2;
    if (!s.drawn)
        return s;
    if (!s.options.algorithm)
        s.options.algorithm = "pct";
    if (!s.options.max_executions && !s.options.timeout)
        s.options.max_executions = (unsigned long)s.drawn * DRAWN_EACH;
    return s;
}

MZ_EXPORT int mz_linearizable(const struct mz_object *object,
                              const struct mz_scenario *given)
{
    const struct mz_scenario scenario = with_defaults(given);
    int status = check_given(object, &scenario);
    void *room;

    if (status)
        return status;
    if (!mz_function_is_wanted())
        return mz_check(run_scenario, NULL, &scenario.options);
    room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return refuse(MZ_CHECK_FAILED, "%s", strerror(errno));
    status = make_in_child(object, &scenario, room);
    if (!status && !take_over(room))
        status = refuse(MZ_CHECK_FAILED, "%s", strerror(errno));
    if (!status)
        status = explore(object, &scenario, room);
    munmap(room, ROOM);
    return status;
}
