/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/cancel.h"

#include <errno.h>
#include <pthread.h>

#include "runtime/audit.h"
#include "runtime/checkpoint.h"
#include "runtime/forked.h"
#include "runtime/libc_announce.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/sent_signal.h"
#include "runtime/state.h"
#include "runtime/suspect.h"
#include "runtime/thread.h"
#include "runtime/unwind.h"
#include "runtime/visible.h"

/* The objects of the search. A thread that is GONE must not be cancelled. */
enum { REQUESTED = 1, GONE = 2 };
static uint64_t requests[MZ_MAX_THREADS];

static struct cancellation {
    uint64_t birth; /* a hash of how the thread came to be: the same in each
                       search, whatever its number is */
    bool is_target; /* some thread cancels it, in some execution */
    bool is_disabled;
    bool is_asynchronous;
    bool is_ending;
    bool waits; /* at a cancellation point, having found no request */
    uint32_t position, points; /* how many it has passed since that event */
} threads[MZ_MAX_THREADS];

static bool has_changed; /* some of these, though nobody is cancelled */

/* ---- who is cancelled ---------------------------------------------------- */

static bool is_called; /* pthread_cancel, by some module of the program */

void mz_cancel_note_call(void)
{
    is_called = true;
}

bool mz_cancel_is_known(uint64_t birth)
{
    const struct mz_cancelled *known = &mz_rt.region->settings.cancelled;

    for (uint32_t i = 0; i < known->count; i++)
        if (known->births[i] == birth)
            return true;
    return false;
}

bool mz_cancel_knows_any(uint64_t tag)
{
    const struct mz_cancelled *known = &mz_rt.region->settings.cancelled;

    for (uint32_t i = 0; i < known->count; i++)
        if ((known->births[i] & MZ_BIRTH_TAG) == tag)
            return true;
    return false;
}

static void begin(mz_tid t, uint64_t birth)
{
    requests[t] = 0;
    threads[t] = (struct cancellation){
        .birth = birth,
        .is_target = mz_cancel_is_known(birth),
    };
}

void mz_cancel_reset(void)
{
    if (has_changed)
        mz_fill(threads, 0, sizeof threads);
    has_changed = false;
    mz_rt.cancelling = is_called || mz_cancel_knows_any(0);
    mz_rt.inheriting |= mz_rt.cancelling;
    begin(0, 1);
}

/* Once births concern some part, threads have theirs here; a later execution
 * may give a thread's number to another. */
void mz_cancel_checkpoint(void)
{
    mz_checkpoint_need(!has_changed && !mz_cancel_is_on());
    if (mz_rt.inheriting)
        mz_checkpoint_keep(threads, mz_checkpoint_threads() * sizeof *threads);
}

bool mz_cancel_is_on(void)
{
    return is_called || mz_cancel_knows_any(0) ||
           mz_cancel_knows_any(MZ_BIRTH_TAG);
}

void mz_cancel_born(mz_tid parent, mz_tid child)
{
    begin(child,
          mz_hash_word(threads[parent].birth, mz_thread_births(parent)) &
              ~MZ_BIRTH_TAG);
}

/* Of threads that are not born yet there may be what an earlier execution
 * left. */
void mz_cancel_fingerprint(struct mz_fingerprint *f)
{
    unsigned count = mz_checkpoint_threads();

    mz_state_add(f, requests, count * sizeof *requests);
    mz_state_add(f, threads, count * sizeof *threads);
}

bool mz_cancel_has_object(mz_tid t)
{
    return threads[t].is_target;
}

uint64_t mz_cancel_birth(mz_tid t)
{
    return threads[t].birth;
}

void mz_cancel_need(uint64_t birth)
{
    struct mz_cancelled *known = &mz_rt.region->settings.cancelled;

    if (mz_cancel_is_known(birth))
        return;
    if (known->count == MZ_MAX_CANCELLED)
        mz_unsupported(CANCELLED);
    known->births[known->count++] = birth;
    mz_rt.region->status = MZ_STATUS_CANCELS;
    mz_execution_end(MZ_ABANDONED);
}

static void need_target(mz_tid t)
{
    if (!threads[t].is_target)
        mz_cancel_need(threads[t].birth);
}

/* ---- requests ------------------------------------------------------------ */

static struct mz_visible operation(mz_tid t, enum mz_op kind, uint64_t pc)
{
    return (struct mz_visible){
        .kind = kind,
        .object = mz_object_of_memory((uint64_t)&requests[t]),
        .mask = 0xff,
        .action = MZ_ACTION_THREAD_CANCEL,
        .pc = pc,
    };
}

static _Noreturn void misuse(mz_tid t, uint64_t pc)
{
    mz_fail(&(struct mz_failure){
        .fault = mz_thread_is_joined(t) ? MZ_FAULT_CANCEL_JOINED
                                        : MZ_FAULT_CANCEL_ENDED,
        .pc = pc,
    });
}

static void set(mz_tid t, uint64_t value, uint64_t pc)
{
    const struct mz_visible v = operation(t, MZ_WRITE, pc);
    uint64_t before;

    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    before = requests[t];
    requests[t] = value;
    mz_visible_end(&v, MZ_WRITE, value, before);
    mz_effect_note();
    if (before == GONE)
        misuse(t, pc);
}

MZ_EXPORT int pthread_cancel(pthread_t handle)
{
    mz_tid t;

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_cancel)(handle);
    t = mz_thread_find(handle, MZ_PC);
    need_target(t);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_THREAD_CANCEL, 0, 0, 1, t, 0, MZ_PC);
    mz_suspect_note_sent();
    set(t, REQUESTED, MZ_PC);
    return 0;
}

void mz_cancel_joined(mz_tid parent, mz_tid child)
{
    (void)parent;
    if (MZ_UNLIKELY(threads[child].is_target))
        set(child, GONE, 0);
}

void mz_cancel_end_detached(void)
{
    if (threads[mz_self()].is_target)
        set(mz_self(), GONE, 0);
}

/* ---- cancellation points ------------------------------------------------- */

/*
 * A loop that passes nothing but cancellation points waits for a request; but
 * the thread that cancels it does not come to do so before it comes to an
 * event. So it is taken for one that is cancelled.
 */
static void mind_loop(struct cancellation *own)
{
    enum { MOST = 1000 };

    if (own->position != mz_turns.position)
        own->points = 0;
    own->position = mz_turns.position;
    if (++own->points > MOST && !own->is_disabled && !own->is_ending)
        need_target(mz_self());
}

/* While it is alone no request can come. */
static bool may_act(const struct cancellation *own)
{
    return own->is_target && !own->is_disabled && !own->is_ending &&
           (requests[mz_self()] || !mz_turn_is_alone());
}

static bool is_requested(const struct mz_visible *v)
{
    uint64_t request;

    if (!threads[mz_self()].is_target)
        mind_loop(&threads[mz_self()]);
    if (!may_act(&threads[mz_self()]))
        return false;
    mz_visible_needs_no_block(v);
    mz_visible_begin(v);
    request = requests[mz_self()];
    mz_visible_end(v, MZ_READ, request, request);
    return request == REQUESTED;
}

bool mz_cancel_is_requested(uint64_t pc)
{
    const struct mz_visible v = operation(mz_self(), MZ_READ, pc);

    return is_requested(&v);
}

void mz_cancel_rest(const uint64_t given[3], uint64_t pc)
{
    struct mz_visible v = operation(mz_self(), MZ_READ, pc);

    v.number = given[0];
    v.operands[0] = given[1];
    v.operands[1] = given[2];
    v.tells_all = true;
    if (is_requested(&v))
        mz_cancel_act(pc);
}

_Noreturn void mz_cancel_act(uint64_t pc)
{
    mz_sent_signal_leave();
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_own_end();
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_THREAD_CANCELLED, 0, 0, 0, 0, 0, pc);
    mz_unwind_end(PTHREAD_CANCELED, pc);
}

void mz_cancel_may_act(uint64_t pc)
{
    if (mz_cancel_is_requested(pc) && mz_local_choice(2))
        mz_cancel_act(pc);
}

void mz_cancel_set_waits(bool waits)
{
    threads[mz_self()].waits = waits && may_act(&threads[mz_self()]);
}

bool mz_cancel_comes_too_late(void)
{
    MZ_EACH(rest, mz_turns.live) {
        mz_tid t = mz_tset_first(rest);

        if (threads[t].waits && requests[t] == REQUESTED)
            return true;
    }
    return false;
}

void mz_cancel_ignore(void)
{
    if (!mz_rt.cancelling)
        return;
    threads[mz_self()].is_ending = true;
    threads[mz_self()].waits = false;
}

MZ_EXPORT void pthread_testcancel(void)
{
    if (mz_rt.active)
        MZ_CANCEL_REST(0, 0, 0);
    else
        MZ_REAL(pthread_testcancel)();
}

/* ---- whether, and when --------------------------------------------------- */

/* One of two: sets it, and tells what it was. Returns an error number. */
static int change(bool *which, int to, int yes, int no, int *old)
{
    int was = *which ? yes : no;

    if (to != yes && to != no)
        return EINVAL;
    mz_rt.inheriting = true;
    has_changed |= !mz_rt.cancelling;
    *which = to == yes;
    if (old)
        *old = was;
    return 0;
}

MZ_EXPORT int pthread_setcancelstate(int state, int *old)
{
    if (!mz_rt.active)
        return MZ_REAL(pthread_setcancelstate)(state, old);
    mz_effect_note();
    MZ_ANNOUNCE(pthread_setcancelstate, state, old);
    return change(&threads[mz_self()].is_disabled, state,
                  PTHREAD_CANCEL_DISABLE, PTHREAD_CANCEL_ENABLE, old);
}

/* Of a thread that nobody cancels it does not matter. */
MZ_EXPORT int pthread_setcanceltype(int type, int *old)
{
    struct cancellation *own = &threads[mz_self()];

    if (!mz_rt.active)
        return MZ_REAL(pthread_setcanceltype)(type, old);
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS && own->is_target)
        mz_unsupported(CANCELLED_ANYWHERE);
    mz_effect_note();
    MZ_ANNOUNCE(pthread_setcanceltype, type, old);
    return change(&own->is_asynchronous, type, PTHREAD_CANCEL_ASYNCHRONOUS,
                  PTHREAD_CANCEL_DEFERRED, old);
}
