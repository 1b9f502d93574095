/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stretch.h"

#include "runtime/loop.h"
#include "runtime/loop_place.h"
#include "runtime/object.h"
#include "runtime/round.h"
#include "runtime/rush.h"
#include "runtime/state.h"
#include "runtime/suspect.h"
#include "runtime/turn.h"

/* Were all its events such as these? */
bool mz_stretch_has_only(bool (*such)(const struct mz_event *), mz_tid t,
                         uint32_t since)
{
    for (uint32_t i = since; i < mz_turns.position; i++) {
        const struct mz_event *e = &mz_turns.execution->events[i];

        if (e->thread == t && !such(e))
            return false;
    }
    return true;
}

static bool has_done_between(mz_tid t, uint32_t since, uint32_t to)
{
    for (uint32_t i = since; i < to; i++)
        if (mz_turns.execution->events[i].thread == t)
            return true;
    return false;
}

static bool has_done_something(mz_tid t, uint32_t since)
{
    return has_done_between(t, since, mz_turns.position);
}

/* The position of the thread's next event from there on; that of the next event
 * of all, if the thread has none. */
uint32_t mz_stretch_next(mz_tid t, uint32_t from)
{
    while (from < mz_turns.position &&
           mz_turns.execution->events[from].thread != t)
        from++;
    return from;
}

/* In a new round, whatever came before. */
void mz_stretch_forget(struct mz_stretch *s)
{
    s->number++;
    s->count = s->reading = s->read_count = 0;
    s->is_full = s->has_dropped = s->releases = false;
    s->position = mz_turns.position;
}

/* In a new execution. */
void mz_stretch_begin(struct mz_stretch *s)
{
    s->number = s->count = s->reading = s->read_count = s->position = 0;
    s->is_full = s->has_dropped = s->releases = false;
}

/* Forgets what came before the thread last did more. */
void mz_stretch_go_on(struct mz_stretch *s, mz_tid t)
{
    bool has_done_more =
        s->effects != mz_rt.effects[t] ||
        !mz_stretch_has_only(mz_round_may_have, t, s->position);

    s->releases =
        mz_rt.weak && !has_done_more &&
        (s->releases ||
         !mz_stretch_has_only(mz_round_releases_nothing, t, s->position));
    s->number += has_done_more;
    s->is_full &= !has_done_more;
    s->has_dropped &= !has_done_more;
    if (has_done_more) {
        s->count = s->reading = s->read_count = 0;
    } else if (!mz_stretch_has_only(mz_round_only_reads, t, s->position)) {
        s->reading = s->count;
        s->read_count = 0;
    }
    s->effects = mz_rt.effects[t];
    s->position = mz_turns.position;
}

static bool was_read(const struct mz_stretch *s, uint64_t address,
                     uint64_t size)
{
    for (uint32_t i = 0; i < s->read_count; i++)
        if (s->reads[i].address == address && s->reads[i].size == size)
            return true;
    return false;
}

void mz_stretch_note_read(struct mz_stretch *s, uint64_t address, uint64_t size)
{
    if (was_read(s, address, size))
        return;
    s->first_reads++;
    s->is_full |= s->read_count == MZ_READS;
    if (s->read_count == MZ_READS)
        return;
    s->reads[s->read_count].address = address;
    s->reads[s->read_count++].size = size;
}

bool mz_stretch_may_be_round(const struct mz_stretch *s)
{
    return s->count && s->effects == mz_rt.effects[mz_rt.self];
}

/* ---- rounds -------------------------------------------------------------- */

/* Where it was before, if it has but read since; or `count`. */
static uint32_t find(const struct mz_stretch *s,
                     const struct mz_local_states *local,
                     enum mz_likeness likeness, mz_tid t)
{
    uint32_t i = s->reading;

    while (i < s->count && (!mz_likeness_is(&s->at[i].local, local, likeness) ||
                            s->at[i].first_reads != s->first_reads ||
                            !has_done_something(t, s->at[i].position)))
        i++;
    return i;
}

/* The arrival at which the second of two alike rounds began, of which one
 * directly follows the other; `count`: there are no two. */
static uint32_t find_second(const struct mz_stretch *s,
                            const struct mz_local_states *local,
                            enum mz_likeness likeness, mz_tid t)
{
    uint32_t second = s->count, from = mz_turns.position;

    for (uint32_t i = s->count; i-- > s->reading;) {
        if (!mz_likeness_is(&s->at[i].local, local, likeness) ||
            s->at[i].position == from ||
            !has_done_between(t, s->at[i].position, from))
            continue;
        if (second < s->count)
            return second;
        second = i;
        from = s->at[i].position;
    }
    return s->count;
}

/* Does it access nothing in the round that begins there but what it does by the
 * round's first operation, and in no other way? */
static bool is_of_first(const struct mz_stretch *s, uint32_t begin, mz_tid t)
{
    uint32_t from = mz_stretch_next(t, s->at[begin].position);
    const struct mz_event *first = &mz_turns.execution->events[from];

    for (uint32_t i = from; i < mz_turns.position;
         i = mz_stretch_next(t, i + 1)) {
        const struct mz_event *e = &mz_turns.execution->events[i];

        if (e->kind != MZ_FENCE &&
            (e->object != first->object || e->mask != first->mask ||
             mz_op_updates(e->kind) > mz_op_updates(first->kind)))
            return false;
    }
    return s->at[begin].plain_accesses == s->plain_accesses;
}

/* The same where it has released something since it did more than read. */
static uint32_t find_again(const struct mz_stretch *s,
                           const struct mz_local_states *local,
                           enum mz_likeness likeness, mz_tid t)
{
    uint32_t before = find(s, local, likeness, t);

    return before < s->count && is_of_first(s, before, t)
               ? before
               : find_second(s, local, likeness, t);
}

static bool is_told_to_be_unnoticed(mz_tid t, uint32_t from, uint32_t to)
{
    if (!mz_loops.by_graphs)
        return !mz_round_is_noticed(t, from, to);
    if (mz_round_cannot_be_noticed(t, from, to))
        return true;
    if (mz_loops.may_order && !mz_round_is_noticed(t, from, to))
        mz_suspect_must_tell_what_is_before();
    return false;
}

/* Has it made a round since then, up to that position, in which it has taken
 * locks, and given them back, and nobody has noticed? */
static bool is_unnoticed(const struct mz_coming *at,
                         const struct mz_local_states *local,
                         enum mz_likeness likeness, mz_tid t, uint32_t to)
{
    return mz_likeness_is(&at->local, local, likeness) && at->position < to &&
           mz_round_is_balanced(t, at->position, to) &&
           !mz_round_holds(t, at->position, to) &&
           is_told_to_be_unnoticed(t, at->position, to);
}

/* Where the last such round began; or `count`. */
static uint32_t find_unnoticed(const struct mz_stretch *s,
                               const struct mz_local_states *local,
                               enum mz_likeness likeness, mz_tid t, uint32_t to)
{
    for (uint32_t i = s->reading; i--;)
        if (is_unnoticed(&s->at[i], local, likeness, t, to))
            return i;
    return s->count;
}

/* The same; but a race that a round has must be in another, too. */
static uint32_t find_idle(const struct mz_stretch *s,
                          const struct mz_local_states *local,
                          enum mz_likeness likeness, mz_tid t)
{
    uint32_t last = find_unnoticed(s, local, likeness, t, mz_turns.position);

    if (!mz_loop_may_take_locks())
        return s->count;
    if (last < s->count && mz_round_is_strict() &&
        find_unnoticed(s, local, likeness, t, s->at[last].position) == s->count)
        return s->count;
    return last;
}

uint32_t mz_stretch_find_round(const struct mz_stretch *s,
                               const struct mz_local_states *local,
                               enum mz_likeness likeness, mz_tid t)
{
    uint32_t before = s->releases ? find_again(s, local, likeness, t)
                                  : find(s, local, likeness, t);

    return before < s->count ? before : find_idle(s, local, likeness, t);
}

/* Where it was before, whoever has noticed. (Which places are looked at is a
 * matter of time only.) */
uint32_t mz_stretch_find_any(const struct mz_stretch *s,
                             const struct mz_local_states *local, mz_tid t)
{
    enum mz_likeness likeness = local->has_late ? MZ_LATE : MZ_EXACT;
    uint32_t before = find(s, local, likeness, t);

    for (uint32_t i = 0; i < s->reading && before == s->count; i++)
        if (mz_likeness_is(&s->at[i].local, local, likeness) &&
            mz_round_is_balanced(t, s->at[i].position, mz_turns.position))
            before = i;
    return before;
}

/* The thread has come to an operation: may it have made a round that began at
 * an arrival that is forgotten? Not if the last one in this state, with the
 * same locks, is known: who has noticed a round has noticed each longer one. Or
 * the last two, where each race is to be in another round, too. */
bool mz_stretch_may_have_missed(const struct mz_stretch *s, mz_tid t)
{
    unsigned needed = mz_round_is_strict() ? 2 : 1;
    uint32_t now = s->count - 1;

    if (s->is_full || !s->has_dropped)
        return s->is_full;
    for (uint32_t i = now; i-- && needed;)
        needed -=
            mz_likeness_is(&s->at[i].local, &s->at[now].local, MZ_EXACT) &&
            mz_round_is_balanced(t, s->at[i].position, mz_turns.position);
    return needed;
}

/* ---- rounds that are counted --------------------------------------------- */

static bool is_alike(const struct mz_event *a, const struct mz_event *b)
{
    return a->kind == b->kind && a->object == b->object && a->mask == b->mask &&
           a->value == b->value;
}

/* Has the thread done and found the same in two rounds, the first of which ends
 * where the second begins? */
static bool are_alike(mz_tid t, uint32_t first, uint32_t second)
{
    const struct mz_event *events = mz_turns.execution->events;
    uint32_t i = mz_stretch_next(t, first), k = mz_stretch_next(t, second);

    while (i < second && k < mz_turns.position &&
           is_alike(&events[i], &events[k])) {
        i = mz_stretch_next(t, i + 1);
        k = mz_stretch_next(t, k + 1);
    }
    return i >= second && k == mz_turns.position &&
           mz_stretch_next(t, second) < mz_turns.position;
}

/* The last arrival before that one at which the thread came to this operation
 * with the same local state. */
static uint32_t last_alike(const struct mz_stretch *s,
                           const struct mz_local_states *local, uint32_t before)
{
    for (uint32_t i = before; i--;)
        if (mz_likeness_is(&s->at[i].local, local, MZ_COUNTED))
            return i;
    return s->count;
}

/* Where the second of two rounds began in which it has done the same; or
 * `count`. */
uint32_t mz_stretch_find_counted(const struct mz_stretch *s,
                                 const struct mz_local_states *local, mz_tid t)
{
    uint32_t second = last_alike(s, local, s->count);
    uint32_t first = second == s->count ? second : last_alike(s, local, second);

    return first < s->count &&
                   are_alike(t, s->at[first].position,
                             s->at[second].position) &&
                   mz_round_is_balanced(t, s->at[second].position,
                                        mz_turns.position)
               ? second
               : s->count;
}

/* Does a round consist of few operations on the same bytes, or one lock, which
 * have all found the same? Then that is what is there after the last of them,
 * whatever else may have changed during the round. */
bool mz_stretch_is_about_one(const struct mz_stretch *s, uint32_t begin,
                             mz_tid t)
{
    uint32_t from = mz_stretch_next(t, s->at[begin].position);
    const struct mz_event *first = &mz_turns.execution->events[from];

    for (uint32_t i = from; i < mz_turns.position;
         i = mz_stretch_next(t, i + 1)) {
        const struct mz_event *e = &mz_turns.execution->events[i];

        if (e->object == MZ_NONE || e->object != first->object ||
            e->mask != first->mask || e->value != first->value ||
            !mz_round_only_reads(e) ||
            mz_event_is_several(mz_turns.execution, e))
            return false;
    }
    return s->count - begin <= MZ_MAX_RUSH;
}

/* ---- arrivals ------------------------------------------------------------ */

/* The older half is dropped. */
static void make_room(struct mz_stretch *s)
{
    enum { HALF = MZ_ARRIVALS / 2 };

    for (uint32_t i = HALF; i < MZ_ARRIVALS; i++)
        s->at[i - HALF] = s->at[i];
    s->count -= HALF;
    s->reading = s->reading > HALF ? s->reading - HALF : 0;
    s->has_dropped = true;
}

uint32_t mz_stretch_add(struct mz_stretch *s,
                        const struct mz_local_states *local, uint64_t pc)
{
    if (s->count == MZ_ARRIVALS)
        make_room(s);
    s->at[s->count] = (struct mz_coming){
        .local = *local,
        .pc = pc,
        .position = mz_turns.position,
        .first_reads = s->first_reads,
        .plain_accesses = s->plain_accesses,
    };
    return s->count++;
}
