/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/round.h"

#include "runtime/loop.h"
#include "runtime/object.h"
#include "runtime/turn.h"

enum {
    LOCKS = 8,     /* held at one moment of a round */
    COMINGS = 256, /* of a thread that are noted, the first of an execution */
};

/* A thread has come to an operation, with this local state. */
struct coming {
    struct mz_local_state local;
    uint32_t position; /* events before it */
    uint32_t stretch;
};

static struct coming comings[MZ_MAX_THREADS][COMINGS];
static uint32_t counts[MZ_MAX_THREADS];

/* ---- what may be in a round ---------------------------------------------- */

bool mz_round_is_strict(void)
{
    return mz_rt.region->settings.loops.is_strict;
}

/* A descriptor, or a set of epoll and all that is in it: but for the set these
 * are looks. Who does so races with nobody. */
static bool finds_nothing(const struct mz_event *e)
{
    const struct mz_execution *x = mz_turns.execution;
    const struct mz_access *more = x->accesses + e->more;

    if (!mz_file_is_in_vain(e->kind, e->other))
        return false;
    for (unsigned i = 0; i < mz_event_more(e); i++)
        if (more[i].kind != MZ_FILE_LOOK && more[i].object != x->universe)
            return false;
    return true;
}

/* A signal that nobody waits for. (By graphs it is an update, from which others
 * read.) */
static bool signals_nobody(const struct mz_event *e)
{
    return (e->kind == MZ_COND_SIGNAL || e->kind == MZ_COND_BROADCAST) &&
           !mz_cond_waiting(e->value) && !mz_loops.by_graphs;
}

bool mz_round_only_reads(const struct mz_event *e)
{
    bool is_several = mz_event_is_several(mz_turns.execution, e);

    if (mz_op_is_let_go(e->kind))
        return false; /* it does not wait any more */
    if (e->kind == MZ_FENCE ||
        (e->kind == MZ_CHOOSE && e->other == MZ_CHOICE_LATER) ||
        mz_futex_has_looked(e->kind, e->value) || /* it has noted the word */
        signals_nobody(e) || finds_nothing(e))
        return true;
    if (e->object != MZ_NONE && e->object == mz_turns.execution->universe &&
        mz_op_changes(e->kind))
        return true; /* a block of the program */
    if (mz_op_is_local(e->kind) ||
        (mz_op_changes(e->kind) && !mz_op_updates(e->kind)))
        return false;
    return !is_several || (mz_op_is_memory(e->kind) &&
                           mz_op_only_reads(e->kind) && !mz_round_is_strict());
}

bool mz_round_only_writes(const struct mz_event *e)
{
    return mz_op_is_memory(e->kind) && mz_op_writes(e->kind) &&
           e->object != MZ_NONE &&
           mz_object_is_memory(mz_object_keys[e->object]) &&
           !mz_event_is_several(mz_turns.execution, e);
}

bool mz_round_releases_nothing(const struct mz_event *e)
{
    const struct mz_execution *x = mz_turns.execution;

    if (e->kind == MZ_FENCE)
        return !mz_order_releases(e->value);
    return !mz_op_updates(e->kind) ||
           !mz_order_releases(x->orders[e - x->events].order);
}

/* Of a reader-writer lock that does not tell who waits for it. */
static bool takes_shared(const struct mz_event *e)
{
    return mz_op_object(e->kind) == MZ_OBJECT_RWLOCK && mz_op_acquires(e->kind);
}

/* Takes a lock that is free, and was left by nobody that has ended. */
static bool takes(const struct mz_event *e)
{
    return takes_shared(e) ||
           (mz_op_acquires(e->kind) && mz_op_is_free(e->kind, e->value));
}

static bool gives(const struct mz_event *e)
{
    return e->kind == MZ_UNLOCK || e->kind == MZ_SPIN_UNLOCK ||
           e->kind == MZ_RD_UNLOCK || e->kind == MZ_WR_UNLOCK;
}

/*
 * Between two waits for a condition variable, or at a futex, the first of which
 * has timed out, a thread is not one of those that wait. It is for that time as
 * if it had given a lock back; but nobody waits for it to do so.
 */
static bool leaves(const struct mz_event *e)
{
    return mz_cond_is_left(e->kind) || mz_futex_is_left(e->kind);
}

static bool enters(const struct mz_event *e)
{
    return mz_cond_is_entered(e->kind) ||
           mz_futex_is_entered(e->kind, e->value);
}

static bool is_up(const struct mz_event *e)
{
    return takes(e) || enters(e);
}

static bool is_down(const struct mz_event *e)
{
    return gives(e) || leaves(e);
}

static bool is_either(const struct mz_event *e)
{
    return is_up(e) || is_down(e);
}

bool mz_round_looks(const struct mz_event *e)
{
    return enters(e) || (e->kind != MZ_FENCE && e->kind != MZ_CHOOSE &&
                         mz_round_only_reads(e));
}

bool mz_round_may_have(const struct mz_event *e)
{
    return is_either(e) || mz_round_only_reads(e);
}

static const struct mz_event *event_at(uint32_t position)
{
    return &mz_turns.execution->events[position];
}

/* The locks of a round: whether the thread holds them now, and at its ends. Of
 * a condition variable: whether it waits. */
struct locks {
    uint32_t count;
    struct {
        uint32_t object;
        bool is_held, was_held;
    } of[LOCKS];
};

static uint32_t find_lock(const struct locks *locks, uint32_t object)
{
    uint32_t i = 0;

    while (i < locks->count && locks->of[i].object != object)
        i++;
    return i;
}

/* It takes a lock, or gives it back. False: there is no room, or it has it more
 * than once, to read. */
static bool change(struct locks *locks, const struct mz_event *e)
{
    uint32_t i = find_lock(locks, e->object);

    if (i == LOCKS)
        return false;
    if (i == locks->count) {
        locks->of[i].object = e->object;
        locks->of[i].was_held = is_down(e);
        locks->count++;
    } else if (locks->of[i].is_held == is_up(e)) {
        return false;
    }
    locks->of[i].is_held = is_up(e);
    return true;
}

static bool is_as_before(const struct locks *locks)
{
    for (uint32_t i = 0; i < locks->count; i++)
        if (locks->of[i].is_held != locks->of[i].was_held)
            return false;
    return true;
}

/* But for other events of the thread that are such as these. */
static bool is_balanced(bool (*beside)(const struct mz_event *), mz_tid t,
                        uint32_t from, uint32_t to)
{
    struct locks locks = {0};

    for (uint32_t i = from; i < to; i++) {
        const struct mz_event *e = event_at(i);

        if (e->thread != t || beside(e))
            continue;
        if (!is_either(e) || !change(&locks, e))
            return false;
    }
    return is_as_before(&locks);
}

bool mz_round_is_balanced(mz_tid t, uint32_t from, uint32_t to)
{
    return is_balanced(mz_round_only_reads, t, from, to);
}

static bool only_reads_or_writes(const struct mz_event *e)
{
    return mz_round_only_reads(e) || mz_round_only_writes(e);
}

bool mz_round_undoes_locks(mz_tid t, uint32_t from, uint32_t to)
{
    return is_balanced(only_reads_or_writes, t, from, to);
}

/* ---- who has noticed ----------------------------------------------------- */

/* Is it one of the objects of the event? */
static bool is_about(const struct mz_event *e, uint32_t object)
{
    const struct mz_access *more = mz_turns.execution->accesses + e->more;

    for (unsigned i = 0; i < mz_event_more(e); i++)
        if (more[i].object == object)
            return true;
    return e->object == object;
}

static bool is_wait(const struct mz_event *e)
{
    return enters(e) || leaves(e);
}

/* Of an event that enters or leaves it. */
static uint64_t queue_before(const struct mz_event *e)
{
    return e->kind == MZ_FUTEX_WAIT ? e->other : e->value;
}

bool mz_round_is_beside(const struct mz_event *change, const struct mz_event *e)
{
    return is_wait(change) && !(queue_before(change) & MZ_COND_TOKENS) &&
           (is_wait(e) || e->kind == MZ_COND_WOKEN ||
            e->kind == MZ_FUTEX_WOKEN ||
            mz_futex_has_looked(e->kind, e->value));
}

/*
 * The next event of another thread, after that position, on the lock that was
 * taken or given back there, before that is undone; MZ_NONE: there is none. Who
 * waits for the lock does not notice: that event comes later. Nor does who
 * waits at the same condition variable, or futex; nor who gives back a lock to
 * read, which may as well do so after the other reader.
 */
static uint32_t next_notice(uint32_t changed, uint32_t after)
{
    const struct mz_event *change = event_at(changed);

    for (uint32_t i = after + 1; i < mz_turns.position; i++) {
        const struct mz_event *e = event_at(i);

        if (!is_about(e, change->object))
            continue;
        if (e->thread != change->thread && e->kind != MZ_RD_UNLOCK &&
            !mz_round_is_beside(change, e))
            return i;
        if (e->thread == change->thread && is_either(e))
            return MZ_NONE;
    }
    return MZ_NONE;
}

/* Does the thread take, in a round that begins there, a lock that it did not
 * hold when that began, or give one back that it held? */
static bool is_change(mz_tid t, uint32_t from, uint32_t position)
{
    const struct mz_event *e = event_at(position);
    bool is_undone = true;

    if (e->thread != t || !is_either(e))
        return false;
    for (uint32_t i = from; i < position; i++) {
        const struct mz_event *f = event_at(i);

        if (f->thread == t && f->object == e->object && is_either(f))
            is_undone = !is_undone;
    }
    return is_undone;
}

static bool is_noticed_at(mz_tid t, uint32_t from, uint32_t position)
{
    return is_change(t, from, position) &&
           next_notice(position, position) != MZ_NONE;
}

bool mz_round_is_noticed(mz_tid t, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (is_noticed_at(t, from, i))
            return true;
    return false;
}

static bool is_of_mutex_or_spin(enum mz_op kind)
{
    return kind == MZ_LOCK || kind == MZ_UNLOCK || kind == MZ_SPIN_LOCK ||
           kind == MZ_SPIN_UNLOCK;
}

bool mz_round_cannot_be_noticed(mz_tid t, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        const struct mz_event *e = event_at(i);

        if (e->thread == t && is_either(e) && !is_of_mutex_or_spin(e->kind) &&
            (mz_op_object(e->kind) != MZ_OBJECT_COND ||
             is_noticed_at(t, from, i)))
            return false;
    }
    return true;
}

static bool changes_lock(mz_tid t, uint32_t from, uint32_t object)
{
    for (uint32_t i = from; i < mz_turns.position; i++) {
        const struct mz_event *e = event_at(i);

        if (e->thread == t && e->object == object && is_either(e))
            return true;
    }
    return false;
}

bool mz_round_may_notice(mz_tid t, uint32_t from, mz_tid other,
                         uint32_t other_from)
{
    for (uint32_t i = from; i < mz_turns.position; i++) {
        const struct mz_event *e = event_at(i);

        if (e->thread == t && mz_op_may_fail(e->kind) && !is_wait(e) &&
            changes_lock(other, other_from, e->object))
            return true;
    }
    return false;
}

bool mz_round_holds(mz_tid t, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (is_change(t, from, i) && gives(event_at(i)))
            return true;
    return false;
}

/* ---- the past of a thread ------------------------------------------------ */

/* The events that happen before a moment of a thread: those of each up to
 * there. */
struct past {
    uint32_t end[MZ_MAX_THREADS];
};

/* Does an event of the past, before `end`, depend on this one? */
static bool is_depended_on(const struct past *past, uint32_t position,
                           uint32_t end)
{
    const struct mz_execution *x = mz_turns.execution;
    const struct mz_event *e = &x->events[position];

    for (uint32_t i = position + 1; i < end; i++) {
        const struct mz_event *f = &x->events[i];

        if (i < past->end[f->thread] &&
            mz_events_depend(MZ_RELATION_ADD, e, &x->accesses[e->more], f,
                             &x->accesses[f->more]))
            return true;
    }
    return false;
}

/* What happens before the last event that the thread has before `end`. (Births
 * and joins are left out: less is as good, if it is the same in all orders of
 * independent events.) */
static void find_past(struct past *past, mz_tid t, uint32_t end)
{
    *past = (struct past){0};
    past->end[t] = end;
    for (uint32_t i = end; i--;) {
        mz_tid u = event_at(i)->thread;

        if (!past->end[u] && is_depended_on(past, i, end))
            past->end[u] = i + 1;
    }
}

static bool has_event(mz_tid t, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (event_at(i)->thread == t)
            return true;
    return false;
}

bool mz_round_meets(mz_tid t, uint32_t from, const struct mz_event *e)
{
    const struct mz_execution *x = mz_turns.execution;

    for (uint32_t i = from; i < mz_turns.position; i++) {
        const struct mz_event *f = &x->events[i];

        if (f->thread == t &&
            mz_events_depend(MZ_RELATION_ADD, e, &x->accesses[e->more], f,
                             &x->accesses[f->more]))
            return true;
    }
    return false;
}

/* It is soon told if others have come in between, in the order of this
 * execution: that cannot have happened before. */
static bool others_come_between(mz_tid t, uint32_t from)
{
    while (from && event_at(from - 1)->thread != t)
        from--;
    for (uint32_t i = from; i < mz_turns.position; i++)
        if (event_at(i)->thread != t && mz_round_meets(t, i + 1, event_at(i)))
            return true;
    return false;
}

bool mz_round_is_alone(mz_tid t, uint32_t from)
{
    struct past old, new;

    if (others_come_between(t, from))
        return false;
    find_past(&new, t, mz_turns.position);
    find_past(&old, t, from);
    MZ_EACH(rest, mz_turns.execution->born) {
        mz_tid u = mz_tset_first(rest);

        if (u != t && has_event(u, old.end[u], new.end[u]))
            return false;
    }
    return true;
}

/* ---- the same twice ------------------------------------------------------ */

static uint32_t next_of(mz_tid t, uint32_t from, uint32_t to)
{
    while (from < to && event_at(from)->thread != t)
        from++;
    return from;
}

/* What is known of who waits for a lock, or at a condition variable, is counted
 * in its state, too. */
static bool is_again(const struct mz_event *a, const struct mz_event *b)
{
    return a->kind == b->kind && a->object == b->object && a->mask == b->mask &&
           (!mz_op_is_memory(a->kind) || a->value == b->value);
}

bool mz_round_is_again(mz_tid t, uint32_t first, uint32_t second)
{
    uint32_t i = next_of(t, first, second);
    uint32_t k = next_of(t, second, mz_turns.position);

    while (i < second && k < mz_turns.position &&
           is_again(event_at(i), event_at(k))) {
        i = next_of(t, i + 1, second);
        k = next_of(t, k + 1, mz_turns.position);
    }
    return i == second && k == mz_turns.position;
}

/* What the thread has come to by its last event in the past; NULL: it was not
 * looked at there. */
static const struct coming *last_coming(const struct past *past, mz_tid t)
{
    for (uint32_t i = counts[t]; i--;) {
        const struct coming *coming = &comings[t][i];

        if (!has_event(t, past->end[t], coming->position))
            return has_event(t, coming->position, past->end[t]) ? NULL : coming;
    }
    return NULL;
}

/* ---- the same again ------------------------------------------------------ */

/* Of one past and a later one: has the thread made rounds in between? */
static bool has_made_rounds(const struct past *old, const struct past *new,
                            mz_tid t)
{
    const struct coming *a = last_coming(old, t), *b = last_coming(new, t);

    return a && b && mz_local_state_is(&a->local, &b->local) &&
           a->stretch == b->stretch &&
           mz_round_is_balanced(t, a->position, b->position);
}

/* Have all who have done anything in between made rounds? Who alone has done so
 * is to go on: it may be in a deadlock, which only who is stopped for a round
 * that nobody has noticed is told to be in. */
static bool is_same(const struct past *old, const struct past *new)
{
    unsigned count = 0;

    MZ_EACH(rest, mz_turns.execution->born) {
        mz_tid u = mz_tset_first(rest);

        if (!has_event(u, old->end[u], new->end[u]))
            continue;
        if (!has_made_rounds(old, new, u))
            return false;
        count++;
    }
    return count > 1;
}

/* A race that a round has must be in other rounds, too, where such are looked
 * for: it is in the first or in the second at most. */
bool mz_round_is_idle(mz_tid t)
{
    const struct coming *last = comings[t] + counts[t] - 1;
    unsigned more = mz_round_is_strict() ? 2 : 1;
    struct past old, new;

    if (!counts[t])
        return false;
    find_past(&new, t, mz_turns.position);
    for (uint32_t i = counts[t] - 1; i-- && more;) {
        if (!mz_local_state_is(&comings[t][i].local, &last->local) ||
            comings[t][i].stretch != last->stretch)
            continue;
        find_past(&old, t, comings[t][i].position);
        more -= is_same(&old, &new);
    }
    return !more;
}

void mz_round_note(mz_tid t, const struct mz_local_state *local,
                   uint32_t stretch)
{
    if (counts[t] == COMINGS)
        return;
    comings[t][counts[t]++] = (struct coming){
        .local = *local,
        .position = mz_turns.position,
        .stretch = stretch,
    };
}

void mz_round_reset(void)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        counts[t] = 0;
}
