/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/undone.h"

#include "runtime/additions.h"
#include "runtime/fault.h"
#include "runtime/loop.h"
#include "runtime/loop_place.h"
#include "runtime/object.h"
#include "runtime/plain_effect.h"
#include "runtime/round.h"
#include "runtime/stretch.h"
#include "runtime/turn.h"
#include "runtime/used_later.h"

enum {
    WRITES = 128, /* remembered, of a thread */
    READS = 32,   /* the same, the last plain ones of different bytes */
};

/* Some bytes of a granule; numbers as they lie there. */
struct write {
    uint64_t object, before, after;
    uint8_t mask;
};

struct read {
    uint64_t object;
    uint8_t mask;
    uint32_t position; /* the last time */
};

/* What a thread has written since it last did what cannot be undone. Stretches
 * are numbered: what is known of another one is worth nothing. */
static struct log {
    uint32_t stretch;
    uint32_t effects;  /* that cannot be undone, before */
    uint32_t position; /* up to which all events of the thread are known */
    uint32_t count;
    struct write at[WRITES];
    uint32_t read_count;
    struct read reads[READS];
} logs[MZ_MAX_THREADS];

/* So many of mz_rt.effects can be undone; they wrap around, too. */
static uint32_t undoable[MZ_MAX_THREADS];

/* ---- what a thread has written ------------------------------------------- */

static uint32_t lasting_effects(mz_tid t)
{
    return mz_rt.effects[t] - undoable[t];
}

static void forget(struct log *log)
{
    log->stretch++;
    log->count = 0;
}

void mz_undone_forget(mz_tid t)
{
    forget(&logs[t]);
    logs[t].effects = lasting_effects(t);
    logs[t].position = mz_turns.position;
    logs[t].read_count = 0;
}

static void note(struct log *log, const struct write *write)
{
    if (log->count == WRITES)
        forget(log);
    else
        log->at[log->count++] = *write;
}

static uint64_t content(uint64_t object, uint8_t mask)
{
    return *(const volatile uint64_t *)(object << 3) & mz_mask_bits(mask);
}

static uint64_t in_place(uint64_t number, uint8_t mask)
{
    return number << mz_mask_shift(mask) & mz_mask_bits(mask);
}

/* What an update leaves is known as long as nobody has come in between, and the
 * thread has written nothing more there. */
static bool is_there_still(uint32_t position, uint64_t object)
{
    return position + 1 == mz_turns.position &&
           !mz_plain_effect_is_about(object);
}

static void take_in_write(struct log *log, uint32_t position)
{
    const struct mz_event *e = &mz_turns.execution->events[position];
    struct write write = {
        .object = mz_object_keys[e->object],
        .mask = e->mask,
        .before = in_place(e->kind == MZ_WRITE ? e->other : e->value, e->mask),
    };

    if (e->kind == MZ_WRITE) {
        write.after = in_place(e->value, e->mask);
    } else if (is_there_still(position, write.object)) {
        write.after = content(write.object, write.mask);
    } else {
        forget(log);
        return;
    }
    if (!mz_op_updates(e->kind) || write.after != write.before)
        note(log, &write);
}

static void take_in(struct log *log, uint32_t position)
{
    const struct mz_event *e = &mz_turns.execution->events[position];

    if (mz_round_only_writes(e))
        take_in_write(log, position);
    else if (!mz_round_may_have(e))
        forget(log);
}

void mz_undone_take_in(void)
{
    struct log *log = &logs[mz_rt.self];

    if (log->effects != lasting_effects(mz_rt.self))
        forget(log);
    log->effects = lasting_effects(mz_rt.self);
    for (uint32_t i = log->position; i < mz_turns.position; i++)
        if (mz_turns.execution->events[i].thread == mz_rt.self)
            take_in(log, i);
    log->position = mz_turns.position;
}

void mz_undone_note_plain(const struct mz_overwritten *written)
{
    undoable[mz_rt.self]++;
    for (uint32_t i = 0; i < written->count; i++)
        note(&logs[mz_rt.self],
             &(struct write){
                 .object = written->at[i].object,
                 .mask = written->at[i].mask,
                 .before = written->at[i].before,
                 .after = content(written->at[i].object, written->at[i].mask),
             });
}

static struct read *find_read(struct log *log, uint64_t object, uint8_t mask)
{
    struct read *last = log->reads;

    for (uint32_t i = 0; i < log->read_count; i++) {
        struct read *read = &log->reads[i];

        if (read->object == object && read->mask == mask)
            return read;
        if (read->position < last->position)
            last = read;
    }
    return log->read_count < READS ? &log->reads[log->read_count++] : last;
}

void mz_undone_note_read(uint64_t address, uint64_t size)
{
    uint64_t end = address + size;

    while (address < end) {
        uint64_t next = (address | 7) + 1 < end ? (address | 7) + 1 : end;
        uint64_t object = mz_object_of_memory(address);
        uint8_t mask = ((1u << (next - address)) - 1) << (address & 7);

        *find_read(&logs[mz_rt.self], object, mask) =
            (struct read){object, mask, mz_turns.position};
        address = next;
    }
}

void mz_undone_note_update(void)
{
    mz_rt.effects[mz_rt.self]++;
    undoable[mz_rt.self]++;
}

/* ---- what is undone ------------------------------------------------------ */

/* Of the bytes of the first write from there on that no earlier one has
 * written: do they hold after the last writes what they held before? */
static bool is_write_undone(const struct log *log, uint32_t from, uint32_t at,
                            uint32_t to)
{
    const struct write *first = &log->at[at];
    uint64_t after = first->after;
    uint8_t mask = first->mask;

    for (uint32_t i = from; i < at; i++)
        if (log->at[i].object == first->object)
            mask &= ~log->at[i].mask;
    for (uint32_t i = at + 1; i < to; i++)
        if (log->at[i].object == first->object)
            after = (after & ~mz_mask_bits(log->at[i].mask)) | log->at[i].after;
    return !((after ^ first->before) & mz_mask_bits(mask));
}

static bool is_undone(const struct log *log, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (!is_write_undone(log, from, i, to))
            return false;
    return from < to;
}

static bool is_same(const struct mz_undone_coming *a,
                    const struct mz_undone_coming *b, bool is_late)
{
    return (!is_late || (a->has_late && b->has_late)) &&
           mz_local_state_is(&a->local[is_late], &b->local[is_late]);
}

/* Between two comings of the running thread: the same locks, too? Those of
 * which it holds none for a while, that is. */
static bool is_round(const struct mz_undone_coming *a, uint32_t position,
                     uint32_t writes)
{
    mz_tid self = mz_rt.self;

    if (a->position >= position ||
        !is_undone(&logs[self], a->writes, writes) ||
        !mz_round_undoes_locks(self, a->position, position) ||
        mz_round_holds(self, a->position, position))
        return false;
    mz_additions_meet_round(a->position);
    return true;
}

/* Comings of another stretch are none. */
static void drop_old(struct mz_undone *undone)
{
    if (undone->stretch != logs[mz_rt.self].stretch)
        undone->count = 0;
    undone->stretch = logs[mz_rt.self].stretch;
}

uint32_t mz_undone_find(struct mz_undone *undone,
                        const struct mz_undone_coming *now, bool is_late)
{
    drop_old(undone);
    for (uint32_t i = undone->count; i--;)
        if (is_same(&undone->at[i], now, is_late) &&
            is_round(&undone->at[i], mz_turns.position, logs[mz_rt.self].count))
            return i;
    return undone->count;
}

/* The first of two such rounds, the second of which begins there. */
static uint32_t find_first(const struct mz_undone *undone, uint32_t second,
                           bool is_late)
{
    const struct mz_undone_coming *at = undone->at;

    for (uint32_t i = second; i--;)
        if (is_same(&at[i], &at[second], is_late) &&
            is_round(&at[i], at[second].position, at[second].writes) &&
            mz_round_is_again(mz_rt.self, at[i].position, at[second].position))
            return i;
    return undone->count;
}

/* Of the bytes of that write: do they hold something else, after so many
 * writes, than before the first write of the stretch? */
static bool is_changed(const struct log *log, const struct write *of,
                       uint32_t writes)
{
    uint64_t before = 0, now = 0;
    uint8_t known = 0;

    for (uint32_t i = 0; i < writes; i++) {
        const struct write *w = &log->at[i];

        if (w->object != of->object)
            continue;
        before |= w->before & mz_mask_bits(w->mask & ~known);
        now = (now & ~mz_mask_bits(w->mask)) | w->after;
        known |= w->mask;
    }
    return (before ^ now) & mz_mask_bits(of->mask);
}

/* Of the writes from there on, how many are about bytes that are changed after
 * so many writes? */
static uint32_t count_changed(const struct log *log, uint32_t from,
                              uint32_t writes)
{
    uint32_t count = 0;

    for (uint32_t i = from; i < log->count; i++)
        count += is_changed(log, &log->at[i], writes);
    return count;
}

/* Where a round begins is where it has changed least: who takes a lock that is
 * a word in memory is not to be stopped while it has that. */
static bool is_beginning(const struct mz_undone *undone, uint32_t second)
{
    const struct log *log = &logs[mz_rt.self];
    uint32_t from = undone->at[second].writes;
    uint32_t now = count_changed(log, from, log->count);

    for (uint32_t i = second; i < undone->count; i++)
        if (count_changed(log, from, undone->at[i].writes) < now)
            return false;
    return true;
}

uint32_t mz_undone_find_second(struct mz_undone *undone,
                               const struct mz_undone_coming *now, bool is_late)
{
    uint32_t second = mz_undone_find(undone, now, is_late), first;

    if (second == undone->count || !is_beginning(undone, second))
        return undone->count;
    first = find_first(undone, second, is_late);
    return first < undone->count &&
                   mz_round_is_alone(mz_rt.self, undone->at[first].position)
               ? second
               : undone->count;
}

/* ---- rounds that count in memory ----------------------------------------- */

/* Has the running thread written to these bytes, after so many writes? */
static bool has_written(uint64_t object, uint8_t mask, uint32_t writes)
{
    const struct log *log = &logs[mz_rt.self];

    for (uint32_t i = writes; i < log->count; i++)
        if (log->at[i].object == object && log->at[i].mask & mask)
            return true;
    return false;
}

static bool is_of_written(const struct mz_event *e, uint32_t writes)
{
    return e->object != MZ_NONE &&
           has_written(mz_object_keys[e->object], e->mask, writes);
}

/* Is that event of a round, which began after so many writes, a look at what
 * the round does not write? */
static bool is_look(const struct mz_event *e, uint32_t writes)
{
    return e->object != MZ_NONE && mz_round_looks(e) &&
           !is_of_written(e, writes);
}

/* The same of a plain read. */
static bool is_plain_look(const struct read *read,
                          const struct mz_undone_coming *since)
{
    return read->position > since->position &&
           !has_written(read->object, read->mask, since->writes);
}

/* Two operations, but for what they have found where such a round writes. */
static bool is_alike(const struct mz_event *a, const struct mz_event *b,
                     uint32_t writes)
{
    return a->kind == b->kind && a->object == b->object && a->mask == b->mask &&
           (!mz_op_is_memory(a->kind) || a->value == b->value ||
            is_of_written(a, writes));
}

/* Has the thread done the same in two rounds, the second of which begins there
 * and ends now? */
static bool has_done_alike(const struct mz_undone_coming *first,
                           const struct mz_undone_coming *second)
{
    const struct mz_event *events = mz_turns.execution->events;
    mz_tid self = mz_rt.self;
    uint32_t i = mz_stretch_next(self, first->position);
    uint32_t k = mz_stretch_next(self, second->position);

    while (i < second->position && k < mz_turns.position &&
           is_alike(&events[i], &events[k], first->writes)) {
        i = mz_stretch_next(self, i + 1);
        k = mz_stretch_next(self, k + 1);
    }
    return i >= second->position && k == mz_turns.position;
}

/* The same of what it has written, of which there is some. */
static bool has_written_alike(const struct mz_undone_coming *first,
                              const struct mz_undone_coming *second)
{
    const struct log *log = &logs[mz_rt.self];
    uint32_t count = second->writes - first->writes;

    if (!count || log->count - second->writes != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct write *a = &log->at[first->writes + i];
        const struct write *b = &log->at[second->writes + i];

        if (a->object != b->object || a->mask != b->mask)
            return false;
    }
    return true;
}

/* The next event of the running thread that is a look. */
static uint32_t next_look(const struct mz_undone_coming *since, uint32_t from)
{
    mz_tid self = mz_rt.self;
    uint32_t i = mz_stretch_next(self, from);

    while (i < mz_turns.position &&
           !is_look(&mz_turns.execution->events[i], since->writes))
        i = mz_stretch_next(self, i + 1);
    return i;
}

static bool has_looked(const struct mz_undone_coming *since)
{
    const struct log *log = &logs[mz_rt.self];

    for (uint32_t i = 0; i < log->read_count; i++)
        if (is_plain_look(&log->reads[i], since))
            return true;
    return next_look(since, since->position) < mz_turns.position;
}

bool mz_undone_may_wait(const struct mz_undone_coming *second)
{
    const struct mz_event *events = mz_turns.execution->events;
    const struct log *log = &logs[mz_rt.self];
    bool may_wait = false;

    for (uint32_t i = next_look(second, second->position);
         i < mz_turns.position; i = next_look(second, i + 1))
        may_wait |= mz_used_later_or_before(mz_rt.self, events[i].object);
    for (uint32_t i = 0; i < log->read_count; i++)
        may_wait |=
            is_plain_look(&log->reads[i], second) &&
            mz_used_later_changes(log->reads[i].object, log->reads[i].mask);
    return may_wait;
}

/* The last coming before that one to the same operation. */
static uint32_t last_alike(const struct mz_undone *undone,
                           const struct mz_undone_coming *now, uint32_t before)
{
    for (uint32_t i = before; i--;)
        if (mz_local_state_is(&undone->at[i].counted, &now->counted))
            return i;
    return undone->count;
}

static bool keeps_locks(const struct mz_undone_coming *since)
{
    return mz_round_undoes_locks(mz_rt.self, since->position,
                                 mz_turns.position) &&
           !mz_round_holds(mz_rt.self, since->position, mz_turns.position);
}

uint32_t mz_undone_find_counted(struct mz_undone *undone,
                                const struct mz_undone_coming *now)
{
    const struct mz_undone_coming *at = undone->at;
    uint32_t second, first;

    drop_old(undone);
    second = last_alike(undone, now, undone->count);
    if (second == undone->count)
        return second;
    first = last_alike(undone, now, second);
    if (first == undone->count || !has_done_alike(&at[first], &at[second]) ||
        !has_written_alike(&at[first], &at[second]) ||
        !has_looked(&at[second]) || !keeps_locks(&at[second]) ||
        !is_beginning(undone, second))
        return undone->count;
    mz_additions_meet_round(at[first].position);
    return second;
}

/* ---- comings ------------------------------------------------------------- */

struct mz_undone_coming mz_undone_coming_to(const struct mz_local_states *local,
                                            uint64_t pc)
{
    return (struct mz_undone_coming){
        .local = {local->of[MZ_EXACT], local->of[MZ_LATE]},
        .counted = local->of[MZ_COUNTED],
        .has_late = local->has_late,
        .pc = pc,
    };
}

/* The older half is dropped. */
static void make_room(struct mz_undone *undone)
{
    enum { HALF = MZ_UNDONE_COMINGS / 2 };

    for (uint32_t i = HALF; i < MZ_UNDONE_COMINGS; i++)
        undone->at[i - HALF] = undone->at[i];
    undone->count -= HALF;
}

void mz_undone_add(struct mz_undone *undone, const struct mz_undone_coming *now)
{
    drop_old(undone);
    if (undone->count == MZ_UNDONE_COMINGS)
        make_room(undone);
    undone->at[undone->count] = *now;
    undone->at[undone->count].position = mz_turns.position;
    undone->at[undone->count++].writes = logs[mz_rt.self].count;
}

void mz_undone_reset(void)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        mz_undone_forget(t);
}

/*
 * May rounds be left out that undo what they wrote? Others are to see by what
 * happens before the thread's last event whether it is stopped: graphs do not
 * tell that, unless all is in an order (then the search begins anew for one);
 * nor does weak memory. Where executions are drawn there is no other
 * one in which the midst of a round is seen. A handler of a signal comes in the
 * midst, too; and who stops threads wants to know how they go on.
 */
bool mz_undone_may_be_left_out(void)
{
    return mz_loop_found()->take_locks != MZ_LOCKS_NEVER && !mz_loops.goes_on &&
           (!mz_loops.by_graphs || mz_loops.may_order) && !mz_rt.signalling &&
           !mz_rt.stopping;
}
