/* SPDX-License-Identifier: Apache-2.0 */
#include "weak_script.h"

#include <stdio.h>

#include "op/cond.h"
#include "op/object.h"

#include "../random_below.h"

enum { MEMORY = 0, LOCKS = WEAK_PLACES }; /* numbers of objects */

/* A reader-writer lock that is held so; else who reads is counted. */
enum { WRITTEN = 1 << MZ_RWLOCK_WRITER };

/* ---- what instructions do ------------------------------------------------- */

static bool is_wake_up(const struct weak_instruction *i)
{
    return i->op == WEAK_FUTEX_TAKE || i->op == WEAK_FUTEX_TIMED;
}

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
        else if (is_wake_up(i) && !t->sleeps)
            t->at++;
        else
            return i;
    }
    return NULL;
}

static enum mz_op kind_of(const struct weak_instruction *i)
{
    static const uint8_t kinds[] = {
        [WEAK_LOAD] = MZ_READ,
        [WEAK_STORE] = MZ_WRITE,
        [WEAK_ADD] = MZ_RMW,
        [WEAK_EXCHANGE] = MZ_RMW,
        [WEAK_COMPARE] = MZ_CAS,
        [WEAK_AWAIT] = MZ_READ,
        [WEAK_TAKE] = MZ_RMW,
        [WEAK_FENCE] = MZ_FENCE,
        [WEAK_LOCK] = MZ_LOCK,
        [WEAK_TRYLOCK] = MZ_TRYLOCK,
        [WEAK_UNLOCK] = MZ_UNLOCK,
        [WEAK_WAIT] = MZ_SEM_WAIT,
        [WEAK_TRYWAIT] = MZ_SEM_TRYWAIT,
        [WEAK_POST] = MZ_SEM_POST,
        [WEAK_COND_WAIT] = MZ_COND_WAIT,
        [WEAK_COND_WAKE] = MZ_COND_WAKE,
        [WEAK_SIGNAL] = MZ_COND_SIGNAL,
        [WEAK_BROADCAST] = MZ_COND_BROADCAST,
        [WEAK_RD_LOCK] = MZ_RD_LOCK,
        [WEAK_RD_TRYLOCK] = MZ_RD_TRYLOCK,
        [WEAK_RD_UNLOCK] = MZ_RD_UNLOCK,
        [WEAK_WR_LOCK] = MZ_WR_LOCK,
        [WEAK_WR_TRYLOCK] = MZ_WR_TRYLOCK,
        [WEAK_WR_UNLOCK] = MZ_WR_UNLOCK,
        [WEAK_ROBUST_LOCK] = MZ_LOCK,
        [WEAK_ROBUST_UNLOCK] = MZ_UNLOCK,
        [WEAK_OWNER_END] = MZ_OWNER_END,
        [WEAK_UNLOCK_LOST] = MZ_UNLOCK_LOST,
        [WEAK_FUTEX_ENTER] = MZ_FUTEX_ENTER,
        [WEAK_FUTEX_DECIDE] = MZ_FUTEX_SLEEP,
        [WEAK_FUTEX_TAKE] = MZ_FUTEX_TAKE,
        [WEAK_FUTEX_TIMED] = MZ_FUTEX_TIMED,
        [WEAK_FUTEX_CALL] = MZ_FUTEX_CALL,
        [WEAK_ARRIVE] = MZ_BARRIER_ARRIVE,
        [WEAK_LEAVE] = MZ_BARRIER_FIRST,
        [WEAK_JOIN] = MZ_JOIN,
    };

    return kinds[i->op];
}

unsigned weak_barrier_threads(const struct weak_script *s)
{
    unsigned count = 0;

    for (unsigned t = 0; t < s->threads; t++) {
        bool comes = false;

        for (unsigned k = 0; k < s->length[t]; k++)
            comes |= s->code[t][k].op == WEAK_ARRIVE;
        count += comes;
    }
    return count;
}

unsigned weak_object(const struct weak_instruction *i,
                     const struct weak_thread *t)
{
    unsigned odd = 0;

    if (i->op == WEAK_ARRIVE)
        odd = t->rounds & 1;
    else if (i->op == WEAK_LEAVE)
        odd = (t->rounds - 1) & 1;
    return i->place + odd;
}

static bool changes_cond(const struct weak_instruction *i,
                         const struct weak_thread *t, uint64_t value,
                         uint64_t *written)
{
    const struct mz_op_operand operand = {.number = t->ticket};
    enum mz_op outcome = mz_op_outcome(kind_of(i), value, &operand);

    if (!mz_op_enabled(kind_of(i), value, &operand) ||
        outcome == MZ_COND_WOKEN)
        return false;
    *written = value;
    mz_op_after(outcome, written, &operand);
    return true;
}

/* What a wake makes of the queue, and for how many it is. */
static uint64_t woken_by(const struct weak_instruction *i, uint64_t *queue)
{
    const struct mz_op_operand none = {0};
    uint64_t asleep = mz_cond_waiting(*queue);
    uint64_t woken = asleep < i->value ? asleep : i->value;

    if (woken == asleep)
        mz_op_after(MZ_COND_BROADCAST, queue, &none);
    for (uint64_t k = 0; woken < asleep && k < woken; k++)
        mz_op_after(MZ_COND_SIGNAL, queue, &none);
    return woken;
}

/* The queue is that of a condition variable, beside the lock. */
static bool changes_queue(const struct weak_instruction *i,
                          const struct weak_thread *t, uint64_t value,
                          uint64_t *written)
{
    const struct mz_op_operand operand = {.number = t->ticket};
    uint64_t lock = value & MZ_FUTEX_LOCKED, queue = value - lock;
    enum mz_op outcome = i->op == WEAK_FUTEX_TAKE ? MZ_COND_WAKE
                                                  : MZ_COND_TIMED;

    switch (i->op) {
    case WEAK_FUTEX_ENTER:
        *written = queue | MZ_FUTEX_LOCKED;
        return !lock;
    case WEAK_FUTEX_DECIDE:
        *written = queue;
        if (t->value == i->expected)
            mz_op_after(MZ_COND_WAIT, written, &operand);
        return true;
    case WEAK_FUTEX_CALL:
        *written = queue;
        woken_by(i, written);
        return !lock;
    default:
        if (!mz_op_enabled(outcome, queue, &operand))
            return false;
        outcome = mz_op_outcome(outcome, queue, &operand);
        mz_op_after(outcome, &queue, &operand);
        *written = queue | lock;
        return outcome != MZ_COND_WOKEN;
    }
}

bool weak_writes(const struct weak_instruction *i, const struct weak_thread *t,
                 uint64_t value, uint64_t *written)
{
    switch (i->op) {
    case WEAK_FUTEX_ENTER:
    case WEAK_FUTEX_DECIDE:
    case WEAK_FUTEX_TAKE:
    case WEAK_FUTEX_TIMED:
    case WEAK_FUTEX_CALL:
        return changes_queue(i, t, value, written);
    case WEAK_STORE:
        *written = i->value + (i->adds ? t->value : 0);
        return true;
    case WEAK_ADD:
        *written = value + i->value;
        return true;
    case WEAK_EXCHANGE:
    case WEAK_TAKE:
        *written = i->value;
        return true;
    case WEAK_COMPARE:
        *written = i->value;
        return value == i->expected;
    case WEAK_LOCK:
    case WEAK_TRYLOCK:
        *written = 1;
        return value == 0;
    case WEAK_UNLOCK:
        *written = 0;
        return true;
    case WEAK_WAIT:
    case WEAK_TRYWAIT:
        *written = value - 1;
        return value > 0;
    case WEAK_POST:
        *written = value + 1;
        return true;
    case WEAK_COND_WAIT:
    case WEAK_COND_WAKE:
    case WEAK_SIGNAL:
    case WEAK_BROADCAST:
        return changes_cond(i, t, value, written);
    case WEAK_RD_LOCK:
    case WEAK_RD_TRYLOCK:
        *written = value + 1;
        return value < WRITTEN;
    case WEAK_RD_UNLOCK:
        *written = value - 1;
        return true;
    case WEAK_WR_LOCK:
    case WEAK_WR_TRYLOCK:
        *written = WRITTEN;
        return value == 0;
    case WEAK_WR_UNLOCK:
    case WEAK_ROBUST_UNLOCK:
        *written = 0;
        return true;
    case WEAK_ROBUST_LOCK:
        *written = value == MZ_MUTEX_LOST ? value : 1;
        return !(value & MZ_MUTEX_HOLDER);
    case WEAK_OWNER_END:
        *written = MZ_MUTEX_INCONSISTENT;
        return true;
    case WEAK_UNLOCK_LOST:
        *written = MZ_MUTEX_LOST;
        return true;
    case WEAK_LEAVE: /* how many rounds of the object have a first */
        *written = value + 1;
        return value == (t->rounds - 1) / 2;
    default:
        return false;
    }
}

static bool can_be_woken(const struct weak_thread *t, uint64_t value)
{
    const struct mz_op_operand operand = {.number = t->ticket};

    return mz_op_enabled(MZ_COND_WAKE, value & ~MZ_FUTEX_LOCKED, &operand);
}

bool weak_waits(const struct weak_instruction *i, const struct weak_thread *t,
                uint64_t value)
{
    const struct mz_op_operand operand = {.number = t->ticket};

    switch (i->op) {
    case WEAK_AWAIT:
        return value != i->value && (!i->adds || t->value != i->value);
    case WEAK_TAKE:
        return value == i->value && (!i->adds || t->value == i->value);
    case WEAK_LOCK:
    case WEAK_WR_LOCK:
        return value != 0;
    case WEAK_RD_LOCK:
        return value >= WRITTEN;
    case WEAK_ROBUST_LOCK:
        return value & MZ_MUTEX_HOLDER;
    case WEAK_WAIT:
        return value == 0;
    case WEAK_COND_WAKE:
        return !mz_op_enabled(MZ_COND_WAKE, value, &operand);
    case WEAK_FUTEX_ENTER:
    case WEAK_FUTEX_CALL:
        return value & MZ_FUTEX_LOCKED;
    case WEAK_FUTEX_TAKE:
        return !can_be_woken(t, value);
    default:
        return false;
    }
}

void weak_learn(const struct weak_instruction *i, struct weak_thread *t,
                uint64_t value, uint64_t written)
{
    switch (i->op) {
    case WEAK_LOAD:
    case WEAK_ADD:
    case WEAK_EXCHANGE:
    case WEAK_COMPARE:
    case WEAK_AWAIT:
    case WEAK_TAKE:
        t->value = value;
        break;
    case WEAK_TRYLOCK:
    case WEAK_WR_TRYLOCK:
        t->value = value != 0;
        break;
    case WEAK_RD_TRYLOCK:
        t->value = value >= WRITTEN;
        break;
    case WEAK_ROBUST_LOCK:
        t->value = value == MZ_MUTEX_LOST ? 2 : value != 0;
        break;
    case WEAK_ARRIVE:
        t->rounds++;
        break;
    case WEAK_LEAVE:
        t->value = value != (t->rounds - 1) / 2;
        break;
    case WEAK_TRYWAIT:
        t->value = value == 0;
        break;
    case WEAK_COND_WAIT:
        t->ticket = mz_cond_ticket(written);
        break;
    case WEAK_FUTEX_DECIDE:
        t->sleeps = t->value == i->expected;
        t->ticket = mz_cond_ticket(written);
        break;
    case WEAK_FUTEX_TAKE:
        t->sleeps = false;
        break;
    case WEAK_FUTEX_TIMED:
        t->sleeps = false;
        t->value = !can_be_woken(t, value);
        break;
    case WEAK_FUTEX_CALL:
        value &= ~MZ_FUTEX_LOCKED;
        t->value = woken_by(i, &value);
        break;
    default:
        break;
    }
}

/* ---- the program ---------------------------------------------------------- */

struct run {
    const struct weak_script *script;
    struct mz_execution *x;
    struct mz_chooser *chooser;
    uint32_t known; /* events that are replayed */
    struct weak_thread threads[WEAK_THREADS];
    mz_tset born;
    uint64_t memory[WEAK_PLACES + WEAK_OBJECTS]; /* of a lock: who has it, plus one */
    uint32_t newest[WEAK_PLACES]; /* the last write's position, or MZ_NONE */
    mz_tid last;
    mz_tset spinning;              /* in loops that wait, */
    uint32_t rounds[WEAK_THREADS]; /* whose rounds begin there */
};

static bool has_ended(struct run *r, unsigned t)
{
    weak_next(r->script, t, &r->threads[t]);
    return !r->threads[t].is_stuck && r->threads[t].at >= r->script->length[t];
}

static struct mz_event event_of(const struct run *r, unsigned t,
                                const struct weak_instruction *i)
{
    struct mz_event e = {.thread = t, .kind = kind_of(i), .object = MZ_NONE};

    if (i->op == WEAK_FUTEX_DECIDE && r->threads[t].value != i->expected)
        e.kind = MZ_FUTEX_LEAVE;
    if (i->op == WEAK_FENCE)
        e.value = i->order;
    else if (i->op == WEAK_JOIN)
        e.value = i->place;
    if (mz_op_is_local(e.kind))
        return e;
    e.object = mz_op_is_memory(e.kind)
                   ? MEMORY + i->place
                   : LOCKS + weak_object(i, &r->threads[t]);
    e.mask = 0xff;
    e.value = r->memory[e.object];
    if (e.kind == MZ_CAS)
        e.other = i->expected;
    else if (e.kind == MZ_COND_WAKE || is_wake_up(i))
        e.other = r->threads[t].ticket;
    else if (i->op == WEAK_FUTEX_CALL)
        e.other = i->value;
    else if (i->op == WEAK_LEAVE)
        e.other = mz_barrier_round((r->threads[t].rounds - 1) / 2,
                                   weak_barrier_threads(r->script));
    return e;
}

static bool is_enabled(struct run *r, unsigned t,
                       const struct weak_instruction *i)
{
    if (i->op == WEAK_JOIN)
        return has_ended(r, i->place);
    if (i->op == WEAK_LEAVE) {
        const struct mz_event e = event_of(r, t, i);
        const struct mz_op_operand operand = mz_event_operand(&e);

        return mz_op_enabled(e.kind, e.value, &operand);
    }
    return !weak_is_of_object(i) ||
           !weak_waits(i, &r->threads[t], r->memory[LOCKS + i->place]);
}

static void append(struct run *r, struct mz_event e)
{
    struct mz_event *place = &r->x->events[r->x->length];

    MZ_ASSERT(r->x->length < r->x->capacity);
    if (r->x->length++ < r->known)
        MZ_ASSERT(place->thread == e.thread && place->kind == e.kind &&
                  place->object == e.object && place->value == e.value);
    *place = e;
    r->last = e.thread;
    r->threads[e.thread].at++;
}

/* The await, which is executed next, does not let its thread go on. */
static void spin(struct run *r, unsigned t, const struct weak_instruction *i)
{
    uint32_t begin = r->x->length;

    while (i->adds && r->x->events[--begin].thread != t)
        ;
    mz_tset_add(&r->spinning, t);
    r->rounds[t] = begin;
    r->threads[t].is_stuck = true;
}

static void access_memory(struct run *r, unsigned t,
                          const struct weak_instruction *i, struct mz_event e)
{
    static const uint8_t updates[] = {
        [WEAK_ADD] = MZ_UPDATE_FETCH_ADD,
        [WEAK_EXCHANGE] = MZ_UPDATE_EXCHANGE,
        [WEAK_TAKE] = MZ_UPDATE_EXCHANGE,
        [WEAK_FENCE] = 0,
    };
    struct weak_thread *thread = &r->threads[t];
    struct mz_access_order *order = &r->x->orders[r->x->length];
    uint64_t value, written = 0;
    bool writes;

    *order = (struct mz_access_order){
        .operand = i->value +
                   (i->adds && i->op == WEAK_STORE ? thread->value : 0),
        .order = i->order,
        .failure = i->failure,
        .update = i->op < WEAK_FENCE ? updates[i->op] : 0,
        .is_served = true,
        .source = order->source,
        .next = order->next,
        .is_last = order->is_last,
        .newest = r->newest[e.object],
    };
    if (r->x->length >= r->known)
        r->chooser->serve(r->chooser, r->x, &e, order);
    value = order->source == MZ_NONE ? 0 : r->x->orders[order->source].written;
    writes = weak_writes(i, thread, value, &written);
    if (e.kind == MZ_CAS && !writes)
        e.kind = MZ_CAS_FAIL;
    order->written = written;
    e.value = e.kind == MZ_WRITE ? written : value;
    if (weak_waits(i, thread, value))
        spin(r, t, i);
    else
        weak_learn(i, thread, value, written);
    if (writes && order->is_last) {
        r->memory[e.object] = written;
        r->newest[e.object] = r->x->length;
    }
    append(r, e);
}

/* The state that the operation finds, which may fail. */
static uint64_t state_for(struct run *r, const struct mz_event *e)
{
    struct mz_access_order *order = &r->x->orders[r->x->length];
    const struct mz_event *source;
    struct mz_op_operand operand;
    uint64_t state;

    if (r->x->length >= r->known) {
        *order = (struct mz_access_order){0};
        r->chooser->serve(r->chooser, r->x, e, order);
    }
    if (order->source == MZ_NONE)
        return 0;
    source = &r->x->events[order->source];
    operand = mz_event_operand(source);
    state = source->value;
    mz_op_after(source->kind, &state, &operand);
    return state;
}

static void use_object(struct run *r, unsigned t,
                       const struct weak_instruction *i, struct mz_event e)
{
    const struct mz_op_operand operand = {.number = e.other, .thread = t};
    uint64_t written;

    if (mz_op_may_fail(e.kind))
        e.value = state_for(r, &e);
    e.kind = mz_op_outcome(e.kind, e.value, &operand);
    written = e.value;
    mz_op_after(e.kind, &written, &operand);
    if (mz_op_changes(e.kind))
        r->memory[e.object] = written;
    weak_learn(i, &r->threads[t], e.value, written);
    if (i->op == WEAK_LEAVE)
        r->threads[t].value = e.kind != MZ_BARRIER_FIRST;
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
        use_object(r, t, i, e);
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
            is_enabled(r, t, i)) {
            execute(r, t, i);
            return true;
        }
    }
    return false;
}

/* A take that makes its thread wait. */
static bool is_in_vain(const struct run *r, uint32_t position)
{
    const struct mz_event *e = &r->x->events[position];

    return mz_tset_has(r->spinning, e->thread) && e->kind == MZ_RMW &&
           position >= r->rounds[e->thread];
}

/* What the event has read, as if there were no such takes. */
static uint32_t source_of(const struct run *r, uint32_t position)
{
    uint32_t source = r->x->orders[position].source;

    while (source != MZ_NONE && is_in_vain(r, source))
        source = r->x->orders[source].source;
    return source;
}

static uint32_t newest_of(const struct run *r, uint32_t place)
{
    uint32_t newest = r->newest[place];

    return newest != MZ_NONE && is_in_vain(r, newest) ? source_of(r, newest)
                                                      : newest;
}

/* Does a thread in a loop read what is not last? It goes on in another
 * execution. */
static bool could_go_on(const struct run *r)
{
    for (unsigned t = 0; t < r->script->threads; t++)
        for (uint32_t i = r->rounds[t];
             mz_tset_has(r->spinning, t) && i < r->x->length; i++) {
            const struct mz_event *e = &r->x->events[i];

            if (e->thread == t && source_of(r, i) != newest_of(r, e->object))
                return true;
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
    if (could_go_on(r))
        return MZ_LOOP_BLOCKED;
    return is_stuck ? MZ_ASSUME_BLOCKED : waits ? MZ_DEADLOCK : MZ_COMPLETE;
}

static enum mz_outcome run(struct mz_program *program,
                           struct mz_chooser *chooser, struct mz_execution *x)
{
    struct run r = {.script = ((struct weak_program *)program)->script,
                    .x = x,
                    .chooser = chooser,
                    .known = x->length,
                    .born = mz_tset_of(0)};

    for (unsigned place = 0; place < WEAK_PLACES; place++)
        r.newest[place] = MZ_NONE;
    x->length = 0;
    x->born = r.born;
    x->thread_count = 1;
    x->births[0] = (struct mz_birth){.parent = MZ_NO_THREAD, .event = MZ_NONE};
    x->waiting = MZ_TSET_EMPTY;
    for (;;) {
        struct mz_enabled enabled = {
            .running = r.last,
            .spinning = r.spinning,
            .rounds = r.rounds,
        };
        mz_tid t;

        while (do_local(&r))
            ;
        for (unsigned u = 0; u < r.script->threads; u++) {
            const struct weak_instruction *i;

            if (!mz_tset_has(r.born, u) ||
                !(i = weak_next(r.script, u, &r.threads[u])))
                continue;
            if (is_enabled(&r, u, i))
                mz_tset_add(&enabled.threads, u);
            else
                mz_tset_add(&enabled.waiting, u);
        }
        if (!mz_tset_some(enabled.threads))
            break;
        t = x->length < r.known ? x->events[x->length].thread
                                : chooser->choose(chooser, x, &enabled);
        if (t == MZ_NO_THREAD)
            return MZ_BLOCKED;
        execute(&r, t, weak_next(r.script, t, &r.threads[t]));
    }
    ((struct weak_program *)program)->spinning = r.spinning;
    return finish(&r);
}

void weak_program_init(struct weak_program *p, const struct weak_script *s)
{
    *p = (struct weak_program){.program = {run}, .script = s};
}

/* ---- random ones ---------------------------------------------------------- */

enum flavour {
    MIXED,
    LITMUS,   /* with many fences */
    COMPARES, /* many compare-exchanges */
    OBJECTS,
    FLAVOURS,
};

struct drawing {
    struct mz_random random;
    unsigned places;
    enum flavour flavour;
    bool has_locks, has_others, is_strong;
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
    static const uint8_t ops[FLAVOURS][10] = {
        [MIXED] = {WEAK_LOAD, WEAK_LOAD, WEAK_LOAD, WEAK_STORE, WEAK_STORE, WEAK_STORE,
         WEAK_ADD, WEAK_EXCHANGE, WEAK_COMPARE, WEAK_FENCE},
        [LITMUS] = {WEAK_LOAD, WEAK_LOAD, WEAK_LOAD, WEAK_STORE, WEAK_STORE, WEAK_STORE,
         WEAK_FENCE, WEAK_FENCE, WEAK_FENCE, WEAK_COMPARE},
        [COMPARES] = {WEAK_LOAD, WEAK_LOAD, WEAK_STORE, WEAK_STORE, WEAK_COMPARE,
         WEAK_COMPARE, WEAK_COMPARE, WEAK_EXCHANGE, WEAK_ADD, WEAK_FENCE},
        [OBJECTS] = {0}, /* loads */
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

static void put_object(struct weak_script *s, unsigned t, enum weak_op op,
                       uint8_t place)
{
    put(s, t, (struct weak_instruction){.op = op, .place = place});
}

static void draw_rwlock(struct drawing *d, struct weak_script *s, unsigned t)
{
    bool writes = below(d, 5) < 2, tries = below(d, 3) == 0;
    enum weak_op lock = writes ? WEAK_WR_LOCK : WEAK_RD_LOCK;

    put_object(s, t, lock + tries, WEAK_RWLOCK);
    if (tries)
        put(s, t, (struct weak_instruction){.op = WEAK_UNLESS, .value = 1});
    if (!tries && s->length[t] + 2 <= WEAK_CODE && below(d, 3))
        put(s, t, draw_access(d));
    put_object(s, t, writes ? WEAK_WR_UNLOCK : WEAK_RD_UNLOCK, WEAK_RWLOCK);
}

/* Who has taken it gives it back, ends with it, or leaves it lost. */
static void draw_robust(struct drawing *d, struct weak_script *s, unsigned t)
{
    static const uint8_t ends[] = {WEAK_ROBUST_UNLOCK, WEAK_ROBUST_UNLOCK,
                                   WEAK_OWNER_END, WEAK_UNLOCK_LOST};
    struct weak_instruction store = draw_access(d);

    store.op = WEAK_STORE;
    store.order = order_of(d, WEAK_STORE);
    put_object(s, t, WEAK_ROBUST_LOCK, WEAK_ROBUST);
    if (s->length[t] + 3 <= WEAK_CODE && below(d, 2))
        put(s, t, store);
    put(s, t, (struct weak_instruction){.op = WEAK_UNLESS, .value = 2});
    put_object(s, t, ends[below(d, sizeof ends)], WEAK_ROBUST);
}

/* On the semaphore or the condition variable, or a trylock. */
static void draw_other(struct drawing *d, struct weak_script *s, unsigned t)
{
    uint8_t lock = d->flavour == OBJECTS ? 0 : below(d, 2);

    switch (below(d, 16)) {
    case 0:
        put_object(s, t, WEAK_LOCK, lock);
        put_object(s, t, WEAK_UNLOCK, lock);
        break;
    case 1:
    case 2:
        put_object(s, t, WEAK_TRYLOCK, lock);
        put(s, t, (struct weak_instruction){.op = WEAK_UNLESS, .value = 1});
        put_object(s, t, WEAK_UNLOCK, lock);
        break;
    case 3:
        put_object(s, t, WEAK_WAIT, WEAK_SEMAPHORE);
        break;
    case 4:
        put_object(s, t, WEAK_TRYWAIT, WEAK_SEMAPHORE);
        break;
    case 5:
        put_object(s, t, WEAK_POST, WEAK_SEMAPHORE);
        break;
    case 6:
        put_object(s, t, WEAK_COND_WAIT, WEAK_COND);
        put_object(s, t, WEAK_COND_WAKE, WEAK_COND);
        break;
    case 7:
    case 8:
        put_object(s, t, below(d, 2) ? WEAK_SIGNAL : WEAK_BROADCAST, WEAK_COND);
        break;
    case 9:
    case 10:
        put_object(s, t, WEAK_ARRIVE, WEAK_BARRIER);
        put_object(s, t, WEAK_LEAVE, WEAK_BARRIER);
        break;
    case 11:
    case 12:
        draw_robust(d, s, t);
        break;
    default:
        draw_rwlock(d, s, t);
    }
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
    } else if (what < 6 && d->has_others && s->length[t] + 4 <= WEAK_CODE) {
        draw_other(d, s, t);
        if (below(d, 2))
            return;
    } else if (what < 4 && d->has_locks && s->length[t] + 3 <= WEAK_CODE) {
        put(s, t, (struct weak_instruction){.op = WEAK_LOCK, .place = lock});
        put(s, t, draw_access(d));
        put(s, t, (struct weak_instruction){.op = WEAK_UNLOCK, .place = lock});
        return;
    }
    put(s, t, draw_access(d));
}

/* A thread as litmus tests have them: from place to place, mostly relaxed, with
 * fences in between; or seq_cst, some of them updates. */
static void draw_litmus(struct drawing *d, struct weak_script *s, unsigned t)
{
    unsigned more = below(d, 3), place = below(d, 2);
    unsigned count = s->threads < 4 ? 2 + (more == 0) : 2 - (more == 0);

    for (unsigned k = 0; k < count; k++, place = !place) {
        struct weak_instruction i = {
            .op = below(d, 2) ? WEAK_LOAD : WEAK_STORE,
            .place = place,
            .value = 1 + below(d, 2),
        };

        if (d->is_strong && below(d, 5) == 0)
            i.op = WEAK_EXCHANGE;
        if (d->is_strong && below(d, 4))
            i.order = MZ_SEQ_CST;
        else if (below(d, 3) == 0)
            i.order = order_of(d, i.op);
        if (k && !d->is_strong && below(d, 3))
            put(s, t, (struct weak_instruction){
                          .op = WEAK_FENCE,
                          .order = order_of(d, WEAK_FENCE),
                      });
        put(s, t, i);
    }
}

/* The same, with objects in between. */
static void draw_around(struct drawing *d, struct weak_script *s, unsigned t)
{
    uint8_t place = below(d, 2);

    for (unsigned k = 0; k < 2; k++, place = !place) {
        struct weak_instruction i = {
            .op = below(d, 2) ? WEAK_LOAD : WEAK_STORE,
            .place = place,
            .value = 1,
        };

        if (below(d, 4) == 0)
            put(s, t, (struct weak_instruction){
                          .op = WEAK_FENCE,
                          .order = order_of(d, WEAK_FENCE),
                      });
        if (k == 0 || below(d, 3))
            put(s, t, i);
        if (k == 0)
            draw_other(d, s, t);
    }
}

/* Who waits at the futex, whose word is the first variable, or wakes somebody,
 * having stored there or not. */
static void draw_futex(struct drawing *d, struct weak_script *s, unsigned t)
{
    struct weak_instruction i = {
        .op = below(d, 3) ? WEAK_STORE : WEAK_ADD,
        .value = 1,
        .expected = below(d, 4) == 0,
    };
    bool timed = below(d, 4) == 0;

    if (below(d, 2)) {
        put_object(s, t, WEAK_FUTEX_ENTER, WEAK_FUTEX);
        put(s, t, (struct weak_instruction){.op = WEAK_LOAD});
        i.op = WEAK_FUTEX_DECIDE;
        i.place = WEAK_FUTEX;
        put(s, t, i);
        put_object(s, t, timed ? WEAK_FUTEX_TIMED : WEAK_FUTEX_TAKE, WEAK_FUTEX);
        return;
    }
    i.order = order_of(d, i.op);
    if (below(d, 4))
        put(s, t, i);
    put(s, t, (struct weak_instruction){.op = WEAK_FUTEX_CALL,
                                        .place = WEAK_FUTEX,
                                        .value = 1 + below(d, 3)});
}

/* Accesses with such in between; not many, or there are too many graphs. */
static void draw_around_futex(struct drawing *d, struct weak_script *s,
                              unsigned t)
{
    unsigned blocks = s->threads == 2 && below(d, 3) == 0 ? 2 : 1;
    unsigned one_in = s->threads < 4 ? s->threads : 12;

    for (unsigned k = 0; k < blocks && s->length[t] + 5 <= WEAK_CODE; k++) {
        if (below(d, one_in) == 0)
            put(s, t, draw_access(d));
        if (below(d, 4) == 0)
            put(s, t, (struct weak_instruction){
                          .op = WEAK_FENCE,
                          .order = order_of(d, WEAK_FENCE),
                      });
        draw_futex(d, s, t);
    }
    if (below(d, one_in) == 0 && s->length[t] < WEAK_CODE)
        put(s, t, draw_access(d));
}

static bool has_steps(const struct drawing *d)
{
    return d->flavour == MIXED || d->flavour == COMPARES;
}

/* All accesses are seq_cst. */
static void strengthen(struct weak_script *s)
{
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned k = 0; k < s->length[t]; k++)
            if (s->code[t][k].op < WEAK_FENCE)
                s->code[t][k].order = s->code[t][k].failure = MZ_SEQ_CST;
}

static void draw_with_futex(struct drawing *d, struct weak_script *s)
{
    d->flavour = below(d, 3) ? MIXED : LITMUS;
    d->places = 2;
    s->threads = below(d, 8) ? 2 + below(d, 5) / 3 : 4;
    for (unsigned t = 1; t < s->threads; t++)
        put(s, 0, (struct weak_instruction){.op = WEAK_CREATE, .place = t});
    for (unsigned t = 0; t < s->threads; t++)
        draw_around_futex(d, s, t);
    if (below(d, 4) == 0)
        put(s, 0, (struct weak_instruction){.op = WEAK_JOIN, .place = 1});
}

static void draw_script(struct drawing *d, struct weak_script *s)
{
    unsigned total;

    s->threads = 2 + below(d, 3);
    d->flavour = below(d, FLAVOURS);
    d->places = d->flavour ? 2 : 1 + below(d, 3);
    d->has_locks = d->flavour == MIXED && below(d, 2);
    d->has_others = d->has_locks && below(d, 2);
    d->is_strong = d->flavour == LITMUS && below(d, 2);
    if (d->flavour) /* longer threads */
        s->threads = 2 + below(d, d->is_strong ? 3 : 2);
    total = s->threads + 1 + below(d, 4) + (d->flavour ? 2 : 0);
    if (below(d, 3) == 0)
        put(s, 0, draw_access(d));
    for (unsigned t = 1; t < s->threads; t++)
        put(s, 0, (struct weak_instruction){.op = WEAK_CREATE, .place = t});
    for (unsigned t = 0; d->flavour == LITMUS && t < s->threads; t++)
        draw_litmus(d, s, t);
    for (unsigned t = 0; d->flavour == OBJECTS && t < s->threads; t++)
        draw_around(d, s, t);
    for (unsigned k = 0; has_steps(d) && k < total; k++)
        draw_step(d, s, k < s->threads ? k : below(d, s->threads));
    if (below(d, 4) == 0) {
        put(s, 0, (struct weak_instruction){.op = WEAK_JOIN, .place = 1});
        put(s, 0, draw_access(d));
    }
    if (below(d, 8) == 0)
        strengthen(s);
}

/* It waits; with the load before it, if that is always done. */
static void make_await(struct drawing *d, struct weak_script *s, unsigned t,
                       unsigned k)
{
    struct weak_instruction *i = &s->code[t][k];

    i->op = WEAK_AWAIT;
    i->value = 1 + below(d, 2);
    i->adds = k && i[-1].op == WEAK_LOAD &&
              (k == 1 || i[-2].op != WEAK_UNLESS) && below(d, 2);
}

/* An access becomes one that takes, with the load before it or without. */
static void make_take(struct drawing *d, struct weak_script *s, unsigned t,
                      unsigned k)
{
    struct weak_instruction *i = &s->code[t][k];

    make_await(d, s, t, k);
    i->op = WEAK_TAKE;
    i->value = below(d, 3);
    i->order = order_of(d, WEAK_EXCHANGE);
}

static void draw_takes(struct drawing *d, struct weak_script *s)
{
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned k = s->length[t]; k-- > 0;)
            if (s->code[t][k].op < WEAK_FENCE && below(d, 2) &&
                (k + 1 == s->length[t] || !s->code[t][k + 1].adds))
                make_take(d, s, t, k);
}

bool weak_has_takes(const struct weak_script *s)
{
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned k = 0; k < s->length[t]; k++)
            if (s->code[t][k].op == WEAK_TAKE)
                return true;
    return false;
}

static void draw_awaits(struct drawing *d, struct weak_script *s)
{
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned k = s->length[t]; k-- > 0;)
            if (s->code[t][k].op == WEAK_LOAD && below(d, 2) &&
                (k + 1 == s->length[t] || !s->code[t][k + 1].adds))
                make_await(d, s, t, k);
}

void weak_draw(struct weak_script *s, uint64_t *seed)
{
    struct drawing d;

    *s = (struct weak_script){0};
    mz_random_seed(&d.random, (*seed)++);
    if (*seed > WEAK_AWAIT_SEEDS) {
        draw_script(&d, s);
        if (*seed > WEAK_TAKE_SEEDS)
            draw_takes(&d, s);
        draw_awaits(&d, s);
    } else if (*seed > WEAK_FUTEX_SEEDS) {
        draw_with_futex(&d, s);
    } else {
        draw_script(&d, s);
    }
}

static void print_instruction(const struct weak_instruction *i)
{
    static const char *const orders[] = {"rlx", "con", "acq",
                                         "rel", "acq_rel", "sc"};
    static const char *const ops[] = {"load", "store",  "add",    "exchange",
                                      "cas", "await", "take", "fence", "lock", "trylock",
                                      "unlock", "wait", "trywait", "post",
                                      "cond-wait", "cond-wake", "signal",
                                      "broadcast", "rdlock", "tryrdlock",
                                      "rdunlock", "wrlock", "trywrlock",
                                      "wrunlock", "robust-lock", "robust-unlock",
                                      "owner-end", "unlock-lost", "futex-enter",
                                      "futex-decide", "futex-take",
                                      "futex-timed", "futex-call", "arrive", "leave", "assume",
                                      "unless", "create", "join"};

    printf(" %s", ops[i->op]);
    if (i->op < WEAK_FENCE)
        printf(" %c", "xyzw"[i->place]);
    else if (weak_is_of_object(i) || i->op >= WEAK_CREATE)
        printf(" %u", i->place);
    if (i->op == WEAK_COMPARE || i->op == WEAK_FUTEX_DECIDE)
        printf(" %u", i->expected);
    if (i->op == WEAK_FUTEX_CALL)
        printf(" %u", i->value);
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
