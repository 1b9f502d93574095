/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/outcome.h"

/* Is the event part of E'.v, or of E'.e.v? */
static bool is_executed(const struct mz_reversal *r, uint32_t event,
                        bool with_e)
{
    if (event <= r->e)
        return event < r->e || with_e;
    return mz_reversal_has(r, event);
}

/* What the bytes of an access held before it. */
static uint64_t before(const struct mz_reversal *r, uint32_t access)
{
    const struct mz_event *e;

    if (access & MZ_MORE)
        return r->execution->before[access & ~MZ_MORE];
    e = &r->execution->events[access];
    return e->kind == MZ_WRITE || mz_event_more(e) ? e->other : e->value;
}

static uint8_t byte_of(uint64_t contents, uint8_t mask, unsigned byte)
{
    return contents >> (8 * byte - mz_mask_shift(mask));
}

static uint8_t byte_after(const struct mz_reversal *r, unsigned byte,
                          bool with_e)
{
    const struct mz_event *later = r->later.event;
    uint8_t found = byte_of(later->value, later->mask, byte);
    uint32_t a = mz_access_latest(r->hb, later->object);
    bool at_e = false; /* back at e's access: no event of v has written there */

    for (; a != MZ_NO_EVENT; a = mz_access_behind(r->hb, a)) {
        struct mz_access access = mz_access_named(r->execution, a);
        uint32_t event = mz_access_event(r->hb, a);

        if (at_e && event != r->e)
            break;
        if (!(access.mask >> byte & 1))
            continue;
        if (mz_op_writes(access.kind) && is_executed(r, event, with_e))
            break;
        found = byte_of(before(r, a), access.mask, byte);
        at_e = event == r->e;
    }
    return found;
}

/* What e left in the bytes of the await. True: the next access found just
 * these, so that it is known. */
static bool is_left(const struct mz_reversal *r, uint64_t *contents)
{
    const struct mz_event *later = r->later.event;

    if (r->after_e == MZ_NO_EVENT) {
        *contents = later->value;
        return true;
    }
    *contents = before(r, r->after_e);
    return mz_access_named(r->execution, r->after_e).mask == later->mask &&
           mz_access_event(r->hb, r->after_e) != r->e;
}

static uint64_t contents_after(const struct mz_reversal *r, bool with_e)
{
    const struct mz_event *e = &r->execution->events[r->e];
    uint8_t mask = r->later.event->mask;
    uint64_t contents = 0;
    unsigned shift = 0;

    /* A shortcut to what the loop below finds. */
    if (e->object == r->later.event->object && e->mask == mask) {
        if (!with_e)
            return before(r, r->e);
        if (is_left(r, &contents))
            return contents;
    }
    contents = 0;
    for (unsigned byte = 0; byte < 8; byte++)
        if (mask >> byte & 1) {
            contents |= (uint64_t)byte_after(r, byte, with_e) << shift;
            shift += 8;
        }
    return contents;
}

/* Bytes of an access, put where they lie in the object. */
static void lay(uint64_t *object, uint8_t mask, uint64_t contents)
{
    uint64_t bits = mz_mask_bits(mask);

    *object = (*object & ~bits) | (contents << mz_mask_shift(mask) & bits);
}

static void see(struct mz_left *left, uint8_t mask, uint8_t kind,
                uint64_t contents)
{
    lay(&left->contents, mask, contents);
    left->known |= mask;
    left->awaited |= kind == MZ_AWAIT;
}

struct mz_left mz_outcome_left_by(const struct mz_happens_before *hb,
                                  const struct mz_execution *execution,
                                  uint32_t e, uint32_t object)
{
    const struct mz_event *event = &execution->events[e];
    struct mz_reversal r = {.hb = hb, .execution = execution};
    struct mz_left left = {.object = object};
    uint32_t a = mz_access_latest(hb, object);

    for (mz_tset rest = execution->waiting; rest; rest &= rest - 1) {
        const struct mz_event *pending =
            &execution->pending[mz_tset_first(rest)];

        if (pending->object == object)
            see(&left, pending->mask, pending->kind, pending->value);
    }
    for (; a != MZ_NO_EVENT && mz_access_event(hb, a) > e;
         a = mz_access_behind(hb, a)) {
        struct mz_access access = mz_access_named(execution, a);

        see(&left, access.mask, access.kind, before(&r, a));
    }
    for (; a != MZ_NO_EVENT && mz_access_event(hb, a) == e;
         a = mz_access_behind(hb, a))
        left.touched |= mz_access_named(execution, a).mask;
    if (event->kind != MZ_RMW && event->kind != MZ_CAS &&
        !mz_event_more(event) && event->object == object)
        see(&left, event->mask, event->kind, event->value);
    left.known &= left.touched;
    return left;
}

static bool lock_is_held(const struct mz_reversal *r)
{
    uint32_t a = mz_access_latest(r->hb, r->later.event->object);

    for (; a != MZ_NO_EVENT; a = mz_access_behind(r->hb, a)) {
        enum mz_op kind = mz_access_named(r->execution, a).kind;

        if (is_executed(r, mz_access_event(r->hb, a), false) &&
            (mz_op_acquires(kind) || kind == MZ_UNLOCK))
            return kind != MZ_UNLOCK;
    }
    return false;
}

bool mz_outcome_leaves_free(const struct mz_event *e)
{
    switch (e->kind) {
    case MZ_UNLOCK:
    case MZ_RMW: /* of a mutex: it is initialised, or destroyed */
    case MZ_SEM_POST:
        return true;
    case MZ_SEM_WAIT:
    case MZ_SEM_TRYWAIT:
        return e->value > 1;
    case MZ_READ: /* of a semaphore */
        return e->value > 0;
    default:
        return false;
    }
}

static int change(enum mz_op kind)
{
    return kind == MZ_SEM_POST ? 1 : -mz_op_acquires(kind);
}

static uint64_t semaphore_count(const struct mz_reversal *r)
{
    uint32_t a = mz_access_latest(r->hb, r->later.event->object);
    uint64_t first = r->later.event->value; /* found by the earliest so far */
    int64_t changes = 0;

    for (; a != MZ_NO_EVENT; a = mz_access_behind(r->hb, a)) {
        uint32_t event = mz_access_event(r->hb, a);

        if (is_executed(r, event, false))
            changes += change(mz_access_named(r->execution, a).kind);
        first = r->execution->events[event].value;
        if (event == r->e) /* that is the count before e */
            break;
    }
    return first + changes;
}

static enum mz_op kind_if(enum mz_op kind, bool succeeds)
{
    return succeeds ? mz_op_succeeded(kind)
                    : mz_op_failed(mz_op_succeeded(kind));
}

bool mz_outcome_foresee(struct mz_reversal *r)
{
    const struct mz_event *later = r->later.event;

    r->kind = later->kind;
    switch (mz_op_succeeded(later->kind)) {
    case MZ_CAS:
        /* Under the other relations it does not matter, and contents may not be
         * known; of several accesses it counts as a success. */
        if (r->hb->relation == MZ_RELATION_RW && !mz_event_more(later)) {
            r->value = contents_after(r, false);
            r->kind = kind_if(later->kind, r->value == later->other);
        }
        return true;
    case MZ_TRYLOCK:
        r->kind = kind_if(later->kind, !lock_is_held(r));
        return true;
    case MZ_SEM_TRYWAIT:
        r->kind = kind_if(later->kind, semaphore_count(r) > 0);
        return true;
    case MZ_SEM_WAIT:
        return semaphore_count(r) > 0;
    case MZ_LOCK: /* whatever acquired it found it free */
        return (r->execution->events[r->e].object == later->object &&
                mz_op_acquires(r->execution->events[r->e].kind)) ||
               !lock_is_held(r);
    default:
        return true;
    }
}

enum mz_op mz_outcome_now(const struct mz_happens_before *hb,
                          const struct mz_execution *execution,
                          const struct mz_event *pending)
{
    struct mz_reversal now = {
        .hb = hb,
        .execution = execution,
        .e = execution->length, /* so that all has been executed */
        .later = {execution->length, pending},
    };

    switch (pending->kind) {
    case MZ_CAS:
        return hb->relation == MZ_RELATION_RW && !mz_event_more(pending)
                   ? kind_if(MZ_CAS, pending->value == pending->other)
                   : MZ_CAS;
    case MZ_SEM_TRYWAIT:
        return kind_if(MZ_SEM_TRYWAIT, pending->value > 0);
    case MZ_TRYLOCK:
        return kind_if(MZ_TRYLOCK, !lock_is_held(&now));
    default:
        return pending->kind;
    }
}

bool mz_outcome_awaited(const struct mz_reversal *r, bool with_e)
{
    const struct mz_event *await = r->later.event;

    return mz_condition_holds(await->condition, await->mask,
                              contents_after(r, with_e), await->other);
}
