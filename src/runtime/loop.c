/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/loop.h"

#include "explore/algorithm.h"
#include "runtime/arrival.h"
#include "runtime/audit.h"
#include "runtime/block_effect.h"
#include "runtime/fault.h"
#include "runtime/fiber.h"
#include "runtime/known_words.h"
#include "runtime/libc_family.h"
#include "runtime/module_notes.h"
#include "runtime/obstacle.h"
#include "runtime/parts.h"
#include "runtime/plain_effect.h"
#include "runtime/residue.h"
#include "runtime/round.h"
#include "runtime/rush.h"
#include "runtime/state.h"
#include "runtime/undone.h"
#include "runtime/used_later.h"
#include "runtime/visible.h"
#include "runtime/weak.h"

enum {
    ARRIVALS = 32,        /* remembered, of a thread */
    READS = 64,           /* the same, places in memory */
    WINDOW = 16,          /* events in which a loop may show */
    MANY = 4,             /* reads of one thread among them */
    SAMPLES = 8,          /* one in so many executions is looked at */
    LONG = 512,           /* events of one that is looked at anyway, at first */
    WRITING = 128,        /* of one that may be in a loop that undoes writes */
    PATIENCE = 2 * ARRIVALS, /* operations of one that may be in a loop, */
    MORE_PATIENCE = 16 * ARRIVALS, /* where rounds differ in little, */
    EXECUTIONS = 4,          /* in so many executions */
    ALIKE = 20,        /* rounds, of a loop that counts them and is long */
    MANY_EXECUTIONS = 1 << 14, /* of a search that will hardly end without a */
    MANY_REPLAYED = 1 << 21,   /* guess; operations of them */
};

/* Whether rounds may take locks and give them back. */
enum {
    NOT_SEEN,
    ALLOWED,
    NEVER,
};

/* Where the round of one begins that could be left out only with others'. */
static const uint32_t NOT_ALONE = MZ_NONE;

struct mz_loops mz_loops;

/* How alike two rounds are: but for the first, that another one would be so,
 * too, is a guess about the program. */
enum likeness {
    EXACT,
    LATE,    /* apart from how late it is */
    COUNTED, /* apart from all that the thread has to itself: it has come to the
                same operation in calls of the same depth */
};

/* A local state, as each of these sees it. (How late it is matters if the
 * thread has ever read a clock.) */
struct local {
    struct mz_local_state of[COUNTED + 1];
    struct mz_local_state operation; /* what the runtime is told of it */
    bool has_late;
};

/* A thread has come to an operation, with this local state. */
struct coming {
    struct local local;
    uint64_t pc;
    uint32_t position; /* events before it */
    uint32_t first_reads, plain_reads;
};

/* What a thread has done since it last did more than read, and than take locks
 * and give them back. */
struct stretch {
    uint32_t number;  /* how many there were before, of the thread */
    uint32_t effects; /* of the thread, before */
    uint32_t position; /* up to which all events of the thread are known */
    uint32_t count;
    uint32_t reading; /* from at[reading] on it has but read */
    struct coming at[ARRIVALS];
    uint32_t first_reads; /* so often it has read what it had not read, */
    uint32_t plain_reads; /* or has read by a plain access */
    uint32_t read_count;
    bool is_full; /* it has done more than is remembered: a round that nobody
                     has noticed may be missed; */
    bool has_dropped; /* or one that began at an arrival that is not among those
                         any more */
    bool releases; /* memory is weak: what it did before some of this may be
                      known to others that do not know of the rest */
    struct {
        uint64_t address, size;
    } reads[READS];
};

static struct stretch stretches[MZ_MAX_THREADS];
static uint32_t round_begins[MZ_MAX_THREADS]; /* of those that spin */
static mz_tset guessed; /* of those, that they would spin on */
static mz_tset undoing; /* of those, that undo what they write in each round */
static struct mz_undone undones[MZ_MAX_THREADS];

/* What a call was given that says so before its first operation, which tells
 * nothing of that itself. */
static struct {
    mz_tid thread;
    uint64_t pc; /* 0: there is none */
    uint64_t address, given;
} call;

/* Code addresses, with a filter of bits by which most others are told. */
static struct {
    uint32_t count;
    uint64_t filter;
    struct {
        uint64_t pc;
        bool is_counted;
    } at[MZ_MAX_LOOP_PLACES];
} places;

/* Who may be in a loop that waits in a place that is not known yet. Where all
 * executions find it, forked ones, too. */
static struct suspect {
    mz_tid thread; /* MZ_NO_THREAD: nobody */
    mz_tid last;   /* before */
    uint32_t left;   /* operations to look at */
    uint32_t until;  /* executions */
    uint64_t shared; /* what all threads share, when it came to stretch.at[0] */
    bool is_shared_known;
    struct stretch stretch;
    struct mz_undone undone;
    bool is_writing; /* that is all that is known of it */
    uint32_t executions, in_vain, writing_in_vain;
    uint64_t replayed; /* operations that executions began with */
    uint32_t alike; /* rounds, but for what it has to itself; counted of the */
    uint64_t alike_pc; /* first operation of which there were two, in that */
    uint32_t alike_number; /* stretch, */
    uint32_t alike_left;   /* the last time with so many left */
    uint32_t counted_count; /* operations of loops that count their rounds, */
    uint64_t counted[MZ_MAX_LOOP_PLACES]; /* and make many */
    bool has_lent; /* what was not known to be: since the last execution */
    bool must_know; /* the same, before */
    bool has_failed; /* a trylock, in any execution; or what else tells a thread
                        of another, and orders nothing */
} *suspect;

/* For this search, and for the next. */
static struct mz_loop_places *found(void)
{
    return &mz_rt.region->settings.loops;
}

/* ---- places -------------------------------------------------------------- */

static uint64_t filter_bit(uint64_t pc)
{
    return 1ull << (mz_hash_word(0, pc) >> 58);
}

static bool is_place(uint64_t pc)
{
    if (MZ_LIKELY(!(places.filter & filter_bit(pc))))
        return false;
    for (uint32_t i = 0; i < places.count; i++)
        if (places.at[i].pc == pc)
            return true;
    return false;
}

static bool is_counted_place(uint64_t pc)
{
    for (uint32_t i = 0; i < places.count; i++)
        if (places.at[i].pc == pc && places.at[i].is_counted)
            return true;
    return false;
}

/* What the unwinder settles when it is first used is part of the snapshot: else
 * each execution would have it to undo. */
void mz_loop_init(void)
{
    struct mz_arrival arrival;

    mz_arrival_find(&arrival);
}

void mz_loop_take(struct mz_arena *arena)
{
    const struct mz_loop_places *known = &mz_rt.region->settings.loops;
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(mz_rt.region->settings.algorithm);

    for (uint32_t i = 0; i < known->count; i++) {
        const struct mz_loop_place *place = &known->at[i];
        uint64_t pc =
            mz_rt.common->modules[place->module].bias + place->offset;

        places.at[i].pc = pc;
        places.at[i].is_counted = place->is_counted;
        places.filter |= filter_bit(pc);
    }
    places.count = known->count;
    mz_loops.goes_on = entry && mz_algorithm_samples(entry);
    /* Who has noticed a lock is not told by what the thread has read. */
    if (entry && entry->reduction == MZ_REDUCTION_GRAPHS)
        found()->take_locks = NEVER;
    suspect = mz_arena_take(arena, sizeof *suspect);
    suspect->thread = MZ_NO_THREAD;
    suspect->last = MZ_MAX_THREADS - 1;
}

static struct mz_loop_place *find_place(uint32_t module, uint64_t offset)
{
    struct mz_loop_places *known = found();

    for (uint32_t i = 0; i < known->count; i++)
        if (known->at[i].module == module && known->at[i].offset == offset)
            return &known->at[i];
    if (known->count == MZ_MAX_LOOP_PLACES)
        return NULL;
    return &known->at[known->count];
}

/* For the next search. False: it is known, or there is no room. */
static bool add_place(uint64_t pc, bool is_counted)
{
    struct mz_loop_places *known = found();
    uint32_t module = mz_module_of(pc);
    uint64_t offset = pc - mz_rt.common->modules[module].bias;
    struct mz_loop_place *place = find_place(module, offset);
    bool is_new = place == &known->at[known->count];

    if (!place || (!is_new && place->is_counted >= is_counted))
        return false;
    known->count += is_new;
    *place = (struct mz_loop_place){module, is_counted, offset};
    known->has_counted |= is_counted;
    return true;
}

/* ---- what a thread has done ---------------------------------------------- */

/* Were all its events such as these? */
static bool has_only(bool (*such)(const struct mz_event *), mz_tid t,
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
static uint32_t next_of(mz_tid t, uint32_t from)
{
    while (from < mz_turns.position &&
           mz_turns.execution->events[from].thread != t)
        from++;
    return from;
}

/* The words of the program's that a thread alone has. */
struct words {
    const uint64_t *from, *to;
};

static MZ_NOINLINE void add_late(struct local *local, const struct words *of,
                                 unsigned count)
{
    struct mz_times times;

    mz_times_begin(&times);
    for (unsigned i = 0; i < count; i++)
        mz_times_find(&times, of[i].from, of[i].to);
    for (unsigned i = 0; i < count; i++)
        mz_local_state_add_late(&local->of[LATE], &times, of[i].from,
                                of[i].to);
}

/* All that the thread alone has, and how often it has looked at the clock. The
 * place in the program; 0: not all of that is known. */
static uint64_t find_local_state(const struct mz_visible *v,
                                 struct local *local)
{
    struct mz_arrival arrival;
    struct mz_fiber_own own;
    bool is_known;

    mz_arrival_find(&arrival);
    own = mz_fiber_own(arrival.stack);
    is_known = mz_known_show(&own);
    const uint64_t words[] = {
        arrival.pc,
        mz_fiber_modes(),
        own.frames,
        own.frames_end,
    };
    const struct words of[] = {
        {arrival.registers, arrival.registers + MZ_PRESERVED_REGISTERS},
        {(const uint64_t *)own.frames, (const uint64_t *)own.frames_end},
        {(const uint64_t *)own.storage, (const uint64_t *)own.storage_end},
    };

    *local = (struct local){.has_late = mz_time_looks()};
    local->operation = mz_rush_operation(v);
    local->of[COUNTED] = local->operation;
    mz_local_state_add_words(&local->of[COUNTED], words,
                             words + MZ_COUNT(words));
    local->of[EXACT] = local->of[LATE] = local->of[COUNTED];
    mz_local_state_add(&local->of[EXACT], mz_time_looks());
    for (unsigned i = 0; i < MZ_COUNT(of); i++)
        mz_local_state_add_words(&local->of[EXACT], of[i].from, of[i].to);
    if (local->has_late)
        add_late(local, of, MZ_COUNT(of));
    mz_known_hide();
    return is_known ? arrival.pc : 0;
}

static bool is_same(const struct local *a, const struct local *b,
                    enum likeness likeness)
{
    return (likeness != LATE || (a->has_late && b->has_late)) &&
           mz_local_state_is(&a->of[likeness], &b->of[likeness]);
}

/* In a new round, whatever came before. */
static void forget(struct stretch *s)
{
    s->number++;
    s->count = s->reading = s->read_count = 0;
    s->is_full = s->has_dropped = s->releases = false;
    s->position = mz_turns.position;
}

/* In a new execution. */
static void begin_stretch(struct stretch *s)
{
    s->number = s->count = s->reading = s->read_count = s->position = 0;
    s->is_full = s->has_dropped = s->releases = false;
}

/* Forgets what came before the thread last did more. */
static void go_on(struct stretch *s, mz_tid t)
{
    bool has_done_more = s->effects != mz_rt.effects[t] ||
                         !has_only(mz_round_may_have, t, s->position);

    s->releases = mz_rt.weak && !has_done_more &&
                  (s->releases ||
                   !has_only(mz_round_releases_nothing, t, s->position));
    s->number += has_done_more;
    s->is_full &= !has_done_more;
    s->has_dropped &= !has_done_more;
    if (has_done_more) {
        s->count = s->reading = s->read_count = 0;
    } else if (!has_only(mz_round_only_reads, t, s->position)) {
        s->reading = s->count;
        s->read_count = 0;
    }
    s->effects = mz_rt.effects[t];
    s->position = mz_turns.position;
}

/* ---- stacks that others read --------------------------------------------- */

static bool is_lent(uint64_t granule)
{
    const struct mz_loop_places *known = found();

    for (uint32_t i = 0; i < known->lent_count; i++)
        if (known->lent[i] == granule)
            return true;
    return false;
}

bool mz_loop_may_take_locks(void)
{
    return found()->take_locks == ALLOWED;
}

/* For the next search. */
static void lend(uint64_t granule)
{
    struct mz_loop_places *known = found();

    if (is_lent(granule))
        return;
    suspect->has_lent = true;
    if (known->lent_count < MZ_MAX_LENT)
        known->lent[known->lent_count++] = granule;
    else
        known->take_locks = NEVER;
}

/*
 * What a thread writes to its own stack while it holds a lock in a round,
 * another may read in between, if it knows where that is. So what is read of
 * others' stacks is known beforehand, and counts as an effect where it is
 * written. (It is read after it was written, or that is a race.)
 */
static void note_lent(uint64_t address, uint64_t size)
{
    uint64_t granule = address & -8ull;

    if (!mz_fiber_any_owns(address) || mz_fiber_owns(mz_rt.self, address) ||
        !mz_loop_may_take_locks())
        return;
    for (; granule < address + size; granule += 8)
        lend(granule);
}

static bool has_lent(uint64_t address, uint64_t size)
{
    uint64_t granule = address & -8ull;

    for (; granule < address + size && found()->lent_count; granule += 8)
        if (is_lent(granule))
            return true;
    return false;
}

static bool may_be_in_round(const struct stretch *s)
{
    return s->count && s->effects == mz_rt.effects[mz_rt.self];
}

/*
 * May rounds be left out that undo what they wrote? Others are to see by what
 * happens before the thread's last event whether it is stopped: graphs do not
 * tell that, nor does weak memory. Where executions are drawn there is no other
 * one in which the midst of a round is seen. A handler of a signal comes in the
 * midst, too; and who stops threads wants to know how they go on.
 */
static bool may_leave_out_undone(void)
{
    return found()->take_locks != NEVER && !mz_loops.goes_on && !mz_rt.weak &&
           !mz_rt.signalling && !mz_rt.stopping;
}

/* What comes to nothing matters where there may be a round. (Without the
 * detector, or by a model of memory, what a thread finds there may depend on
 * more than what comes before it.) */
static bool may_be_in_vain(void)
{
    return mz_rt.region->settings.plain == MZ_PLAIN_CHECK && !mz_rt.weak &&
           (may_be_in_round(&stretches[mz_rt.self]) ||
            (mz_rt.self == suspect->thread &&
             may_be_in_round(&suspect->stretch)));
}

/* The same of what may be undone. */
static bool may_be_undone(void)
{
    return mz_rt.region->settings.plain == MZ_PLAIN_CHECK &&
           may_leave_out_undone() &&
           (undones[mz_rt.self].count ||
            (mz_rt.self == suspect->thread && suspect->undone.count));
}

void mz_loop_note_write(uint64_t address, uint64_t size, bool is_to_come)
{
    mz_known_write(address, size);
    if (mz_fiber_owns(mz_rt.self, address) && !has_lent(address, size))
        return;
    if (!mz_block_effect_tells()) {
        if (is_to_come && (may_be_in_vain() || may_be_undone()))
            mz_plain_effect_gather(address, size);
        else
            mz_effect_note();
    }
    if (MZ_UNLIKELY(mz_obstacle_is_sought()))
        mz_obstacle_note_write(address, size);
}

static bool was_read(const struct stretch *s, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < s->read_count; i++)
        if (s->reads[i].address == address && s->reads[i].size == size)
            return true;
    return false;
}

static void note_read(struct stretch *s, uint64_t address, uint64_t size)
{
    if (was_read(s, address, size))
        return;
    s->first_reads++;
    s->is_full |= s->read_count == READS;
    if (s->read_count == READS)
        return;
    s->reads[s->read_count].address = address;
    s->reads[s->read_count++].size = size;
}

static void remember_read(uint64_t address, uint64_t size)
{
    struct stretch *s = &stretches[mz_rt.self];

    if (!mz_round_is_strict())
        return;
    go_on(s, mz_rt.self);
    note_read(s, address, size);
}

void mz_loop_note_read(uint64_t address, uint64_t size)
{
    note_lent(address, size);
    remember_read(address, size);
    stretches[mz_rt.self].plain_reads++;
}

/* What the thread has written since its last operation. If that is in vain: a
 * race of it is one of a write, so it is no read of the same bytes. */
static void settle_writes(void)
{
    bool is_in_vain;
    const struct mz_overwritten *written;

    if (may_leave_out_undone())
        mz_undone_take_in();
    written = mz_plain_effect_settle(&is_in_vain);
    if (!written)
        return;
    if (!is_in_vain) {
        mz_undone_note_plain(written);
        return;
    }
    for (uint32_t i = 0; i < written->count; i++)
        remember_read(~written->at[i].object, written->at[i].mask);
}

void mz_loop_note_update(bool is_within)
{
    if (is_within && mz_turns.atomic == MZ_NO_THREAD)
        mz_undone_note_update();
    else
        mz_effect_note();
}

/* Where it was before, if it has but read since; or `count`. */
static uint32_t find(const struct stretch *s, const struct local *local,
                     enum likeness likeness, mz_tid t)
{
    uint32_t i = s->reading;

    while (i < s->count && (!is_same(&s->at[i].local, local, likeness) ||
                            s->at[i].first_reads != s->first_reads ||
                            !has_done_something(t, s->at[i].position)))
        i++;
    return i;
}

/* The arrival at which the second of two alike rounds began, of which one
 * directly follows the other; `count`: there are no two. */
static uint32_t find_second(const struct stretch *s, const struct local *local,
                            enum likeness likeness, mz_tid t)
{
    uint32_t second = s->count, from = mz_turns.position;

    for (uint32_t i = s->count; i-- > s->reading;) {
        if (!is_same(&s->at[i].local, local, likeness) ||
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
static bool is_of_first(const struct stretch *s, uint32_t begin, mz_tid t)
{
    uint32_t from = next_of(t, s->at[begin].position);
    const struct mz_event *first = &mz_turns.execution->events[from];

    for (uint32_t i = from; i < mz_turns.position; i = next_of(t, i + 1)) {
        const struct mz_event *e = &mz_turns.execution->events[i];

        if (e->kind != MZ_FENCE &&
            (e->object != first->object || e->mask != first->mask ||
             mz_op_updates(e->kind) > mz_op_updates(first->kind)))
            return false;
    }
    return s->at[begin].plain_reads == s->plain_reads;
}

/* The same where it has released something since it did more than read. */
static uint32_t find_again(const struct stretch *s, const struct local *local,
                           enum likeness likeness, mz_tid t)
{
    uint32_t before = find(s, local, likeness, t);

    return before < s->count && is_of_first(s, before, t)
               ? before
               : find_second(s, local, likeness, t);
}

/* Has it made a round since then, up to that position, in which it has taken
 * locks, and given them back, and nobody has noticed? */
static bool is_unnoticed(const struct coming *at, const struct local *local,
                         enum likeness likeness, mz_tid t, uint32_t to)
{
    return is_same(&at->local, local, likeness) && at->position < to &&
           mz_round_is_balanced(t, at->position, to) &&
           !mz_round_holds(t, at->position, to) &&
           !mz_round_is_noticed(t, at->position, to);
}

/* Where the last such round began; or `count`. */
static uint32_t find_unnoticed(const struct stretch *s,
                               const struct local *local,
                               enum likeness likeness, mz_tid t, uint32_t to)
{
    for (uint32_t i = s->reading; i--;)
        if (is_unnoticed(&s->at[i], local, likeness, t, to))
            return i;
    return s->count;
}

/* The same; but a race that a round has must be in another, too. */
static uint32_t find_idle(const struct stretch *s, const struct local *local,
                          enum likeness likeness, mz_tid t)
{
    uint32_t last = find_unnoticed(s, local, likeness, t, mz_turns.position);

    if (!mz_loop_may_take_locks())
        return s->count;
    if (last < s->count && mz_round_is_strict() &&
        find_unnoticed(s, local, likeness, t, s->at[last].position) == s->count)
        return s->count;
    return last;
}

static uint32_t find_round(const struct stretch *s, const struct local *local,
                           enum likeness likeness, mz_tid t)
{
    uint32_t before = s->releases ? find_again(s, local, likeness, t)
                                  : find(s, local, likeness, t);

    return before < s->count ? before : find_idle(s, local, likeness, t);
}

/* ---- rounds that are counted --------------------------------------------- */

static bool is_alike(const struct mz_event *a, const struct mz_event *b)
{
    return a->kind == b->kind && a->object == b->object &&
           a->mask == b->mask && a->value == b->value;
}

/* Has the thread done and found the same in two rounds, the first of which ends
 * where the second begins? */
static bool are_alike(mz_tid t, uint32_t first, uint32_t second)
{
    const struct mz_event *events = mz_turns.execution->events;
    uint32_t i = next_of(t, first), k = next_of(t, second);

    while (i < second && k < mz_turns.position &&
           is_alike(&events[i], &events[k])) {
        i = next_of(t, i + 1);
        k = next_of(t, k + 1);
    }
    return i >= second && k == mz_turns.position &&
           next_of(t, second) < mz_turns.position;
}

/* The last arrival before that one at which the thread came to this operation
 * with the same local state. */
static uint32_t last_alike(const struct stretch *s, const struct local *local,
                           uint32_t before)
{
    for (uint32_t i = before; i--;)
        if (is_same(&s->at[i].local, local, COUNTED))
            return i;
    return s->count;
}

/* Where the second of two rounds began in which it has done the same; or
 * `count`. */
static uint32_t find_counted(const struct stretch *s,
                             const struct local *local, mz_tid t)
{
    uint32_t second = last_alike(s, local, s->count);
    uint32_t first =
        second == s->count ? second : last_alike(s, local, second);

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
static bool is_about_one(const struct stretch *s, uint32_t begin, mz_tid t)
{
    uint32_t from = next_of(t, s->at[begin].position);
    const struct mz_event *first = &mz_turns.execution->events[from];

    for (uint32_t i = from; i < mz_turns.position; i = next_of(t, i + 1)) {
        const struct mz_event *e = &mz_turns.execution->events[i];

        if (e->object == MZ_NONE || e->object != first->object ||
            e->mask != first->mask || e->value != first->value ||
            !mz_round_only_reads(e) ||
            mz_event_is_several(mz_turns.execution, e))
            return false;
    }
    return s->count - begin <= MZ_MAX_RUSH;
}

/* Makes the thread rush: no operation of its next rounds is an event, since
 * each finds what the same operation of this round has found. */
static void rush(const struct stretch *s, uint32_t begin)
{
    struct mz_local_state operations[MZ_MAX_RUSH];
    uint32_t first = next_of(mz_rt.self, s->at[begin].position);

    for (uint32_t i = begin; i < s->count; i++)
        operations[i - begin] = s->at[i].local.operation;
    mz_rush_begin(operations, s->count - begin,
                  mz_turns.execution->events[first].value);
}

/* The older half is dropped. */
static void make_room(struct stretch *s)
{
    enum { HALF = ARRIVALS / 2 };

    for (uint32_t i = HALF; i < ARRIVALS; i++)
        s->at[i - HALF] = s->at[i];
    s->count -= HALF;
    s->reading = s->reading > HALF ? s->reading - HALF : 0;
    s->has_dropped = true;
}

static uint32_t add(struct stretch *s, const struct local *local, uint64_t pc)
{
    if (s->count == ARRIVALS)
        make_room(s);
    s->at[s->count] = (struct coming){
        .local = *local,
        .pc = pc,
        .position = mz_turns.position,
        .first_reads = s->first_reads,
        .plain_reads = s->plain_reads,
    };
    return s->count++;
}

/* The thread has come to an operation: may it have made a round that began at
 * an arrival that is forgotten? Not if the last one in this state, with the
 * same locks, is known: who has noticed a round has noticed each longer one. Or
 * the last two, where each race is to be in another round, too. */
static bool may_have_missed(const struct stretch *s, mz_tid t)
{
    unsigned needed = mz_round_is_strict() ? 2 : 1;
    uint32_t now = s->count - 1;

    if (s->is_full || !s->has_dropped)
        return s->is_full;
    for (uint32_t i = now; i-- && needed;)
        needed -= is_same(&s->at[i].local, &s->at[now].local, EXACT) &&
                  mz_round_is_balanced(t, s->at[i].position, mz_turns.position);
    return needed;
}

/* ---- who spins ----------------------------------------------------------- */

static uint64_t address_of(const struct mz_visible *v)
{
    return v->object && mz_object_is_memory(v->object)
               ? (v->object << 3) + __builtin_ctz(v->mask)
               : v->address;
}

static void wait_for_change(const struct mz_visible *v, uint32_t since)
{
    struct mz_visible looping = *v;

    mz_rt.region->progress.tally.spins++;
    round_begins[mz_rt.self] = since;
    looping.address = address_of(v);
    mz_visible_take_in_loop(&looping);
}

_Noreturn void mz_loop_wait(const struct mz_visible *v, uint32_t since)
{
    wait_for_change(v, since);
    __builtin_unreachable();
}

/* For good, as another execution reads something else; but where executions are
 * drawn, or such a one is replayed, until that is there to be read. */
static void spin(const struct mz_visible *v, uint32_t since)
{
    struct mz_visible looping = *v;

    looping.action = MZ_ACTION_LOOP;
    wait_for_change(&looping, since);
    forget(&stretches[mz_rt.self]);
}

/* The thread spins; but for all that is known it might do something else after
 * some more rounds, so that no verdict may rest on its spinning. */
static void spin_by_guess(const struct mz_visible *v, uint32_t since)
{
    mz_tset_add(&guessed, mz_rt.self);
    spin(v, since);
    mz_tset_remove(&guessed, mz_rt.self);
}

/* A third round would be as the two before. Where those after it can be passed
 * over the thread rushes to the end of its loop; else it spins. */
static void stop_counting(const struct mz_visible *v, const struct stretch *s,
                          uint32_t begin)
{
    mz_rt.region->progress.tally.counted++;
    if (mz_rush_is_endless() || !is_about_one(s, begin, mz_rt.self)) {
        spin_by_guess(v, s->at[begin].position);
        return;
    }
    rush(s, begin);
    mz_rush_takes(v);
}

static struct mz_undone_coming undone_coming(const struct local *local,
                                             uint64_t pc)
{
    return (struct mz_undone_coming){
        .local = {local->of[EXACT], local->of[LATE]},
        .has_late = local->has_late,
        .pc = pc,
    };
}

/* Has it made two rounds that undid what they wrote? */
static void arrive_undoing(const struct mz_visible *v,
                           const struct local *local)
{
    struct mz_undone *undone = &undones[mz_rt.self];
    struct mz_undone_coming now = undone_coming(local, v->pc);
    uint32_t before = mz_undone_find_second(undone, &now, false);

    mz_tset_add(&undoing, mz_rt.self);
    if (before < undone->count)
        spin(v, undone->at[before].position);
    before = mz_undone_find_second(undone, &now, true);
    if (before < undone->count) {
        mz_rt.region->progress.tally.late++;
        spin_by_guess(v, undone->at[before].position);
    }
    mz_tset_remove(&undoing, mz_rt.self);
    mz_undone_add(undone, &now);
}

/* Is it known from an earlier execution that the thread goes on? */
static bool is_to_go_on(mz_tid t)
{
    for (uint32_t i = mz_turns.position; i < mz_turns.known; i++)
        if (mz_turns.execution->events[i].thread == t)
            return true;
    return false;
}

static void arrive_at_place(const struct mz_visible *v,
                            const struct local *local)
{
    mz_tid self = mz_rt.self;
    struct stretch *s = &stretches[self];
    uint32_t before;

    go_on(s, self);
    before = find_round(s, local, EXACT, self);
    if (before < s->count) {
        spin(v, s->at[before].position);
    } else if (local->has_late) {
        before = find_round(s, local, LATE, self);
        if (before < s->count) {
            mz_rt.region->progress.tally.late++;
            spin_by_guess(v, s->at[before].position);
        }
    }
    if (mz_loop_may_take_locks() && may_leave_out_undone())
        arrive_undoing(v, local);
    if (before == s->count && is_counted_place(v->pc)) {
        before = find_counted(s, local, self);
        if (before < s->count) {
            stop_counting(v, s, before);
            return;
        }
    }
    add(s, local, v->pc);
    if (mz_loop_may_take_locks())
        mz_round_note(self, &local->of[EXACT], s->number);
    if (s->reading && !may_have_missed(s, self) && !is_to_go_on(self) &&
        mz_round_is_idle(self))
        spin(v, NOT_ALONE);
}

/* ---- where loops wait ---------------------------------------------------- */

static void acquit(bool in_vain)
{
    suspect->thread = MZ_NO_THREAD;
    suspect->in_vain += in_vain && !suspect->alike && !suspect->is_writing;
    suspect->writing_in_vain += in_vain && suspect->is_writing;
    mz_set_watching(places.count || mz_obstacle_is_sought());
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

bool mz_loop_begins_anew(void)
{
    if (!places.count ||
        (!must_be_strict() && !suspect->has_lent && !suspect->must_know))
        return false;
    mz_rt.region->settings.loops.is_strict |= must_be_strict();
    mz_rt.region->status = MZ_STATUS_LOOPS;
    return true;
}

void mz_loop_note_failure(void)
{
    suspect->has_failed = true;
}

/* The search begins anew, and looks at all operations of the round. */
static void learn(void)
{
    bool is_new = suspect->stretch.reading && found()->take_locks == NOT_SEEN;

    if (is_new)
        found()->take_locks = ALLOWED;
    for (uint32_t i = 0; i < suspect->stretch.count; i++)
        is_new |= add_place(suspect->stretch.at[i].pc, false);
    acquit(!is_new);
    if (is_new)
        begin_anew();
}

/* It has come back. Let it come back once more, to show that it has changed
 * nothing: the state that all share is compared, too, for good measure. */
static void watch_round(const struct local *local, uint64_t pc)
{
    suspect->stretch.count = 0;
    add(&suspect->stretch, local, pc);
    suspect->is_shared_known = mz_state_shared(&suspect->shared);
}

static bool changed_nothing(void)
{
    uint64_t shared;

    return suspect->is_shared_known && mz_state_shared(&shared) &&
           shared == suspect->shared;
}

/* Where it was before, whoever has noticed. (Which places are looked at is a
 * matter of time only.) */
static uint32_t find_any(const struct stretch *s, const struct local *local,
                         mz_tid t)
{
    enum likeness likeness = local->has_late ? LATE : EXACT;
    uint32_t before = find(s, local, likeness, t);

    for (uint32_t i = 0; i < s->reading && before == s->count; i++)
        if (is_same(&s->at[i].local, local, likeness) &&
            mz_round_is_balanced(t, s->at[i].position, mz_turns.position))
            before = i;
    return before;
}

/* ---- loops that count their rounds --------------------------------------- */

/* Some searches come to no end with those. */
static bool is_long(void)
{
    return found()->has_counted || suspect->executions >= MANY_EXECUTIONS ||
           suspect->replayed >= MANY_REPLAYED ||
           mz_rt.region->settings.counted == MZ_COUNTED_FIRST;
}

bool mz_loop_counts(void)
{
    bool is_new = false;

    for (uint32_t i = 0; i < suspect->counted_count; i++)
        is_new |= add_place(suspect->counted[i], true);
    suspect->counted_count = 0;
    if (is_new)
        mz_rt.region->status = MZ_STATUS_LOOPS;
    return is_new;
}

static void remember_counted(uint64_t pc)
{
    for (uint32_t i = 0; i < suspect->counted_count; i++)
        if (suspect->counted[i] == pc)
            return;
    if (suspect->counted_count < MZ_MAX_LOOP_PLACES && !is_counted_place(pc))
        suspect->counted[suspect->counted_count++] = pc;
}

/* Could the thread wait for another by what it has done from that position on?
 * Not by what nobody else uses. */
static bool may_wait_since(mz_tid t, uint32_t position)
{
    for (uint32_t i = next_of(t, position); i < mz_turns.position;
         i = next_of(t, i + 1)) {
        uint32_t object = mz_turns.execution->events[i].object;

        if (object != MZ_NONE && mz_used_later_or_before(t, object))
            return true;
    }
    return false;
}

/* Remembers all operations of the round that begins there as ones whose rounds
 * are counted. */
static void remember_round(const struct stretch *s, uint32_t begin)
{
    for (uint32_t i = begin; i < s->count; i++)
        remember_counted(s->at[i].pc);
    if (!is_long())
        return;
    if (!may_wait_since(mz_rt.self, s->at[begin].position)) {
        suspect->alike = 0;
        acquit(true);
    } else if (mz_loop_counts()) {
        mz_execution_end(MZ_ABANDONED);
    }
}

static bool may_count(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    return settings->counted != MZ_COUNTED_ALL && !mz_loops.goes_on;
}

/* Is the suspect another operation of the same rounds as this one, which the
 * thread has come to lately? */
static bool is_beside(const struct stretch *s, uint64_t pc)
{
    return suspect->alike && suspect->alike_pc != pc &&
           suspect->alike_number == s->number &&
           suspect->alike_left <= suspect->left + ARRIVALS;
}

/* Is it in a loop that counts its rounds, and has made many? */
static void look_for_counted(const struct stretch *s,
                             const struct local *local, uint64_t pc)
{
    uint32_t begin =
        may_count() ? find_counted(s, local, mz_rt.self) : s->count;

    if (begin == s->count || is_beside(s, pc))
        return;
    if (suspect->alike_pc != pc || suspect->alike_number != s->number)
        suspect->alike = 0;
    if (!suspect->alike++)
        suspect->left = MORE_PATIENCE;
    suspect->alike_pc = pc;
    suspect->alike_number = s->number;
    suspect->alike_left = suspect->left;
    if (suspect->alike >= ALIKE)
        remember_round(s, begin);
}

/* The search begins anew, and looks at all operations of a round that has
 * undone what it wrote, the first of which is at[from]. */
static void learn_undone(uint32_t from)
{
    bool is_new = found()->take_locks == NOT_SEEN;

    found()->take_locks = ALLOWED;
    for (uint32_t i = from; i < suspect->undone.count; i++)
        is_new |= add_place(suspect->undone.at[i].pc, false);
    acquit(!is_new);
    if (is_new)
        begin_anew();
}

/* Has it come back, and undone what it wrote since? */
static bool has_undone(const struct local *local, uint64_t pc)
{
    struct mz_undone *undone = &suspect->undone;
    struct mz_undone_coming now = undone_coming(local, pc);
    uint32_t before = mz_undone_find(undone, &now, false);

    if (before == undone->count)
        before = mz_undone_find(undone, &now, true);
    if (before == undone->count) {
        mz_undone_add(undone, &now);
        return false;
    }
    learn_undone(before);
    return true;
}

static void arrive_as_suspect(const struct local *local, uint64_t pc)
{
    struct stretch *s = &suspect->stretch;
    uint32_t before;

    if (!suspect->left--) {
        acquit(true);
        return;
    }
    if (may_leave_out_undone() && has_undone(local, pc))
        return;
    go_on(s, mz_rt.self);
    if (s->count == ARRIVALS) /* at[0] is the one whose shared state is known */
        s->count = s->reading = s->read_count = 0;
    before = find_any(s, local, mz_rt.self);
    if (before == s->count)
        look_for_counted(s, local, pc);
    if (before == s->count)
        suspect->is_shared_known &= add(s, local, pc) > 0;
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

void mz_loop_note_use(uint64_t object, enum mz_op kind)
{
    suspect->has_failed |= may_tell_unordered(object, kind);
}

/* What main does again before it creates a thread is no loop that waits, and
 * from a checkpoint it does not do it again. */
static bool is_replayed_alone(void)
{
    return mz_turns.position < mz_turns.known &&
           mz_turns.execution->thread_count == 1;
}

void mz_loop_note_call(uint64_t pc, uint64_t address, const uint64_t *given,
                       unsigned count)
{
    call.thread = mz_rt.self;
    call.pc = pc;
    call.address = address;
    call.given = 0;
    for (unsigned i = 0; i < count; i++)
        call.given = mz_hash_word(call.given, given[i]);
}

/* Is this the first operation of such a call? Then `told` tells all of it. */
static bool begins_call(const struct mz_visible *v, struct mz_visible *told)
{
    if (MZ_LIKELY(!call.pc) || call.thread != mz_rt.self)
        return false;
    *told = *v;
    told->pc = call.pc;
    told->address = call.address;
    told->operands[0] = call.given;
    told->tells_all = true;
    call.pc = 0;
    return !v->pc;
}

static void arrive(const struct mz_visible *v)
{
    bool is_suspect = mz_rt.self == suspect->thread && !is_replayed_alone();
    bool is_known = is_place(v->pc);
    struct local local;

    if (MZ_CHECK >= 2)
        mz_residue_leave();
    settle_writes();
    if (MZ_UNLIKELY(mz_obstacle_is_sought()))
        mz_obstacle_arrive();
    if (mz_rush_takes(v))
        return;
    mz_loop_note_use(v->object, v->kind);
    if (is_known && (must_be_strict() || suspect->must_know))
        begin_anew();
    remember_read(v->object, v->mask); /* if it is none, nothing is lost */
    if (mz_object_is_memory(v->object))
        note_lent(v->object << 3, 8);
    if ((!is_suspect && !is_known) || mz_rt.keeps_vectors || !v->tells_all)
        return;
    if (find_local_state(v, &local) != v->pc)
        return;
    if (is_known)
        arrive_at_place(v, &local);
    if (is_suspect)
        arrive_as_suspect(&local, v->pc);
}

void mz_loop_arrive(const struct mz_visible *v)
{
    struct mz_visible told;

    arrive(begins_call(v, &told) ? &told : v);
}

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
        !has_only(such, t, mz_turns.position - window))
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

static void begin_to_suspect(mz_tid t, bool is_writing)
{
    suspect->thread = suspect->last = t;
    suspect->is_writing = is_writing;
    suspect->left = PATIENCE;
    suspect->until = suspect->executions + EXECUTIONS;
    suspect->is_shared_known = false;
    suspect->alike = 0;
    begin_stretch(&suspect->stretch);
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
    uint32_t doublings =
        suspect->writing_in_vain < 32 ? suspect->writing_in_vain / 2 : 16;

    return mz_turns.position >= WRITING && may_leave_out_undone() &&
           suspect->executions % (1u << doublings) == 0;
}

void mz_loop_look(void)
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

bool mz_loop_is_sought(void)
{
    return places.count || suspect->thread != MZ_NO_THREAD ||
           mz_obstacle_is_sought();
}

void mz_loop_reset(void)
{
    mz_loops.look_at = is_looked_at() ? WINDOW : look_when_long();
    call.pc = 0;
    suspect->executions++;
    suspect->replayed += mz_turns.known;
    suspect->alike = 0;
    begin_stretch(&suspect->stretch);
    suspect->undone.count = 0;
    suspect->is_shared_known = false;
    suspect->must_know |= suspect->has_lent;
    if (suspect->thread != MZ_NO_THREAD && suspect->executions > suspect->until)
        acquit(true);
    mz_set_watching(mz_loop_is_sought());
    if (MZ_LIKELY(!mz_rt.watching))
        return;
    mz_known_reset();
    mz_undone_reset();
    if (!places.count)
        return;
    mz_round_reset();
    guessed = undoing = (mz_tset){0};
    mz_rush_reset();
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++) {
        begin_stretch(&stretches[t]);
        undones[t].count = 0;
    }
}

/* What the one before has read is no round of this one's. */
void mz_loop_born_again(mz_tid t)
{
    mz_rt.effects[t]++;
    mz_known_born(t);
}

/* ---- the end ------------------------------------------------------------- */

/* The last round of a thread that spins leaves everything as it is. */
static bool is_of_round(uint32_t position)
{
    mz_tid t = mz_turns.execution->events[position].thread;

    return mz_tset_has(mz_stands.sets[MZ_STAND_LOOP], t) &&
           position >= round_begins[t];
}

/* Could an event have changed what this one, which only reads, has read? */
static bool may_change(uint32_t by, const struct mz_event *read)
{
    const struct mz_execution *x = mz_turns.execution;
    const struct mz_event *e = &x->events[by];

    return e->thread != read->thread && !is_of_round(by) &&
           mz_events_depend(MZ_RELATION_RW, read, &x->accesses[read->more], e,
                            &x->accesses[e->more]);
}

static bool was_changed(uint32_t position)
{
    const struct mz_execution *x = mz_turns.execution;

    if (mz_rt.weak)
        return mz_weak_is_stale(position);
    for (uint32_t i = position + 1; i < mz_turns.position; i++)
        if (may_change(i, &x->events[position]))
            return true;
    return false;
}

const uint32_t *mz_loop_rounds(void)
{
    return round_begins;
}

unsigned mz_loop_reads(mz_tid t, uint32_t *positions, unsigned most)
{
    unsigned count = 0;

    for (uint32_t i = round_begins[t]; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].thread == t && count < most)
            positions[count++] = i;
    return count;
}

static bool could_go_on(mz_tid t)
{
    if (round_begins[t] == NOT_ALONE)
        return true;
    for (uint32_t i = round_begins[t]; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].thread == t && was_changed(i))
            return true;
    return false;
}

void mz_loop_let_go_on(void)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP]) {
        mz_tid t = mz_tset_first(rest);

        if (mz_stands.of[t].action == MZ_ACTION_LOOP &&
            round_begins[t] != NOT_ALONE && could_go_on(t)) {
            mz_stand_leave(MZ_STAND_LOOP, t);
            mz_stand_enter(MZ_STAND_READY, t);
        }
    }
}

bool mz_loop_could_go_on(void)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP])
        if (mz_tset_has(guessed, mz_tset_first(rest)) ||
            could_go_on(mz_tset_first(rest)))
            return true;
    return false;
}

/* Does one event of the last round of the thread depend on that one? */
static bool is_met_by_round(mz_tid t, const struct mz_event *e)
{
    return mz_round_meets(t, round_begins[t], e);
}

/* Do the last rounds of two threads that spin depend on each other? */
static bool do_rounds_meet(mz_tid t, mz_tid u)
{
    if (round_begins[t] == NOT_ALONE || round_begins[u] == NOT_ALONE)
        return true;
    for (uint32_t i = round_begins[u]; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].thread == u &&
            is_met_by_round(t, &mz_turns.execution->events[i]))
            return true;
    return false;
}

/* Who waits for memory to change might see it change in the midst of a round.
 * (Nobody waits for a lock that is taken and given back in one.) */
static bool waits_for_round(mz_tid waiting, mz_tid t)
{
    struct mz_execution *x = mz_turns.execution;
    uint32_t accesses = x->access_count;
    struct mz_event pending;
    bool is_met;

    if (!mz_tset_has(mz_stands.sets[MZ_STAND_AWAIT], waiting) ||
        !mz_op_is_memory(mz_stands.of[waiting].kind))
        return false;
    mz_stand_describe(waiting, &pending);
    is_met = pending.object == MZ_NONE || is_met_by_round(t, &pending);
    x->access_count = accesses;
    return is_met;
}

static bool shows_midst(mz_tid t)
{
    MZ_EACH(rest, mz_turns.live) {
        mz_tid u = mz_tset_first(rest);

        if (u != t && (mz_tset_has(mz_stands.sets[MZ_STAND_LOOP], u)
                           ? do_rounds_meet(t, u)
                           : waits_for_round(u, t)))
            return true;
    }
    return false;
}

/* Has the thread written to some of these bytes in its round, before? */
static bool has_written(mz_tid t, uint32_t position)
{
    const struct mz_event *events = mz_turns.execution->events;
    const struct mz_event *e = &events[position];

    for (uint32_t i = round_begins[t]; i < position; i++)
        if (events[i].thread == t && events[i].object == e->object &&
            events[i].mask & e->mask && mz_op_changes(events[i].kind))
            return true;
    return false;
}

/* Would a memory access of the round find something else now, if the round
 * began anew? */
static bool finds_another(mz_tid t, uint32_t position)
{
    const struct mz_event *e = &mz_turns.execution->events[position];
    uint64_t now;

    return e->kind != MZ_WRITE && !has_written(t, position) &&
           mz_fault_read(mz_object_keys[e->object] << 3, &now) &&
           (now ^ e->value << mz_mask_shift(e->mask)) & mz_mask_bits(e->mask);
}

static bool is_in_memory(const struct mz_event *e)
{
    return mz_op_is_memory(e->kind) && e->object != MZ_NONE &&
           mz_object_is_memory(mz_object_keys[e->object]) &&
           !mz_event_is_several(mz_turns.execution, e);
}

/* Could an event that only reads have been changed by who does not spin? */
static bool was_changed_for_good(uint32_t position)
{
    const struct mz_execution *x = mz_turns.execution;

    for (uint32_t i = position + 1; i < mz_turns.position; i++)
        if (may_change(i, &x->events[position]) &&
            !mz_tset_has(mz_stands.sets[MZ_STAND_LOOP], x->events[i].thread))
            return true;
    return false;
}

/* Whatever the others do in the midst of their rounds, would it do something
 * else than its last round by now? */
static bool must_go_on(mz_tid t)
{
    for (uint32_t i = round_begins[t]; i < mz_turns.position; i++) {
        const struct mz_event *e = &mz_turns.execution->events[i];

        if (e->thread == t && (is_in_memory(e) ? finds_another(t, i)
                                               : was_changed_for_good(i)))
            return true;
    }
    return false;
}

bool mz_loop_shows_midst(bool *is_open)
{
    bool is_shown = false;

    *is_open = true;
    if (!mz_tset_some(undoing))
        return false;
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP]) {
        mz_tid t = mz_tset_first(rest);

        is_shown |= mz_tset_has(undoing, t) && shows_midst(t);
        if (round_begins[t] != NOT_ALONE && must_go_on(t))
            *is_open = false;
    }
    return is_shown;
}

static bool may_meet_others(mz_tid t)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP]) {
        mz_tid u = mz_tset_first(rest);

        if (t != u && mz_round_may_notice(t, round_begins[t], u,
                                          round_begins[u]))
            return true;
    }
    return false;
}

bool mz_loop_may_meet(void)
{
    MZ_EACH(rest, mz_stands.sets[MZ_STAND_LOOP])
        if (may_meet_others(mz_tset_first(rest)))
            return true;
    return false;
}
