/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/frame.h"

#include "runtime/visible.h"
#include "runtime/zones.h"

enum { MOST_LENT = 4 };

struct mz_frame_uses mz_frame_uses[MZ_MAX_THREADS];

/* Whose stack the address is on; between two stacks: nobody's. */
static mz_tid owner_of(uint64_t address)
{
    for (mz_tid t = 0; t < mz_fiber_count; t++)
        if (mz_fiber_owns(t, address))
            return t;
    return MZ_NO_THREAD;
}

static bool is_born(mz_tid t)
{
    return mz_tset_has(mz_turns.execution->born, t);
}

/* A thread that runs on memory of its own (swapcontext) stands in no frame of
 * its stack; then nothing is known of these. */
static bool is_left(mz_tid t, uint64_t address)
{
    const struct mz_fiber *fiber = &mz_fibers[t];

    if (address >= fiber->top || !is_born(t))
        return true;
    return t != mz_rt.self && address < fiber->floor &&
           mz_fiber_owns(t, fiber->floor);
}

bool mz_frame_is_left(uint64_t address)
{
    mz_tid owner = owner_of(address);

    return owner != MZ_NO_THREAD && is_left(owner, address);
}

static _Noreturn MZ_COLD void fail(mz_tid owner, uint64_t address, size_t size,
                                   enum mz_action action, uint64_t pc)
{
    bool gone = mz_tset_has(mz_turns.ended_once, owner) || !is_born(owner);
    bool local = address >=
                 (uint64_t)mz_fibers[owner].stack + mz_fibers[owner].stack_size;
    struct mz_finding *finding = mz_account_finding();

    finding->other_thread = owner;
    finding->other_side = gone ? MZ_SIDE_END : MZ_SIDE_LEFT;
    finding->other_pc = mz_frame_uses[owner].left_at;
    mz_fail(&(struct mz_failure){
        .fault = !gone   ? MZ_FAULT_FRAME_LEFT
                 : local ? MZ_FAULT_LOCAL_ENDED
                         : MZ_FAULT_STACK_ENDED,
        .action = action,
        .address = address,
        .size = size < 255 ? size : 0,
        .pc = pc,
        .numbers = {size},
    });
}

/* The race detector looks for it again when the frame is left. */
static void note(mz_tid owner, uint64_t address, size_t size)
{
    struct mz_frame_uses *uses = &mz_frame_uses[owner];

    if (address < uses->used)
        uses->used = address;
    if (address + size > uses->end)
        uses->end = address + size;
}

/* Each time costs what was explored before: after a few all count as lent. */
static void lend(mz_tid owner, uint8_t lent[MZ_MAX_THREADS])
{
    unsigned count = 0;

    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        count += lent[t];
    if (count < MOST_LENT)
        lent[owner] = 1;
    else
        mz_fill(lent, 1, MZ_MAX_THREADS);
}

static _Noreturn MZ_COLD void begin_anew(mz_tid owner)
{
    lend(owner, mz_rt.region->settings.lent_stacks);
    mz_rt.region->status = MZ_STATUS_LENT;
    mz_execution_end(MZ_ABANDONED);
}

void mz_frame_lend_own(void)
{
    if (mz_rt.private_stacks &&
        !mz_rt.region->settings.lent_stacks[mz_rt.self])
        begin_anew(mz_rt.self);
}

static void borrow(mz_tid owner)
{
    if (mz_rt.private_stacks && owner != mz_rt.self &&
        !mz_rt.region->settings.lent_stacks[owner])
        begin_anew(owner);
}

void mz_frame_borrow(uint64_t address)
{
    mz_tid owner = owner_of(address);

    if (owner != MZ_NO_THREAD)
        borrow(owner);
}

void mz_frame_use(uint64_t address, size_t size, enum mz_action action,
                  uint64_t pc)
{
    mz_tid owner = owner_of(address);

    if (owner == MZ_NO_THREAD)
        return;
    borrow(owner);
    if (MZ_UNLIKELY(is_left(owner, address)))
        fail(owner, address, size, action, pc);
    mz_tset_add(&mz_frame_uses[owner].users, mz_rt.self);
    if (mz_rt.checks_races && owner != mz_rt.self)
        note(owner, address, size);
}

/* On the object of the thread's end. */
static inline struct mz_visible operation(mz_tid t, enum mz_op kind)
{
    return (struct mz_visible){
        .kind = kind,
        .object = mz_object_of_memory((uint64_t)&mz_frame_uses[t].ended),
        .mask = 0xff,
    };
}

void mz_frame_order(uint64_t address)
{
    mz_tid owner = owner_of(address);
    struct mz_visible v;
    uint64_t ended;

    if (!mz_rt.ordering_ends || owner == MZ_NO_THREAD || owner == mz_rt.self ||
        mz_turns.atomic != MZ_NO_THREAD)
        return;
    v = operation(owner, MZ_READ);
    mz_visible_begin(&v);
    ended = mz_frame_uses[owner].ended;
    mz_visible_end(&v, MZ_READ, ended, ended);
}

static _Noreturn void begin_with_ends(void)
{
    mz_rt.region->status = MZ_STATUS_ENDS;
    mz_execution_end(MZ_ABANDONED);
}

bool mz_frame_has_ended(mz_tid t, uint64_t pc)
{
    struct mz_visible v = operation(t, MZ_READ);
    uint64_t ended;

    if (mz_rt.weak) /* models have no such operation */
        mz_unsupported(THREAD_ASKED);
    if (!mz_rt.ordering_ends)
        begin_with_ends();
    v.pc = pc;
    v.tells_all = true;
    mz_visible_begin(&v);
    ended = mz_frame_uses[t].ended;
    mz_visible_end(&v, MZ_READ, ended, ended);
    return ended;
}

/* What others have done on the stack of the running thread comes before its
 * end, as it knows by joins; or their order is to be explored. */
static MZ_NOINLINE void order_end(void)
{
    mz_tid self = mz_rt.self;
    const struct mz_visible v = operation(self, MZ_WRITE);

    if (mz_rt.ordering_ends) {
        mz_visible_begin(&v);
        mz_visible_end(&v, MZ_WRITE, 1, 0);
        mz_frame_uses[self].ended = 1;
    } else if (mz_tset_some(mz_tset_minus(mz_frame_uses[self].users,
                                          mz_turns.seen_end[self])) &&
               mz_rt.region->settings.plain != MZ_PLAIN_CHECK) {
        begin_with_ends();
    }
}

static void leave(enum mz_side side, uint64_t below, uint64_t pc)
{
    mz_tid self = mz_rt.self;
    struct mz_frame_uses *uses = &mz_frame_uses[self];
    uint64_t from = uses->used, to = uses->end;
    struct mz_race race;

    if (below < to)
        to = below;
    if (from < to && mz_rt.detecting &&
        mz_race_detector_free(self, from, to - from, pc, &race))
        mz_plain_race_with(side, &race);
    uses->used = to < uses->end ? to : UINT64_MAX;
}

void mz_frame_leave(uint64_t below)
{
    if (mz_fiber_owns(mz_rt.self, below))
        leave(MZ_SIDE_LEFT, below, 0);
}

void mz_frame_end(enum mz_side side, uint64_t pc)
{
    mz_tid self = mz_rt.self;

    if (mz_rt.ordering_ends || mz_tset_some(mz_frame_uses[self].users))
        order_end();
    mz_frame_uses[self].left_at = pc;
    if (mz_frame_uses[self].used != UINT64_MAX)
        leave(side, UINT64_MAX, pc);
    mz_zones_left(mz_fibers[self].first);
    mz_fibers[self].top = (uint64_t)mz_fibers[self].stack;
}

void mz_frame_begin(mz_tid t)
{
    mz_frame_uses[t] = (struct mz_frame_uses){.used = UINT64_MAX};
}
