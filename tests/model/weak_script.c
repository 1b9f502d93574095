/* SPDX-License-Identifier: Apache-2.0 */
#include "weak_script.h"

#include <stdio.h>

#include "../random_below.h"

enum { MEMORY = 0, LOCKS = WEAK_PLACES }; /* numbers of objects */

/* ---- what instructions do ------------------------------------------------- */

const struct weak_instruction *weak_next(const struct weak_script *s,
                                         unsigned thread, struct weak_thread *t)
{
    while (!t->is_stuck && t->at < s->length[thread]) {
        const struct weak_instruction *i = &s->code[thread][t->at];

        if (i->op == WEAK_ASSUME && t->value != i->value)
            t->is_stuck = true;
        else if (i->op == WEAK_ASSUME)
            t->at++;
        else if (i->op == WEAK_UNLESS)
            t->at += t->value == i->value ? 2 : 1;
        else
            return i;
    }
    return NULL;
}

bool weak_writes(const struct weak_instruction *i, const struct weak_thread *t,
                 uint64_t value, uint64_t *written)
{
    switch (i->op) {
    case WEAK_STORE:
        *written = i->value + (i->adds ? t->value : 0);
        return true;
    case WEAK_ADD:
        *written = value + i->value;
        return true;
    case WEAK_EXCHANGE:
        *written = i->value;
        return true;
    case WEAK_COMPARE:
        *written = i->value;
        return value == i->expected;
    case WEAK_LOCK:
        *written = 1;
        return value == 0;
    case WEAK_UNLOCK:
        *written = 0;
        return true;
    default:
        return false;
    }
}

/* ---- the program ---------------------------------------------------------- */

struct run {
    const struct weak_script *script;
    struct mz_execution *x;
    struct mz_chooser *chooser;
    struct weak_thread threads[WEAK_THREADS];
    mz_tset born;
    uint64_t memory[2 * WEAK_PLACES]; /* of a lock: who has it, plus one */
    mz_tid last;
};

static bool has_ended(struct run *r, unsigned t)
{
    weak_next(r->script, t, &r->threads[t]);
    return !r->threads[t].is_stuck && r->threads[t].at >= r->script->length[t];
}

static struct mz_event event_of(const struct run *r, unsigned t,
                                const struct weak_instruction *i)
{
    static const uint8_t kinds[] = {
        [WEAK_LOAD] = MZ_READ,       [WEAK_STORE] = MZ_WRITE,
        [WEAK_ADD] = MZ_RMW,         [WEAK_EXCHANGE] = MZ_RMW,
        [WEAK_COMPARE] = MZ_CAS,     [WEAK_FENCE] = MZ_FENCE,
        [WEAK_LOCK] = MZ_LOCK,       [WEAK_UNLOCK] = MZ_UNLOCK,
        [WEAK_JOIN] = MZ_JOIN,
    };
    struct mz_event e = {.thread = t, .kind = kinds[i->op], .object = MZ_NONE};

    if (i->op == WEAK_FENCE)
        e.value = i->order;
    else if (i->op == WEAK_JOIN)
        e.value = i->place;
    if (mz_op_is_local(e.kind))
        return e;
    e.object = mz_op_is_memory(e.kind) ? MEMORY + i->place : LOCKS + i->place;
    e.mask = 0xff;
    e.value = r->memory[e.object];
    if (e.kind == MZ_CAS)
        e.other = i->expected;
    return e;
}

static bool is_enabled(struct run *r,
                       const struct weak_instruction *i)
{
    if (i->op == WEAK_JOIN)
        return has_ended(r, i->place);
    return i->op != WEAK_LOCK || !r->memory[LOCKS + i->place];
}

static void append(struct run *r, struct mz_event e)
{
    MZ_ASSERT(r->x->length < r->x->capacity);
    r->x->events[r->x->length++] = e;
    r->last = e.thread;
    r->threads[e.thread].at++;
}

static void access_memory(struct run *r, unsigned t,
                          const struct weak_instruction *i, struct mz_event e)
{
    static const uint8_t updates[] = {
        [WEAK_ADD] = MZ_UPDATE_FETCH_ADD,
        [WEAK_EXCHANGE] = MZ_UPDATE_EXCHANGE,
        [WEAK_FENCE] = 0,
    };
    struct weak_thread *thread = &r->threads[t];
    struct mz_access_order *order = &r->x->orders[r->x->length];
    uint64_t value, written = 0;
    bool writes;

    *order = (struct mz_access_order){
        .operand = i->value + (i->adds ? thread->value : 0),
        .order = i->order,
        .failure = i->failure,
        .update = i->op < WEAK_FENCE ? updates[i->op] : 0,
        .is_served = true,
    };
    r->chooser->serve(r->chooser, r->x, &e, order);
    value = order->source == MZ_NONE ? 0 : r->x->orders[order->source].written;
    writes = weak_writes(i, thread, value, &written);
    if (e.kind == MZ_CAS && !writes)
        e.kind = MZ_CAS_FAIL;
    order->written = written;
    e.value = e.kind == MZ_WRITE ? written : value;
    if (e.kind != MZ_WRITE)
        thread->value = value;
    if (writes && order->is_last)
        r->memory[e.object] = written;
    append(r, e);
}

static void create(struct run *r, unsigned t)
{
    uint32_t i = r->x->length;

    mz_tset_add(&r->born, t);
    r->x->born = r->born;
    r->x->thread_count++;
    while (i && r->x->events[i - 1].thread != 0)
        i--;
    r->x->births[t] = (struct mz_birth){.parent = 0,
                                        .event = i ? i - 1 : MZ_NONE};
    r->threads[0].at++;
}

static void execute(struct run *r, unsigned t, const struct weak_instruction *i)
{
    struct mz_event e = event_of(r, t, i);

    if (mz_op_is_local(e.kind)) {
        append(r, e);
    } else if (mz_op_is_memory(e.kind)) {
        access_memory(r, t, i, e);
    } else {
        r->memory[e.object] = i->op == WEAK_LOCK ? t + 1 : 0;
        append(r, e);
    }
}

/* Creations, and what is local and enabled, is done. */
static bool do_local(struct run *r)
{
    for (unsigned t = 0; t < r->script->threads; t++) {
        const struct weak_instruction *i;

        if (!mz_tset_has(r->born, t) ||
            !(i = weak_next(r->script, t, &r->threads[t])))
            continue;
        if (i->op == WEAK_CREATE) {
            create(r, i->place);
            return true;
        }
        if ((i->op == WEAK_FENCE || i->op == WEAK_JOIN) &&
            is_enabled(r, i)) {
            execute(r, t, i);
            return true;
        }
    }
    return false;
}

static enum mz_outcome finish(struct run *r)
{
    bool is_stuck = false, waits = false;

    for (unsigned t = 0; t < r->script->threads; t++) {
        const struct weak_instruction *i;

        if (!mz_tset_has(r->born, t))
            continue;
        i = weak_next(r->script, t, &r->threads[t]);
        is_stuck |= r->threads[t].is_stuck;
        if (!i)
            continue;
        waits = true;
        mz_tset_add(&r->x->waiting, t);
        r->x->pending[t] = event_of(r, t, i);
    }
    if (r->chooser->ends_in_vain(r->chooser, r->x))
        return MZ_BLOCKED;
    return is_stuck ? MZ_ASSUME_BLOCKED : waits ? MZ_DEADLOCK : MZ_COMPLETE;
}

static enum mz_outcome run(struct mz_program *program,
                           struct mz_chooser *chooser, struct mz_execution *x)
{
    struct run r = {.script = ((struct weak_program *)program)->script,
                    .x = x,
                    .chooser = chooser,
                    .born = mz_tset_of(0)};

    MZ_ASSERT(x->length == 0);
    x->born = r.born;
    x->thread_count = 1;
    x->births[0] = (struct mz_birth){.parent = MZ_NO_THREAD, .event = MZ_NONE};
    x->waiting = MZ_TSET_EMPTY;
    for (;;) {
        struct mz_enabled enabled = {.running = r.last};
        mz_tid t;

        while (do_local(&r))
            ;
        for (unsigned u = 0; u < r.script->threads; u++) {
            const struct weak_instruction *i;

            if (!mz_tset_has(r.born, u) ||
                !(i = weak_next(r.script, u, &r.threads[u])))
                continue;
            if (is_enabled(&r, i))
                mz_tset_add(&enabled.threads, u);
            else
                mz_tset_add(&enabled.waiting, u);
        }
        if (!mz_tset_some(enabled.threads))
            return finish(&r);
        t = chooser->choose(chooser, x, &enabled);
        if (t == MZ_NO_THREAD)
            return MZ_BLOCKED;
        execute(&r, t, weak_next(r.script, t, &r.threads[t]));
    }
}

void weak_program_init(struct weak_program *p, const struct weak_script *s)
{
    *p = (struct weak_program){.program = {run}, .script = s};
}

/* ---- random ones ---------------------------------------------------------- */

struct drawing {
    struct mz_random random;
    unsigned places;
    unsigned flavour; /* as it comes, many fences, or compare-exchanges */
    bool has_locks;
};

static uint32_t below(struct drawing *d, uint32_t bound)
{
    return mz_random_below(&d->random, bound);
}

/* Mostly the weak and the strong ones meet. */
static uint8_t order_of(struct drawing *d, enum weak_op op)
{
    static const uint8_t loads[] = {MZ_RELAXED, MZ_ACQUIRE, MZ_SEQ_CST};
    static const uint8_t stores[] = {MZ_RELAXED, MZ_RELEASE, MZ_SEQ_CST};
    static const uint8_t updates[] = {MZ_RELAXED, MZ_ACQUIRE, MZ_RELEASE,
                                      MZ_ACQ_REL, MZ_SEQ_CST};

    switch (op) {
    case WEAK_LOAD:
        return loads[below(d, 3)];
    case WEAK_STORE:
        return stores[below(d, 3)];
    case WEAK_FENCE:
        return updates[1 + below(d, 4)];
    default:
        return updates[below(d, 5)];
    }
}

static struct weak_instruction draw_access(struct drawing *d)
{
    static const uint8_t ops[3][10] = {
        {WEAK_LOAD, WEAK_LOAD, WEAK_LOAD, WEAK_STORE, WEAK_STORE, WEAK_STORE,
         WEAK_ADD, WEAK_EXCHANGE, WEAK_COMPARE, WEAK_FENCE},
        {WEAK_LOAD, WEAK_LOAD, WEAK_LOAD, WEAK_STORE, WEAK_STORE, WEAK_STORE,
         WEAK_FENCE, WEAK_FENCE, WEAK_FENCE, WEAK_COMPARE},
        {WEAK_LOAD, WEAK_LOAD, WEAK_STORE, WEAK_STORE, WEAK_COMPARE,
         WEAK_COMPARE, WEAK_COMPARE, WEAK_EXCHANGE, WEAK_ADD, WEAK_FENCE},
    };
    struct weak_instruction i = {
        .op = ops[d->flavour][below(d, sizeof ops[0])],
        .place = below(d, d->places),
        .value = 1 + below(d, 2),
        .expected = below(d, 3),
    };

    i.order = order_of(d, i.op);
    i.failure = order_of(d, WEAK_LOAD);
    i.adds = i.op == WEAK_STORE && below(d, 4) == 0;
    return i;
}

static void put(struct weak_script *s, unsigned t, struct weak_instruction i)
{
    if (s->length[t] < WEAK_CODE)
        s->code[t][s->length[t]++] = i;
}

static void draw_step(struct drawing *d, struct weak_script *s, unsigned t)
{
    unsigned what = below(d, 12);
    uint8_t lock = below(d, 2);

    if (what == 0 && s->length[t] + 1 < WEAK_CODE) {
        put(s, t, (struct weak_instruction){.op = WEAK_UNLESS,
                                            .value = below(d, 3)});
    } else if (what == 1) {
        put(s, t, (struct weak_instruction){.op = WEAK_ASSUME,
                                            .value = below(d, 3)});
    } else if (what < 4 && d->has_locks && s->length[t] + 3 <= WEAK_CODE) {
        put(s, t, (struct weak_instruction){.op = WEAK_LOCK, .place = lock});
        put(s, t, draw_access(d));
        put(s, t, (struct weak_instruction){.op = WEAK_UNLOCK, .place = lock});
        return;
    }
    put(s, t, draw_access(d));
}

/* A thread as litmus tests have them: from place to place, mostly relaxed, with
 * fences in between. */
static void draw_litmus(struct drawing *d, struct weak_script *s, unsigned t)
{
    unsigned count = 2 + (below(d, 3) == 0), place = below(d, 2);

    for (unsigned k = 0; k < count; k++, place = !place) {
        struct weak_instruction i = {
            .op = below(d, 2) ? WEAK_LOAD : WEAK_STORE,
            .place = place,
            .value = 1 + below(d, 2),
        };

        if (below(d, 3) == 0)
            i.order = order_of(d, i.op);
        if (k && below(d, 3))
            put(s, t, (struct weak_instruction){
                          .op = WEAK_FENCE,
                          .order = order_of(d, WEAK_FENCE),
                      });
        put(s, t, i);
    }
}

void weak_draw(struct weak_script *s, uint64_t *seed)
{
    struct drawing d;
    unsigned total;

    mz_random_seed(&d.random, (*seed)++);
    *s = (struct weak_script){.threads = 2 + below(&d, 3)};
    d.flavour = below(&d, 3);
    d.places = d.flavour ? 2 : 1 + below(&d, 3);
    d.has_locks = d.flavour == 0 && below(&d, 2);
    if (d.flavour) /* longer threads */
        s->threads = 2 + below(&d, 2);
    total = s->threads + 1 + below(&d, 4) + (d.flavour ? 2 : 0);
    if (below(&d, 3) == 0)
        put(s, 0, draw_access(&d));
    for (unsigned t = 1; t < s->threads; t++)
        put(s, 0, (struct weak_instruction){.op = WEAK_CREATE, .place = t});
    for (unsigned t = 0; d.flavour == 1 && t < s->threads; t++)
        draw_litmus(&d, s, t);
    for (unsigned k = 0; d.flavour != 1 && k < total; k++)
        draw_step(&d, s, k < s->threads ? k : below(&d, s->threads));
    if (below(&d, 4))
        return;
    put(s, 0, (struct weak_instruction){.op = WEAK_JOIN, .place = 1});
    put(s, 0, draw_access(&d));
}

static void print_instruction(const struct weak_instruction *i)
{
    static const char *const orders[] = {"rlx", "con", "acq",
                                         "rel", "acq_rel", "sc"};
    static const char *const ops[] = {"load", "store",  "add",    "exchange",
                                      "cas",  "fence",  "lock",   "unlock",
                                      "assume", "unless", "create", "join"};

    printf(" %s", ops[i->op]);
    if (i->op < WEAK_FENCE)
        printf(" %c", "xyzw"[i->place]);
    else if (i->op == WEAK_LOCK || i->op == WEAK_UNLOCK ||
             i->op >= WEAK_CREATE)
        printf(" %u", i->place);
    if (i->op == WEAK_COMPARE)
        printf(" %u", i->expected);
    if ((i->op > WEAK_LOAD && i->op < WEAK_FENCE) || i->op == WEAK_ASSUME ||
        i->op == WEAK_UNLESS)
        printf(" %s%u", i->adds ? "r+" : "", i->value);
    if (i->op <= WEAK_FENCE)
        printf(" %s", orders[i->order]);
    if (i->op == WEAK_COMPARE)
        printf(" %s", orders[i->failure]);
    printf(";");
}

void weak_print(const struct weak_script *s)
{
    for (unsigned t = 0; t < s->threads; t++) {
        printf("#   %u:", t);
        for (unsigned k = 0; k < s->length[t]; k++)
            print_instruction(&s->code[t][k]);
        printf("\n");
    }
}
