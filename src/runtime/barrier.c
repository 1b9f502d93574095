/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers. Their state lies in the pthread_barrier_t of the program, where
 * glibc keeps its own, so that rollback restores it. op/barrier.h tells what a
 * wait consists of.
 *
 * That arrivals commute needs each round to consist of the same threads, as
 * many as the barrier waits for. Where others come, too, who belongs to which
 * round depends on the order in which they arrive: that is refused. It is met
 * in each order of the same events, if it is in one: as long as it was not met,
 * a thread arrives for its n-th round when all n - 1 rounds before are complete
 * and this one is not.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "runtime/audit.h"
#include "runtime/native_use.h"
#include "runtime/small_tset.h"
#include "runtime/use.h"

/* In place of glibc's struct pthread_barrier. */
struct barrier {
    uint64_t states[2]; /* as op/barrier.h has them, of even and odd rounds */
    uint32_t count;     /* who arrives, a round; or who has destroyed it */
    uint32_t mark;      /* INITIALISED, DESTROYED */
    union {
        mz_small_tset users;   /* the threads that arrive */
        uint64_t destroyed_at; /* where it was destroyed */
    };
};
_Static_assert(sizeof(struct barrier) == sizeof(pthread_barrier_t), "in place");

enum { INITIALISED = 0x62617272, DESTROYED = 0x656e6465 };

static struct barrier *of(pthread_barrier_t *barrier)
{
    return (struct barrier *)barrier;
}

static inline struct mz_use use_of(const struct barrier *b,
                                   enum mz_action action, uint64_t pc)
{
    return (struct mz_use){b, sizeof *b, action, pc};
}

static void check_usable(const struct barrier *b, enum mz_action action,
                         uint64_t pc)
{
    const struct mz_use use = use_of(b, action, pc);
    const struct mz_destruction destruction = {.pc = b->destroyed_at,
                                               .by = b->count};

    mz_use_check(use);
    if (b->mark == DESTROYED)
        mz_use_of_destroyed(use, &destruction);
    if (b->mark != INITIALISED)
        mz_use_fails(use, MZ_FAULT_NOT_INITIALISED);
}

static void tell(const struct barrier *b, enum mz_action action, uint64_t pc)
{
    mz_use_tell(use_of(b, action, pc));
}

static inline struct mz_visible operation(uint64_t *state, enum mz_op kind,
                                          enum mz_action action, uint64_t pc)
{
    struct mz_visible v = mz_visible_of_lock(state, NULL, kind, action, pc);

    v.state = state;
    return v;
}

/* ---- waiting ------------------------------------------------------------- */

/* Which round the thread that runs is about to arrive for. */
static uint64_t round_of(const struct barrier *b)
{
    return ((uint32_t)b->states[0] + (uint32_t)b->states[1]) / b->count;
}

static void add_user(struct barrier *b)
{
    if (!mz_small_tset_has(&b->users, mz_self()) &&
        mz_small_tset_count(&b->users) == b->count)
        mz_unsupported(BARRIER_USERS);
    mz_small_tset_add(&b->users, mz_self());
}

static void arrive(struct barrier *b, uint64_t *state, uint64_t pc)
{
    const struct mz_visible v = operation(
        state, MZ_BARRIER_ARRIVE, MZ_ACTION_BARRIER_ARRIVE, pc);

    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    check_usable(b, v.action, pc);
    add_user(b);
    mz_visible_apply(&v, MZ_SYNC_RELEASE_JOIN);
    tell(b, MZ_ACTION_BARRIER_ARRIVE, pc);
}

/*
 * Is it the first? Others that have left may have destroyed the barrier, which
 * is not their error, nor is it ours: glibc waits there until all have left. So
 * to leave is no use of its memory, for the race detector.
 */
static bool leave(const struct barrier *b, uint64_t *state, uint64_t number,
                  uint64_t pc)
{
    struct mz_visible v =
        operation(state, MZ_BARRIER_FIRST, MZ_ACTION_BARRIER_WAIT, pc);
    bool is_first;

    v.number = number;
    mz_visible_begin(&v);
    if (b->mark != DESTROYED)
        check_usable(b, MZ_ACTION_BARRIER_WAIT, pc);
    v.address = 0;
    is_first = mz_visible_apply(&v, MZ_SYNC_NONE) == MZ_BARRIER_FIRST;
    if (mz_rt.detecting)
        mz_race_detector_synchronise(mz_self(), (uint64_t)state,
                                     MZ_SYNC_ACQUIRE);
    tell(b, is_first ? MZ_ACTION_BARRIER_SERIAL : MZ_ACTION_BARRIER_WAIT, pc);
    return is_first;
}

static int wait_before_main(const struct barrier *b)
{
    if (b->count != 1)
        mz_unsupported(BARRIER_BEFORE_MAIN);
    return PTHREAD_BARRIER_SERIAL_THREAD;
}

MZ_EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct barrier *b = of(barrier);
    uint64_t round, *state;

    if (!mz_rt.supervised)
        return MZ_REAL(pthread_barrier_wait)(barrier);
    if (MZ_RUNS_NATIVELY)
        return wait_before_main(b);
    MZ_AUDIT_OWN_WORK;
    check_usable(b, MZ_ACTION_BARRIER_ARRIVE, MZ_PC);
    round = round_of(b);
    state = &b->states[round & 1];
    arrive(b, state, MZ_PC);
    return leave(b, state, mz_barrier_round(round / 2, b->count), MZ_PC)
               ? PTHREAD_BARRIER_SERIAL_THREAD
               : 0;
}

/* ---- its life ------------------------------------------------------------ */

/* Does a thread wait at it that cannot go on? */
static void check_left(const struct barrier *b, enum mz_action action,
                       uint64_t pc)
{
    for (unsigned i = 0; i < MZ_COUNT(b->states); i++)
        if (mz_use_is_waited_for(&b->states[i]))
            mz_use_fails(use_of(b, action, pc), MZ_FAULT_WAITED_FOR);
}

MZ_EXPORT int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                                   const pthread_barrierattr_t *restrict how,
                                   unsigned count)
{
    struct barrier *b = of(barrier);

    if (!mz_rt.supervised) {
        mz_native_uses(barrier, sizeof *barrier);
        return MZ_REAL(pthread_barrier_init)(barrier, how, count);
    }
    if (count == 0 || count > INT_MAX)
        return EINVAL;
    if (mz_rt.active) {
        MZ_AUDIT_OWN_WORK;
        if (how)
            mz_plain_read(how, sizeof *how, (void *)MZ_PC);
        mz_plain_write(b, sizeof *b, (void *)MZ_PC);
        mz_use_updates(&b->states[0], MZ_OBJECT_BARRIER);
        mz_use_updates(&b->states[1], MZ_OBJECT_BARRIER);
        check_left(b, MZ_ACTION_BARRIER_INIT, MZ_PC);
        tell(b, MZ_ACTION_BARRIER_INIT, MZ_PC);
    }
    *b = (struct barrier){.count = count, .mark = INITIALISED};
    return 0;
}

/* Where the race detector does not look, it stands among those that use it, and
 * leaves the state to those that have not left. */
static void stand_among_users(const uint64_t *state)
{
    const struct mz_visible v = {
        .kind = MZ_READ,
        .object = mz_object_of_lock(state),
        .mask = 0xff,
    };

    if (!mz_plain_orders_uses())
        return;
    mz_visible_begin(&v);
    mz_visible_end(&v, MZ_READ, *state, 0);
}

MZ_EXPORT int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    struct barrier *b = of(barrier);

    if (!mz_rt.supervised)
        return MZ_REAL(pthread_barrier_destroy)(barrier);
    if (mz_rt.active) {
        MZ_AUDIT_OWN_WORK;
        check_usable(b, MZ_ACTION_BARRIER_DESTROY, MZ_PC);
        mz_plain_write(b, sizeof *b, (void *)MZ_PC);
        stand_among_users(&b->states[0]);
        stand_among_users(&b->states[1]);
        check_usable(b, MZ_ACTION_BARRIER_DESTROY, MZ_PC);
        check_left(b, MZ_ACTION_BARRIER_DESTROY, MZ_PC);
        tell(b, MZ_ACTION_BARRIER_DESTROY, MZ_PC);
    }
    b->mark = DESTROYED;
    b->count = mz_self() + 1;
    b->destroyed_at = MZ_PC;
    return 0;
}
