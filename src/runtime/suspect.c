/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/suspect.h"

#include "runtime/audit.h"
#include "runtime/known_words.h"
#include "runtime/loop.h"
#include "runtime/loop_place.h"
#include "runtime/object.h"
#include "runtime/obstacle.h"
#include "runtime/parts.h"
#include "runtime/round.h"
#include "runtime/state.h"
#include "runtime/stretch.h"
#include "runtime/turn.h"
#include "runtime/undone.h"
#include "runtime/used_later.h"

enum {
    WINDOW = 16,   /* events in which a loop may show */
    MANY = 4,      /* reads of one thread among them */
    SAMPLES = 8,   /* one in so many executions is looked at */
    LONG = 512,    /* events of one that is looked at anyway, at first */
    WRITING = 128, /* of one that may be in a loop that undoes writes */
    OTHERS = 1024, /* operations of others watched for that, at first */
    PATIENCE = 2 * MZ_ARRIVALS, /* operations of one that may be in a loop, */
    MORE_PATIENCE = 16 * MZ_ARRIVALS, /* where rounds differ in little, */
    EXECUTIONS = 4,                   /* in so many executions */
    ALIKE = 20, /* rounds, of a loop that counts them and is long */
    MANY_EXECUTIONS = 1 << 14, /* of a search that will hardly end without a */
    MANY_REPLAYED = 1 << 19,   /* guess; operations of them */
    MOST_DOUBLINGS = 5,
};

/* Who may be in a loop that waits in a place that is not known yet. Where all
 * executions find it, forked ones, too. */
static struct suspect {
    mz_tid thread;   /* MZ_NO_THREAD: nobody */
    mz_tid last;     /* before */
    uint32_t left;   /* operations to look at */
    uint32_t until;  /* executions */
    uint64_t shared; /* what all threads share, when it came to stretch.at[0] */
    bool is_shared_known;
    struct mz_stretch stretch;
    struct mz_undone undone;
    bool is_writing; /* that is all that is known of it */
    uint32_t others_left; /* then: operations of others that are watched */
    uint32_t executions, in_vain, writing_in_vain;
    uint64_t replayed; /* operations that executions began with */
    uint32_t alike; /* rounds, but for what it has to itself; counted of the */
    uint64_t alike_pc; /* first operation of which there were two, in that */
    uint32_t alike_number;  /* stretch, */
    uint32_t alike_left;    /* the last time with so many left */
    uint32_t counted_count; /* operations of loops that count their rounds, */
    uint64_t counted[MZ_MAX_LOOP_PLACES]; /* and make many */
    bool has_counted_writing; /* and some of these rounds write to memory */
    bool has_lent;   /* what was not known to be: since the last execution */
    bool must_know;  /* the same, before */
    bool has_failed; /* a trylock, in any execution; or what else tells a thread
                        of another, and orders nothing; */
    bool has_noticed; /* and that may have been in the midst of a round of the
                         other's, which does not show it (by graphs) */
} * suspect;

void mz_suspect_take(struct mz_arena *arena)
{
    suspect = mz_arena_take(arena, sizeof *suspect);
    suspect->thread = MZ_NO_THREAD;
    suspect->last = MZ_MAX_THREADS - 1;
}

static void acquit(bool in_vain)
{
    suspect->thread = MZ_NO_THREAD;
    suspect->in_vain += in_vain && !suspect->alike && !suspect->is_writing;
    suspect->writing_in_vain += in_vain && suspect->is_writing;
    mz_set_watching(mz_loop_place_some() || mz_obstacle_is_sought());
}

/*
 * A read of the last round may race with what another thread does because of
 * what this one does later: with atomics that are all sequentially consistent
 * that comes after, but by weaker ones, or a trylock that fails, it need not.
 * See docs/semantics.md.
 */
static bool must_be_strict(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    return !settings->loops.is_strict && settings->plain == MZ_PLAIN_CHECK &&
           (mz_rt.region->weak_atomics || suspect->has_failed || mz_rt.weak);
}

static _Noreturn void begin_anew(void)
{
    mz_rt.region->settings.loops.is_strict |= must_be_strict();
    mz_rt.region->status = MZ_STATUS_LOOPS;
    mz_execution_end(MZ_ABANDONED);
}

/* Where nothing tells who has noticed a lock: rounds that take locks have been
 * left out, and somebody has failed to take one. */
static bool has_left_out_too_much(void)
{
    return mz_loops.by_graphs && suspect->has_noticed &&
           mz_loop_may_take_locks();
}

void mz_suspect_must_tell_what_is_before(void)
{
    if (!mz_loops.by_graphs)
        return;
    mz_loop_found()->orders_all = true;
    begin_anew();
}

bool mz_suspect_begins_anew(void)
{
    if (has_left_out_too_much()) {
        if (mz_loops.may_order)
            mz_loop_found()->orders_all = true;
        else
            mz_loop_found()->take_locks = MZ_LOCKS_NEVER;
        mz_rt.region->status = MZ_STATUS_LOOPS;
        return true;
    }
    if (!mz_loop_place_some() ||
        (!must_be_strict() && !suspect->has_lent && !suspect->must_know))
        return false;
    mz_rt.region->settings.loops.is_strict |= must_be_strict();
    mz_rt.region->status = MZ_STATUS_LOOPS;
    return true;
}

void mz_suspect_note_sent(void)
{
    suspect->has_failed = suspect->has_noticed = true;
}

/* Whose wait at a condition variable has timed out is told of no lock. */
void mz_suspect_note_failed(enum mz_op kind)
{
    suspect->has_failed = true;
    if (mz_op_object(kind) != MZ_OBJECT_COND)
        suspect->has_noticed = true;
}

void mz_suspect_note_lent(void)
{
    suspect->has_lent = true;
}

void mz_suspect_know_place(void)
{
    if (must_be_strict() || suspect->must_know)
        begin_anew();
}

bool mz_suspect_is_one(void)
{
    return suspect->thread != MZ_NO_THREAD;
}

bool mz_suspect_is(mz_tid t)
{
    return t == suspect->thread;
}

bool mz_suspect_may_be_in_round(void)
{
    return mz_suspect_is(mz_rt.self) &&
           mz_stretch_may_be_round(&suspect->stretch);
}

bool mz_suspect_may_undo(void)
{
    return mz_suspect_is(mz_rt.self) && suspect->undone.count;
}

/* The search begins anew, and looks at all operations of the round. */
static void learn(void)
{
    bool is_new = suspect->stretch.reading &&
                  mz_loop_found()->take_locks == MZ_LOCKS_NOT_SEEN;

    if (is_new)
        mz_loop_found()->take_locks = MZ_LOCKS_ALLOWED;
    for (uint32_t i = 0; i < suspect->stretch.count; i++)
        is_new |= mz_loop_place_add(suspect->stretch.at[i].pc, false);
    acquit(!is_new);
    if (is_new)
        begin_anew();
}

/* It has come back. Let it come back once more, to show that it has changed
 * nothing: the state that all share is compared, too, for good measure. */
static void watch_round(const struct mz_local_states *local, uint64_t pc)
{
    suspect->stretch.count = 0;
    mz_stretch_add(&suspect->stretch, local, pc);
    suspect->is_shared_known = mz_state_shared(&suspect->shared);
}

static bool changed_nothing(void)
{
    uint64_t shared;

    return suspect->is_shared_known && mz_state_shared(&shared) &&
           shared == suspect->shared;
}

/* ---- loops that count their rounds --------------------------------------- */

/* Some searches come to no end with those. */
static bool is_long(void)
{
    return mz_loop_found()->has_counted ||
           suspect->executions >= MANY_EXECUTIONS ||
           suspect->replayed >= MANY_REPLAYED ||
           mz_rt.region->settings.counted == MZ_COUNTED_FIRST;
}

bool mz_suspect_counts(void)
{
    bool is_new = false;

    /* What others find there may be an error after some more rounds. */
    if (suspect->has_counted_writing && !is_long())
        return false;
    for (uint32_t i = 0; i < suspect->counted_count; i++)
        is_new |= mz_loop_place_add(suspect->counted[i], true);
    suspect->counted_count = 0;
    if (is_new && suspect->has_counted_writing &&
        mz_loop_found()->take_locks == MZ_LOCKS_NOT_SEEN)
        mz_loop_found()->take_locks = MZ_LOCKS_ALLOWED;
    if (is_new)
        mz_rt.region->status = MZ_STATUS_LOOPS;
    return is_new;
}

bool mz_suspect_counts_further(const struct mz_tally *tally)
{
    struct mz_loop_places *found = mz_loop_found();

    if (tally->executions || !tally->counted ||
        found->doublings == MOST_DOUBLINGS)
        return false;
    found->doublings++;
    mz_rt.region->status = MZ_STATUS_LOOPS;
    return true;
}

static void remember_counted(uint64_t pc)
{
    for (uint32_t i = 0; i < suspect->counted_count; i++)
        if (suspect->counted[i] == pc)
            return;
    if (suspect->counted_count < MZ_MAX_LOOP_PLACES &&
        !mz_loop_place_is_counted(pc))
        suspect->counted[suspect->counted_count++] = pc;
}

/* Could the thread wait for another by what it has done from that position on?
 * Not by what nobody else uses. */
static bool may_wait_since(mz_tid t, uint32_t position)
{
    for (uint32_t i = mz_stretch_next(t, position); i < mz_turns.position;
         i = mz_stretch_next(t, i + 1)) {
        uint32_t object = mz_turns.execution->events[i].object;

        if (object != MZ_NONE && mz_used_later_or_before(t, object))
            return true;
    }
    return false;
}

/* Its operations are remembered as ones whose rounds are counted. Begins anew,
 * where it may wait, if the search will hardly end otherwise. */
static void count_rounds(bool may_wait)
{
    if (!may_wait) {
        suspect->alike = 0;
        acquit(true);
    } else if (mz_suspect_counts()) {
        mz_execution_end(MZ_ABANDONED);
    }
}

static void remember_round(const struct mz_stretch *s, uint32_t begin)
{
    for (uint32_t i = begin; i < s->count; i++)
        remember_counted(s->at[i].pc);
    if (is_long())
        count_rounds(may_wait_since(mz_rt.self, s->at[begin].position));
}

static void remember_writing(const struct mz_undone *undone, uint32_t begin)
{
    for (uint32_t i = begin; i < undone->count; i++)
        remember_counted(undone->at[i].pc);
    suspect->has_counted_writing = true;
    if (is_long())
        count_rounds(mz_undone_may_wait(&undone->at[begin]));
}

static bool may_count(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    return settings->counted != MZ_COUNTED_ALL && !mz_loops.goes_on;
}

/* Is the suspect another operation of the same rounds as this one, which the
 * thread has come to lately? */
static bool is_beside(uint32_t number, uint64_t pc)
{
    return suspect->alike && suspect->alike_pc != pc &&
           suspect->alike_number == number &&
           suspect->alike_left <= suspect->left + MZ_ARRIVALS;
}

/* One more round is like the one before. Are there many, in that stretch? */
static bool are_many_alike(uint32_t number, uint64_t pc)
{
    if (is_beside(number, pc))
        return false;
    if (suspect->alike_pc != pc || suspect->alike_number != number)
        suspect->alike = 0;
    if (!suspect->alike++)
        suspect->left = MORE_PATIENCE;
    suspect->alike_pc = pc;
    suspect->alike_number = number;
    suspect->alike_left = suspect->left;
    return suspect->alike >= ALIKE;
}

/* Is it in a loop that counts its rounds, and has made many? */
static void look_for_counted(const struct mz_stretch *s,
                             const struct mz_local_states *local, uint64_t pc)
{
    uint32_t begin =
        may_count() ? mz_stretch_find_counted(s, local, mz_rt.self) : s->count;

    if (begin < s->count && are_many_alike(s->number, pc))
        remember_round(s, begin);
}

/* Is it in one that counts them in memory? */
static void look_for_counted_writing(struct mz_undone *undone,
                                     const struct mz_undone_coming *now)
{
    uint32_t begin =
        may_count() ? mz_undone_find_counted(undone, now) : undone->count;

    if (begin < undone->count && are_many_alike(undone->stretch, now->pc))
        remember_writing(undone, begin);
}

/* ---- an operation of the suspect's --------------------------------------- */

/* The search begins anew, and looks at all operations of a round that has
 * undone what it wrote, the first of which is at[from]. */
static void learn_undone(uint32_t from)
{
    bool is_new = mz_loop_found()->take_locks == MZ_LOCKS_NOT_SEEN ||
                  mz_loops.by_graphs;

    mz_loop_found()->take_locks = MZ_LOCKS_ALLOWED;
    mz_loop_found()->orders_all |= mz_loops.by_graphs;
    for (uint32_t i = from; i < suspect->undone.count; i++)
        is_new |= mz_loop_place_add(suspect->undone.at[i].pc, false);
    acquit(!is_new);
    if (is_new)
        begin_anew();
}

/* Has it come back, and undone what it wrote since? */
static bool has_undone(const struct mz_local_states *local, uint64_t pc)
{
    struct mz_undone *undone = &suspect->undone;
    struct mz_undone_coming now = mz_undone_coming_to(local, pc);
    uint32_t before = mz_undone_find(undone, &now, false);

    if (before == undone->count)
        before = mz_undone_find(undone, &now, true);
    if (before == undone->count) {
        look_for_counted_writing(undone, &now);
        mz_undone_add(undone, &now);
        return false;
    }
    learn_undone(before);
    return true;
}

void mz_suspect_arrive(const struct mz_local_states *local, uint64_t pc)
{
    struct mz_stretch *s = &suspect->stretch;
    uint32_t before;

    if (!suspect->left--) {
        acquit(true);
        return;
    }
    if (mz_undone_may_be_left_out() && has_undone(local, pc))
        return;
    mz_stretch_go_on(s, mz_rt.self);
    if (s->count ==
        MZ_ARRIVALS) /* at[0] is the one whose shared state is known */
        s->count = s->reading = s->read_count = 0;
    before = mz_stretch_find_any(s, local, mz_rt.self);
    if (before == s->count)
        look_for_counted(s, local, pc);
    if (before == s->count)
        suspect->is_shared_known &= mz_stretch_add(s, local, pc) > 0;
    else if (before == 0 && (changed_nothing() || s->reading))
        learn();
    else
        watch_round(local, pc);
}

/* May others know by what they find of the object what the thread has done, as
 * by a trylock that fails, though nothing orders that? What takes locks and
 * gives them back orders all who know of it. */
static bool may_tell_unordered(uint64_t object, enum mz_op kind)
{
    if (!object || mz_object_is_memory(object))
        return false;
    switch (mz_op_object(kind)) {
    case MZ_OBJECT_NOTHING:
    case MZ_OBJECT_MUTEX:
    case MZ_OBJECT_SPIN:
    case MZ_OBJECT_SEMAPHORE:
    case MZ_OBJECT_RWLOCK:
    case MZ_OBJECT_BARRIER:
        return false;
    default:
        return true;
    }
}

/* Whoever runs before the suspect does is watched for nothing. */
static void note_other(void)
{
    if (suspect->thread != MZ_NO_THREAD && suspect->is_writing &&
        !suspect->others_left--)
        acquit(true);
}

void mz_suspect_note_use(uint64_t object, enum mz_op kind)
{
    if (mz_rt.self != suspect->thread)
        note_other();
    if (may_tell_unordered(object, kind))
        mz_suspect_note_failed(kind);
}

/* ---- who is suspected ---------------------------------------------------- */

static bool may_have_undone(const struct mz_event *e)
{
    return mz_round_may_have(e) || mz_round_only_writes(e);
}

/* Of the last events, has this thread executed many, and done nothing by them
 * that a round may not do? */
static bool is_busy(bool (*such)(const struct mz_event *), mz_tid t,
                    uint32_t window)
{
    uint32_t count = 0;

    if (mz_turns.position < window ||
        !mz_stretch_has_only(such, t, mz_turns.position - window))
        return false;
    for (uint32_t i = mz_turns.position - window; i < mz_turns.position; i++)
        count += mz_turns.execution->events[i].thread == t;
    return count >= MANY;
}

/* Others in a loop with it may do more than it does. */
static bool may_be_in_loop(mz_tid t)
{
    return is_busy(mz_round_may_have, t, WINDOW) ||
           is_busy(mz_round_may_have, t, 4 * WINDOW);
}

/* That is true of many that are in no loop. */
static bool may_be_undoing(mz_tid t)
{
    return is_busy(may_have_undone, t, WINDOW);
}

/* States are read from memory, which is no more watched then: so an execution
 * that is audited is looked at when that is over, or where it will soon meet
 * its bound. */
static bool ends_audit(void)
{
    uint32_t capacity = mz_turns.execution->capacity;
    uint32_t last = capacity > 2 * PATIENCE ? capacity - PATIENCE : 0;

    if (!mz_rt.auditing)
        return true;
    if (mz_turns.position < last) {
        if (mz_loops.look_at > last)
            mz_loops.look_at = last;
        return false;
    }
    mz_audit_end();
    return true;
}

/* Who was taken in vain to be in a loop that writes: it is looked for less and
 * less, and for longer. */
static uint32_t doublings_of_writing(void)
{
    return suspect->writing_in_vain < 32 ? suspect->writing_in_vain / 2 : 16;
}

static void begin_to_suspect(mz_tid t, bool is_writing)
{
    suspect->thread = suspect->last = t;
    suspect->is_writing = is_writing;
    suspect->others_left = OTHERS << doublings_of_writing();
    suspect->left = PATIENCE;
    suspect->until = suspect->executions + EXECUTIONS;
    suspect->is_shared_known = false;
    suspect->alike = 0;
    mz_stretch_begin(&suspect->stretch);
    suspect->undone.count = 0;
    if (!mz_rt.watching) {
        mz_known_reset();
        mz_undone_reset();
    }
    mz_set_watching(true);
}

/* Who waits, and lets others go round for ever, is to be suspected no more. */
static bool is_at_work(void)
{
    return suspect->thread != MZ_NO_THREAD && may_be_in_loop(suspect->thread);
}

/* Another each time, so that all of a loop of several are found. */
static mz_tid next_suspect(bool (*may_be)(mz_tid))
{
    for (mz_tid i = 1; i <= MZ_MAX_THREADS; i++) {
        mz_tid t = (suspect->last + i) % MZ_MAX_THREADS;

        if (mz_tset_has(mz_turns.live, t) && may_be(t))
            return t;
    }
    return MZ_NO_THREAD;
}

/* Of those who write it is soon told that they are in no loop; but there are
 * many. */
static bool looks_for_writing(void)
{
    return mz_turns.position >= WRITING && mz_undone_may_be_left_out() &&
           suspect->executions % (1u << doublings_of_writing()) == 0;
}

void mz_suspect_look(void)
{
    mz_tid t;

    mz_loops.look_at = 2 * mz_turns.position;
    if (is_at_work() || mz_rt.common->unseen.count || !ends_audit())
        return;
    t = next_suspect(may_be_in_loop);
    if (t != MZ_NO_THREAD) {
        begin_to_suspect(t, false);
    } else if (looks_for_writing()) {
        t = next_suspect(may_be_undoing);
        if (t != MZ_NO_THREAD)
            begin_to_suspect(t, true);
    }
}

/* Loops that were looked for in vain are looked for less and less. */
static uint32_t doublings(void)
{
    uint32_t all = suspect->in_vain / 4;

    return all < 16 ? all : 16;
}

/* Not in each short one: that would take time. */
static bool is_looked_at(void)
{
    uint32_t every = SAMPLES << doublings();

    return suspect->executions < 4 || suspect->executions % every == 0;
}

/* In a long one later and later, too, but long before it meets its bound. */
static uint32_t look_when_long(void)
{
    uint32_t latest = mz_turns.execution->capacity / 4, at = LONG;

    for (uint32_t i = doublings(); i > 0 && 2 * at <= latest; i--)
        at *= 2;
    return at;
}

void mz_suspect_reset(void)
{
    mz_loops.look_at = is_looked_at() ? WINDOW : look_when_long();
    suspect->executions++;
    suspect->replayed += mz_turns.known;
    suspect->alike = 0;
    mz_stretch_begin(&suspect->stretch);
    suspect->undone.count = 0;
    suspect->is_shared_known = false;
    suspect->must_know |= suspect->has_lent;
    if (suspect->thread != MZ_NO_THREAD && suspect->executions > suspect->until)
        acquit(true);
}
