/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/traces.h"

#include <string.h>

enum { FIRST_SLOTS = 1 << 10 };

/* ---- the name of a trace ------------------------------------------------- */

static const struct mz_access *more_of(const struct mz_execution *x,
                                       const struct mz_event *e)
{
    return &x->accesses[mz_event_more(e) ? e->more : 0];
}

static uint64_t add_access(uint64_t hash, struct mz_access a)
{
    return mz_hash_word(hash, (uint64_t)a.object << 16 | a.mask << 8 | a.kind);
}

/* Of the event that is the thread's `index`-th. What it reads and writes
 * follows from those before it. */
static uint64_t identity_of(const struct mz_execution *x,
                            const struct mz_event *e, uint32_t index)
{
    uint64_t hash = mz_hash_word(index, (uint64_t)e->thread << 8 | e->kind);
    const struct mz_access *more = more_of(x, e);

    if (mz_op_is_local(e->kind))
        return mz_hash_word(hash, e->value);
    hash = add_access(hash, mz_event_access(e));
    for (unsigned i = 0; i < mz_event_more(e); i++)
        hash = add_access(hash, more[i]);
    return hash;
}

/* A sum, so that the order in which the parts come does not matter. */
static void include(struct mz_trace_name *name, uint64_t a, uint64_t b)
{
    name->low += mz_hash_word(mz_hash_word(0x7472616365, a), b);
    name->high += mz_hash_word(mz_hash_word(0x6e616d65, b), a);
}

static void identify(uint64_t *identities, const struct mz_execution *x)
{
    uint32_t lengths[MZ_MAX_THREADS] = {0};

    for (uint32_t i = 0; i < x->length; i++)
        identities[i] =
            identity_of(x, &x->events[i], lengths[x->events[i].thread]++);
}

static bool are_ordered(const struct mz_traces *traces,
                        const struct mz_execution *x, uint32_t i, uint32_t j)
{
    const struct mz_event *p = &x->events[i], *q = &x->events[j];

    return p->thread != q->thread &&
           mz_events_depend(traces->relation, p, more_of(x, p), q,
                            more_of(x, q));
}

static struct mz_trace_name name_of(const struct mz_traces *traces,
                                    const struct mz_execution *x,
                                    enum mz_outcome outcome)
{
    const uint64_t *identities = traces->identities;
    struct mz_trace_name name = {0, 1};

    include(&name, 1, outcome);
    for (uint32_t j = 0; j < x->length; j++) {
        include(&name, 0, identities[j]);
        for (uint32_t i = 0; i < j; i++)
            if (are_ordered(traces, x, i, j))
                include(&name, identities[i], identities[j]);
    }
    return name;
}

/* ---- the set ------------------------------------------------------------- */

static bool is_none(struct mz_trace_name name)
{
    return !name.low && !name.high;
}

static struct mz_trace_name *slot_of(struct mz_traces *traces,
                                     struct mz_trace_name name)
{
    uint64_t at = name.low, mask = traces->slot_count - 1;
    struct mz_trace_name *slot;

    while (slot = &traces->slots[at++ & mask],
           !is_none(*slot) &&
               (slot->low != name.low || slot->high != name.high))
        continue;
    return slot;
}

static void make_slots(struct mz_traces *traces, uint64_t slot_count)
{
    traces->slot_count = slot_count;
    traces->slots =
        mz_arena_take(traces->arena, slot_count * sizeof *traces->slots);
}

static void grow(struct mz_traces *traces)
{
    const struct mz_trace_name *old = traces->slots;
    uint64_t old_count = traces->slot_count;

    make_slots(traces, 2 * old_count);
    for (uint64_t i = 0; i < old_count; i++)
        if (!is_none(old[i]))
            *slot_of(traces, old[i]) = old[i];
}

void mz_traces_init(struct mz_traces *traces, struct mz_arena *arena,
                    const struct mz_execution *x, enum mz_relation relation)
{
    *traces = (struct mz_traces){.arena = arena, .relation = relation};
    traces->identities =
        mz_arena_take(arena, x->capacity * sizeof *traces->identities);
    make_slots(traces, FIRST_SLOTS);
}

void mz_traces_clear(struct mz_traces *traces)
{
    if (traces->count)
        memset(traces->slots, 0, traces->slot_count * sizeof *traces->slots);
    traces->count = 0;
}

bool mz_traces_add(struct mz_traces *traces, const struct mz_execution *x,
                   enum mz_outcome outcome)
{
    struct mz_trace_name name, *slot;

    identify(traces->identities, x);
    name = name_of(traces, x, outcome);
    slot = slot_of(traces, name);
    if (!is_none(*slot))
        return false;
    *slot = name;
    if (2 * ++traces->count > traces->slot_count)
        grow(traces);
    return true;
}
