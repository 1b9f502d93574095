/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream_lock.h"

#include <errno.h>

#include "runtime/checkpoint.h"
#include "runtime/heap.h"
#include "runtime/libc_announce.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/use.h"

enum { MAX_LOCKS = 64 };

static struct stream_lock {
    const FILE *stream;
    uint32_t state; /* as op/mutex.h has it */
    uint32_t depth; /* locks by its owner beyond the first */
} locks[MAX_LOCKS];

static uint32_t count;

void mz_stream_lock_reset(void)
{
    count = 0;
}

void mz_stream_lock_checkpoint(void)
{
    mz_checkpoint_keep(locks, count * sizeof *locks);
    mz_checkpoint_keep_unless_zero(&count, sizeof count);
}

void mz_stream_lock_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, locks, count * sizeof *locks);
}

static struct stream_lock *find(const FILE *stream)
{
    for (uint32_t i = 0; i < count; i++)
        if (locks[i].stream == stream)
            return &locks[i];
    return NULL;
}

static struct stream_lock *find_or_add(const FILE *stream)
{
    struct stream_lock *found = find(stream);

    if (found)
        return found;
    if (count == MAX_LOCKS)
        mz_unsupported(STREAMS);
    locks[count] = (struct stream_lock){.stream = stream};
    return &locks[count++];
}

static bool is_own(const struct stream_lock *lock)
{
    return lock->state == mz_self() + 1u;
}

bool mz_stream_lock_is_own(const FILE *stream)
{
    const struct stream_lock *lock = find(stream);

    return lock && is_own(lock);
}

/* ---- operations ---------------------------------------------------------- */

static void check(const struct stream_lock *lock, enum mz_action action,
                  uint64_t pc)
{
    if (mz_heap_has((uint64_t)lock->stream))
        mz_heap_check((uint64_t)lock->stream, 1, action, pc);
}

/* Has it succeeded? */
static bool apply(struct stream_lock *lock, enum mz_op kind,
                  enum mz_action action, enum mz_sync sync, uint64_t pc)
{
    const struct mz_visible v =
        mz_visible_of_lock(lock->stream, &lock->state, kind, action, pc);
    bool done;

    check(lock, action, pc);
    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    check(lock, action, pc); /* it may have been closed meanwhile */
    done = mz_visible_apply(&v, sync) == kind;
    mz_use_tell(
        (struct mz_use){lock->stream, sizeof *lock->stream, action, pc});
    return done;
}

static void lock_now(struct stream_lock *lock, enum mz_action action,
                     uint64_t pc)
{
    apply(lock, MZ_LOCK, action, MZ_SYNC_ACQUIRE, pc);
}

static void unlock_now(struct stream_lock *lock, enum mz_action action,
                       uint64_t pc)
{
    apply(lock, MZ_UNLOCK, action, MZ_SYNC_RELEASE, pc);
}

/* From now on they are operations. */
static void need_locks(void)
{
    if (mz_rt.region->settings.locked_streams)
        return;
    mz_rt.region->status = MZ_STATUS_STREAMS;
    mz_execution_end(MZ_ABANDONED);
}

/* ---- calls on streams ---------------------------------------------------- */

bool mz_stream_lock_enter(const FILE *stream, uint64_t pc)
{
    struct stream_lock *lock;

    if (!mz_rt.region->settings.locked_streams)
        return false;
    if (!stream && !mz_turn_is_alone())
        mz_unsupported(STREAMS_ALL);
    if (!stream)
        return false;
    lock = find(stream);
    if (mz_turn_is_alone() && !(lock && lock->state))
        return false;
    lock = find_or_add(stream);
    if (is_own(lock))
        return false;
    lock_now(lock, MZ_ACTION_STREAM_USE, pc);
    return true;
}

void mz_stream_lock_leave(const FILE *stream, uint64_t pc)
{
    unlock_now(find(stream), MZ_ACTION_STREAM_LEAVE, pc);
}

/* ---- what programs call -------------------------------------------------- */

static void use(struct mz_forward *row, const FILE *stream, uint64_t pc)
{
    mz_announce(row, (uint64_t[6]){(uint64_t)stream}, pc);
}

/* One that it holds already. */
static void lock_again(struct stream_lock *lock)
{
    mz_effect_note();
    lock->depth++;
}

MZ_EXPORT void flockfile(FILE *stream)
{
    struct stream_lock *lock;

    if (!MZ_PROGRAM_CALLS) {
        MZ_REAL(flockfile)(stream);
        return;
    }
    need_locks();
    lock = find_or_add(stream);
    if (is_own(lock))
        lock_again(lock);
    else
        lock_now(lock, MZ_ACTION_STREAM_LOCK, MZ_PC);
    use(MZ_ANNOUNCED_ROW(flockfile), stream, MZ_PC);
}

MZ_EXPORT int ftrylockfile(FILE *stream)
{
    struct stream_lock *lock;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(ftrylockfile)(stream);
    need_locks();
    lock = find_or_add(stream);
    if (is_own(lock))
        lock_again(lock);
    else if (!apply(lock, MZ_TRYLOCK, MZ_ACTION_STREAM_TRYLOCK, MZ_SYNC_ACQUIRE,
                    MZ_PC))
        return EBUSY;
    use(MZ_ANNOUNCED_ROW(ftrylockfile), stream, MZ_PC);
    return 0;
}

MZ_EXPORT void funlockfile(FILE *stream)
{
    const struct mz_use it = {stream, sizeof *stream,
                              MZ_ACTION_STREAM_UNLOCK, MZ_PC};
    struct stream_lock *lock;

    if (!MZ_PROGRAM_CALLS) {
        MZ_REAL(funlockfile)(stream);
        return;
    }
    need_locks();
    lock = find_or_add(stream);
    if (!is_own(lock))
        mz_use_fails(it, lock->state ? MZ_FAULT_LOCKED_BY_ANOTHER
                                     : MZ_FAULT_NOT_LOCKED);
    use(MZ_ANNOUNCED_ROW(funlockfile), stream, MZ_PC);
    if (lock->depth) {
        mz_effect_note();
        lock->depth--;
        return;
    }
    unlock_now(lock, MZ_ACTION_STREAM_UNLOCK, MZ_PC);
}
