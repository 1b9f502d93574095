/* SPDX-License-Identifier: Apache-2.0 */
#include "search.h"

#include "arch/arch.h"
#include "contents.h"
#include "explore/share.h"
#include "model.h"
#include "oracle.h"
#include "trace/additions.h"
#include "trace/happens_before.h"
#include "trace/past.h"
#include "trace/survey.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

enum { EVENTS = MZ_ORACLE_EVENTS, ARENA = 128 << 20 };

/* Of the arena, what nearly all searches do with; and pages of that. */
enum { NEAR = 1 << 20, FEW_PAGES = 256 };

FILE *mz_search_log;

/* Most searches touch few pages, far apart: to fill these with zeros takes a
 * third of the time that giving them back and faulting them in again does. False:
 * which they are is not known, as where there is swap, or they are many. */
static bool cleared_by_hand(char *memory, size_t size)
{
    static unsigned char is_there[NEAR / MZ_PAGE];
    struct sysinfo machine;
    size_t pages = (size + MZ_PAGE - 1) / MZ_PAGE, count = 0;

    if (sysinfo(&machine) || machine.totalswap ||
        mincore(memory, size, is_there))
        return false;
    for (size_t i = 0; i < pages; i++) {
        if (!(is_there[i] & 1))
            continue;
        if (++count > FEW_PAGES)
            return false;
        memset(memory + i * MZ_PAGE, 0, MZ_PAGE);
    }
    return true;
}

struct mz_arena *mz_search_arena(void)
{
    static struct mz_arena arena;
    static char *memory;
    size_t near = arena.used < NEAR ? arena.used : NEAR;

    if (!memory)
        memory = mmap(NULL, ARENA, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    MZ_ASSERT(memory != MAP_FAILED);
    if (near && !cleared_by_hand(memory, near))
        MZ_ASSERT(!madvise(memory, NEAR, MADV_DONTNEED));
    if (arena.used > NEAR)
        MZ_ASSERT(!madvise(memory + NEAR, ARENA - NEAR, MADV_DONTNEED));
    mz_arena_init(&arena, memory, ARENA);
    return &arena;
}

/* ---- happens-before, from the definition --------------------------------- */

/* A set of events, bit i for event i, closed under happens-before. */
typedef uint64_t event_set;

static event_set with(const event_set *pasts, uint32_t event)
{
    return event == MZ_NONE ? 0 : pasts[event] | (event_set)1 << event;
}

/* What the first event of a thread comes after. */
static event_set before_birth(const struct mz_execution *x,
                              const event_set *pasts, mz_tid t)
{
    const struct mz_birth *birth = &x->births[t];

    if (birth->parent == MZ_NO_THREAD)
        return 0;
    return with(pasts, birth->event) | before_birth(x, pasts, birth->parent);
}

static event_set past_of(enum mz_relation relation,
                         const struct mz_execution *x, const event_set *pasts,
                         uint32_t j)
{
    const struct mz_event *e = &x->events[j];
    event_set past = before_birth(x, pasts, e->thread);

    for (uint32_t i = 0; i < j; i++)
        if (mz_canonical_dependent(relation, x, i, j) ||
            (mz_event_is_after_thread(e) && x->events[i].thread == e->value))
            past |= with(pasts, i);
    return past;
}

/* Whether what a thread does at the end comes after all of each other's. */
static const char *check_past(struct mz_past *past,
                              const struct mz_execution *x,
                              const event_set *pasts, mz_tid t)
{
    event_set own = before_birth(x, pasts, t);
    mz_tset known = mz_past_has(past, x, x->length, t, x->born);
    bool fails = false; /* a compare-exchange: by bytes that are not common */

    for (uint32_t i = 0; i < x->length; i++) {
        if (x->events[i].thread == t)
            own |= with(pasts, i);
        fails |= x->events[i].kind == MZ_CAS_FAIL;
    }
    for (uint32_t i = 0; i < x->length; i++)
        if (!(own >> i & 1) && mz_tset_has(known, x->events[i].thread))
            return "what is said to be past does not happen before";
    for (uint32_t i = 0; i < x->length; i++)
        if (!(own >> i & 1))
            mz_tset_add(&known, x->events[i].thread);
    return fails || mz_tset_equal(known, x->born)
               ? NULL
               : "what happens before is not said to be past";
}

static const char *check_happens_before(const struct mz_happens_before *hb,
                                        struct mz_past *past,
                                        const struct mz_execution *x,
                                        const event_set *pasts)
{
    const char *wrong = NULL;

    for (uint32_t j = 0; j < x->length; j++)
        for (uint32_t i = 0; i < x->length; i++)
            if (mz_happens_before(hb, i, x->events[i].thread, j) !=
                (i == j || pasts[j] >> i & 1))
                return "happens-before differs from its definition";
    if (hb->relation == MZ_RELATION_ADD)
        MZ_EACH(rest, x->born)
            if (!wrong)
                wrong = check_past(past, x, pasts, mz_tset_first(rest));
    return wrong;
}

/* ---- what the definitions say -------------------------------------------- */

/* Of the last execution: of its first events, that the next one begins with, the
 * same is true. */
struct defined {
    uint32_t length;
    event_set pasts[EVENTS];
    uint64_t identities[EVENTS];
    struct mz_canonical names[EVENTS + 1]; /* of the traces of its prefixes */
};

/* The first `kept` events are those of the execution before. */
static void define(struct defined *known, enum mz_relation relation,
                   const struct mz_execution *x, uint32_t kept)
{
    uint32_t first = known->length < kept ? known->length : kept;

    MZ_ASSERT(x->length <= EVENTS);
    for (uint32_t j = first; j < x->length; j++) {
        known->pasts[j] = past_of(relation, x, known->pasts, j);
        known->names[j + 1] = mz_canonical_add(known->names[j], relation, x, j,
                                               known->identities);
    }
    known->length = x->length;
}

/* ---- the loop ------------------------------------------------------------ */

static void log_execution(const struct mz_execution *x, enum mz_outcome outcome)
{
    fprintf(mz_search_log, "execution: outcome %d\n", outcome);
    for (uint32_t i = 0; i < x->length; i++) {
        const struct mz_event *e = &x->events[i];

        fprintf(mz_search_log, "  %u: %u %s %d/%02x = %llu, %llu\n", i,
                e->thread, mz_op_names[e->kind], (int)e->object, e->mask,
                (unsigned long long)e->value, (unsigned long long)e->other);
    }
}

/* Another fingerprint of the trace, that has its order from the full text. */
static struct mz_canonical fingerprint_in_full(struct mz_search *search,
                                               const struct mz_execution *x,
                                               enum mz_outcome outcome)
{
    struct mz_canonical c = {1, 2};
    char *text;
    size_t size;
    FILE *memory = open_memstream(&text, &size);

    mz_canonical_print(search->relation, x, outcome, memory);
    fclose(memory);
    for (size_t i = 0; i < size; i++) {
        c.low = mz_hash_word(c.low, (unsigned char)text[i]);
        c.high = mz_hash_word(c.high + c.low, (unsigned char)text[i]);
    }
    free(text);
    return c;
}

/* `prefix` is the name of all its events. */
static void record(struct mz_search *search, const struct mz_execution *x,
                   enum mz_outcome outcome, struct mz_canonical prefix)
{
    struct mz_canonical trace = mz_canonical_end(prefix, outcome);

    if (mz_search_log)
        log_execution(x, outcome);
    if (outcome == MZ_BLOCKED) {
        search->blocked++;
        return;
    }
    if (outcome == MZ_CUT) {
        search->cut++;
        return;
    }
    search->executions[outcome]++;
    mz_canonical_set_add(&search->traces, trace);
    if (!search->in_full)
        return;
    if (!mz_canonical_same(trace,
                           mz_canonical_of(search->relation, x, outcome)))
        search->wrong = "the test: a name of what is no longer there";
    mz_canonical_set_add(&search->in_words,
                         fingerprint_in_full(search, x, outcome));
    mz_traces_add(&search->counted, x, outcome);
}

/* ---- a search in parts --------------------------------------------------- */

enum { TASKS = 1 << 16, TASK_SIZE = 1 << 20 };

struct tasks {
    void *task[TASKS];
    void *taken; /* the one that was received last */
    unsigned count;
    uint64_t random;
};

/* Now and then; which and when does not matter, but is the same each time. */
static bool draw(struct tasks *tasks, unsigned one_in)
{
    tasks->random = mz_hash_word(tasks->random, tasks->count);
    return tasks->random % one_in == 0 && tasks->count < TASKS;
}

static bool give(struct tasks *tasks, struct mz_algorithm *a,
                 const struct mz_execution *x, uint32_t stays)
{
    void *task = malloc(TASK_SIZE);
    size_t size = a->give(a, x, task, TASK_SIZE, stays);

    if (size)
        tasks->task[tasks->count++] = realloc(task, size);
    else
        free(task);
    return size;
}

/* All of it, if the algorithm can. */
static bool put_by(struct mz_search *search, struct tasks *tasks,
                   struct mz_algorithm *a, struct mz_execution *x)
{
    bool any = false;

    while (tasks->count < TASKS && give(tasks, a, x, MZ_REST))
        any = true;
    search->put_by += any;
    if (any && a->next(a, x))
        search->wrong = "the test: there is more than the rest";
    return any;
}

static bool receive(struct tasks *tasks, struct mz_algorithm *a,
                    struct mz_execution *x)
{
    unsigned i;

    if (!tasks->count)
        return false;
    tasks->random = mz_hash_word(tasks->random, 1);
    i = tasks->random % tasks->count;
    free(tasks->taken);
    tasks->taken = tasks->task[i];
    a->receive(a, x, tasks->taken);
    tasks->task[i] = tasks->task[--tasks->count];
    return true;
}

/* Those that a search which ended early has not received. */
static void drop(struct tasks *tasks)
{
    free(tasks->taken);
    while (tasks->count)
        free(tasks->task[--tasks->count]);
}

static bool next(struct mz_search *search, struct tasks *tasks,
                 struct mz_algorithm *a, struct mz_execution *x)
{
    for (;;)
        if (a->next(a, x)) {
            if (!search->divided || !draw(tasks, 7) ||
                !put_by(search, tasks, a, x))
                return true;
        } else if (!search->divided || !receive(tasks, a, x)) {
            return false;
        }
}

static void forget(struct mz_search *search)
{
    mz_canonical_set_clear(&search->traces);
    mz_canonical_set_clear(&search->in_words);
    mz_traces_clear(&search->counted);
    memset(search->executions, 0, sizeof search->executions);
    search->blocked = search->cut = 0;
}

/* Runs what an algorithm asks for, and lets it learn. */
static void run_all(struct mz_search *search, struct mz_model *model,
                    struct mz_algorithm *a, struct mz_execution *x,
                    struct mz_happens_before *hb, struct mz_past *past,
                    struct tasks *tasks)
{
    struct defined known = {0};

    for (uint64_t count = 0;;) {
        enum mz_outcome outcome;

        /* What is run next need not begin like what was run last. */
        mz_happens_before_truncate(hb, x, 0);
        if (!next(search, tasks, a, x)) {
            if (!search->wrong)
                search->wrong = mz_wrongs[a->wrong];
            search->unsupported = mz_refusals[a->unsupported];
            return;
        }
        if (search->wrong)
            return;
        if (a->begins_anew)
            forget(search);
        if (++count > search->limit) {
            search->too_large = true;
            return;
        }
        outcome = model->program.run(&model->program, &a->chooser, x);
        if ((search->wrong = model->wrong) ||
            (search->wrong = mz_contents_wrong(x, outcome)))
            return;
        if (x->additions && x->has_additions &&
            !mz_additions_commute(x))
            search->wrong = "the test: additions that do not commute";
        define(&known, search->relation, x, model->kept);
        mz_happens_before_extend(hb, x);
        search->wrong = check_happens_before(hb, past, x, known.pasts);
        if (search->wrong)
            return;
        a->learn(a, x, outcome);
        if (a->is_again && !mz_outcome_breaks_off(outcome))
            outcome = MZ_BLOCKED;
        record(search, x, outcome, known.names[x->length]);
        if (search->wrong)
            return;
        if ((search->wrong = mz_wrongs[a->wrong]) ||
            (search->unsupported = mz_refusals[a->unsupported]))
            return;
        if (search->divided && draw(tasks, 3))
            give(tasks, a, x, (uint32_t)(tasks->random >> 32) % 3);
        if (search->divided && draw(tasks, 11)) {
            mz_happens_before_truncate(hb, x, 0);
            put_by(search, tasks, a, x);
        }
        if (search->wrong)
            return;
    }
}

static void run_model(struct mz_search *search, struct mz_model *model,
                      struct mz_arena *arena)
{
    const struct mz_algorithm_options options = {
        .relation = search->relation,
        .sleep_sets = search->sleep_sets,
        .k = search->k,
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
        .seed = search->seed,
        .depth = MZ_MOST_DEPTH,
        .executions = search->samples,
        .jobs = search->divided ? MZ_MAX_JOBS : 1,
        .learns_order = search->learns_order,
        .is_divided = search->divided,
        .orders_all = search->orders_all,
    };
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(search->algorithm);
    struct mz_happens_before hb;
    struct mz_past past;
    struct mz_execution x;
    struct tasks tasks = {0};
    struct mz_algorithm *a;

    mz_execution_init(&x, arena, EVENTS);
    x.object_capacity = MZ_MACHINE_OBJECTS; /* tables of them lie together */
    if (search->relation == MZ_RELATION_ADD)
        mz_execution_init_additions(&x, arena);
    if (search->room)
        x.capacity = search->room;
    mz_happens_before_init(&hb, arena, &x, search->relation);
    mz_past_init(&past, arena, x.object_capacity);
    if (search->in_full)
        mz_traces_init(&search->counted, arena, &x, search->relation);
    a = entry->create(arena, &x, &options);
    a->survey = search->survey;
    run_all(search, model, a, &x, &hb, &past, &tasks);
    if (search->unsupported &&
        !mz_search_may_refuse(search->algorithm, search->unsupported))
        search->wrong = "it refuses what its entry does not name";
    drop(&tasks);
    if (a->cases)
        search->cases = *a->cases;
}

/* An assertion that fails is a result here, to be shrunk like others. */
static jmp_buf after_assertion;

static void leave(void)
{
    longjmp(after_assertion, 1);
}

bool mz_search_may_refuse(const char *algorithm, const char *unsupported)
{
    for (unsigned r = 1; r < MZ_REFUSAL_COUNT; r++)
        if (mz_refusals[r] == unsupported)
            return mz_algorithm_find(algorithm)->refuses >> r & 1;
    return false;
}

void mz_search_run(struct mz_search *search, const struct mz_script *script)
{
    struct mz_model model;
    struct mz_arena *arena = mz_search_arena();

    search->counted = (struct mz_traces){0};
    forget(search);
    search->cases = (struct mz_cases){0};
    search->wrong = search->unsupported = NULL;
    search->too_large = false;
    search->put_by = 0;
    mz_model_init(&model, script);
    mz_assertion_hook = leave;
    if (setjmp(after_assertion))
        search->wrong = "an assertion failed";
    else
        run_model(search, &model, arena);
    mz_assertion_hook = NULL;
}

void mz_search_free(struct mz_search *search)
{
    mz_canonical_set_free(&search->traces);
    mz_canonical_set_free(&search->in_words);
}
