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

/* What the bytes of an access held before it; the state of a lock or semaphore
 * before the operation. */
static uint64_t before(const struct mz_reversal *r, uint32_t access)
{
    return access & MZ_MORE
               ? r->execution->before[access & ~MZ_MORE]
               : mz_event_before(r->execution, &r->execution->events[access]);
}

/* Of what the bytes of `mask` hold, as a number: what those of `part` hold. */
static uint64_t part_of(uint64_t state, uint8_t mask, uint8_t part)
{
    return (state << mz_mask_shift(mask) & mz_mask_bits(part)) >>
           mz_mask_shift(part);
}

/* The last access to the object of e' that may be part of v: that of e' itself,
 * whose `before` counts, or if events after e' may be, the last of all. */
static uint32_t last_access(const struct mz_reversal *r)
{
    uint32_t position = r->later.position;

    return r->end <= position && position < r->hb->length
               ? position
               : mz_access_latest(r->hb, r->later.event->object);
}

/* Adds to the state of those bytes of its object, of a lock or semaphore of
 * all, what the events of v after the access `from` do to it. They all commute,
 * so that their order does not matter. */
static uint64_t changed(const struct mz_reversal *r, uint8_t part,
                        uint64_t state, uint32_t from)
{
    const struct mz_event *later = r->later.event;
    const struct mz_automaton *automaton = mz_op_automaton(later->kind);
    uint32_t a = last_access(r);

    for (; a != from; a = mz_access_behind(r->hb, a)) {
        uint32_t event = mz_access_event(r->hb, a);
        struct mz_op_operand operand =
            mz_event_operand(&r->execution->events[event]);

        if (is_executed(r, event, false) &&
            mz_access_named(r->execution, a).mask & part)
            automaton->after(mz_access_named(r->execution, a).kind, &state,
                             &operand);
    }
    return state;
}

/* Is something added to the bytes of e' from e on, by what commutes? */
static bool is_added_to(const struct mz_reversal *r)
{
    uint32_t a = last_access(r);

    for (; a != MZ_NONE; a = mz_access_behind(r->hb, a)) {
        struct mz_access access = mz_access_named(r->execution, a);

        if (mz_access_event(r->hb, a) < r->e)
            return false;
        if (access.kind == MZ_ADD && access.mask & r->later.event->mask)
            return !mz_op_covers(r->hb->relation, access.kind);
    }
    return false;
}

/* Do all that change what e' finds do so as a whole, not by the byte? Bytes to
 * which something is added nobody accesses in part (trace/additions.h). */
static bool is_of_whole(const struct mz_reversal *r)
{
    return !mz_op_is_memory(r->later.event->kind) ||
           (MZ_UNLIKELY(r->execution->has_additions) && is_added_to(r));
}

/*
 * The state of the object of e', of these bytes of it, after E'.v or E'.e.v: a
 * fold of what has been recorded.
 *
 * Let a be the last access there of those that cover (op/class.h) or come
 * before e. All that came before it in E comes before it here, and nothing
 * else; so what it left is what the next access in E found. What is executed
 * after it commutes, and mostly leaves the state as it is. That a is `base`.
 */
static uint64_t state_of(const struct mz_reversal *r, uint8_t part, bool with_e,
                         uint32_t *base)
{
    const struct mz_event *later = r->later.event;
    uint64_t state = part_of(later->value, later->mask, part);
    uint32_t a = last_access(r);

    for (; a != MZ_NONE; a = mz_access_behind(r->hb, a)) {
        struct mz_access access = mz_access_named(r->execution, a);
        uint32_t event = mz_access_event(r->hb, a);

        if (event < r->e)
            break;
        if (!(access.mask & part))
            continue;
        if (is_executed(r, event, with_e) &&
            (event == r->e || mz_op_covers(r->hb->relation, access.kind)))
            break;
        state = part_of(before(r, a), access.mask, part);
    }
    *base = a;
    return state;
}

/* Finds what e left in the bytes of e': the next access to them found it, or e'
 * itself. False: that access is to other bytes, too, or is one of e's own. */
static bool is_left(const struct mz_reversal *r, uint64_t *contents)
{
    const struct mz_event *later = r->later.event;

    if (r->after_e == MZ_NONE) {
        *contents = later->value;
        return true;
    }
    *contents = before(r, r->after_e);
    return mz_access_named(r->execution, r->after_e).mask == later->mask &&
           mz_access_event(r->hb, r->after_e) != r->e;
}

/* Do all later changes of the bytes of e happen after e? Not if e is itself a
 * change, and commutes with other changes. */
static bool precedes_changes(const struct mz_reversal *r,
                             const struct mz_event *e)
{
    return mz_op_covers(r->hb->relation, e->kind) || !mz_op_changes(e->kind);
}

/* What e' finds after E'.v or E'.e.v in all its bytes. Each byte may have been
 * written by another event, and is looked for by itself. */
static uint64_t state_after(const struct mz_reversal *r, bool with_e)
{
    const struct mz_event *e = &r->execution->events[r->e];
    const struct mz_event *later = r->later.event;
    uint64_t state = 0;
    unsigned shift = 0;
    uint32_t base;

    /* A shortcut to what the fold finds. */
    if (e->object == later->object && e->mask == later->mask &&
        precedes_changes(r, e)) {
        if (!with_e)
            return before(r, r->e);
        if (is_left(r, &state))
            return state;
    }
    if (is_of_whole(r)) {
        state = state_of(r, later->mask, with_e, &base);
        return changed(r, later->mask, state, base);
    }
    state = 0;
    for (unsigned byte = 0; byte < 8; byte++)
        if (later->mask >> byte & 1) {
            state |= state_of(r, 1 << byte, with_e, &base) << shift;
            shift += 8;
        }
    return state;
}

/* Puts what the bytes of an access hold to where they lie in the object. */
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
    left->awaited |= mz_op_awaits_memory(kind);
}

/* Does an event tell by itself what it left in its object? That of several
 * accesses does not, nor that of which the automaton says so. */
static bool tells_left(const struct mz_execution *execution,
                       const struct mz_event *event, uint64_t *state)
{
    const struct mz_op_operand operand = mz_event_operand(event);

    *state = mz_event_before(execution, event);
    return !mz_event_more(event) && mz_op_after(event->kind, state, &operand);
}

struct mz_left mz_outcome_left_by(const struct mz_happens_before *hb,
                                  const struct mz_execution *execution,
                                  uint32_t e, uint32_t object)
{
    const struct mz_event *event = &execution->events[e];
    struct mz_reversal r = {.hb = hb, .execution = execution};
    struct mz_left left = {.object = object};
    uint32_t a = mz_access_latest(hb, object);
    uint64_t state;

    MZ_EACH(rest, execution->waiting) {
        const struct mz_event *pending =
            &execution->pending[mz_tset_first(rest)];

        if (pending->object == object)
            see(&left, pending->mask, pending->kind, pending->value);
    }
    for (; a != MZ_NONE && mz_access_event(hb, a) > e;
         a = mz_access_behind(hb, a)) {
        struct mz_access access = mz_access_named(execution, a);

        see(&left, access.mask, access.kind, before(&r, a));
    }
    for (; a != MZ_NONE && mz_access_event(hb, a) == e;
         a = mz_access_behind(hb, a)) {
        struct mz_access access = mz_access_named(execution, a);

        left.touched |= access.mask;
        if (mz_op_reads_what_is_left(event->kind) &&
            mz_op_only_reads(access.kind))
            see(&left, access.mask, access.kind, before(&r, a));
    }
    if (event->object == object && tells_left(execution, event, &state))
        see(&left, event->mask, event->kind, state);
    left.known &= left.touched;
    return left;
}

/* Can it be foreseen whether e succeeds, and does it matter? Under relations
 * that do not tell outcomes apart it does not matter of a compare-exchange; and
 * an event of several accesses counts as a success. */
static bool has_known_outcome(enum mz_relation relation,
                              const struct mz_event *e)
{
    return !mz_op_is_memory(e->kind) ||
           (mz_relation_tells_outcomes(relation) && !mz_event_more(e));
}

bool mz_outcome_foresee(struct mz_reversal *r)
{
    const struct mz_event *later = r->later.event;
    struct mz_op_operand operand = mz_event_operand(later);

    r->kind = later->kind;
    if (mz_op_may_fail(r->kind) && has_known_outcome(r->hb->relation, later)) {
        r->value = state_after(r, false);
        r->kind = mz_op_outcome(later->kind, r->value, &operand);
    }
    return !mz_op_blocks(r->kind) || mz_outcome_enabled(r, false);
}

bool mz_outcome_enabled(const struct mz_reversal *r, bool with_e)
{
    struct mz_op_operand operand = mz_event_operand(r->later.event);

    return mz_op_enabled(r->later.event->kind, state_after(r, with_e),
                         &operand);
}

enum mz_op mz_outcome_now(enum mz_relation relation,
                          const struct mz_event *pending)
{
    struct mz_op_operand operand = mz_event_operand(pending);

    return has_known_outcome(relation, pending)
               ? mz_op_outcome(pending->kind, pending->value, &operand)
               : pending->kind;
}
