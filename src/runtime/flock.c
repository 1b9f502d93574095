/* SPDX-License-Identifier: Apache-2.0 */
/* Locks of files (flock): of an open file description each. */
#include "runtime/descriptor_event.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/system_call.h"
#include "runtime/sent_signal.h"

/* Which bit of the state a lock waits for. */
static uint64_t lock_need(enum mz_file_lock lock)
{
    return 1ull << lock;
}

/* The same of one that this description has already, of whatever kind; of one
 * that it alone has, which is in nobody's way but that of others. */
static uint64_t own_need(const struct mz_description *d)
{
    unsigned bit = 4 + 2 * (d - mz_descriptions);

    if (bit >= 64)
        mz_unsupported(FLOCK_MANY);
    return 1ull << bit;
}

static uint64_t alone_need(const struct mz_description *d)
{
    return own_need(d) << 1;
}

/* The bits of the locks that could be taken, and of who has one. */
bool mz_file_lock_state(uint64_t object, uint64_t *state)
{
    const struct mz_description *holder = NULL;
    unsigned holders = 0;

    *state = lock_need(MZ_FILE_SHARED) | lock_need(MZ_FILE_EXCLUSIVE);
    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++) {
        const struct mz_description *d = &mz_descriptions[i];

        if (!d->references || !d->file || !d->lock ||
            (uint64_t)mz_file_lock_of(d->file) != object)
            continue;
        *state &= ~lock_need(MZ_FILE_EXCLUSIVE);
        *state |= own_need(d);
        if (d->lock == MZ_FILE_EXCLUSIVE)
            *state &= ~lock_need(MZ_FILE_SHARED);
        holder = d;
        holders++;
    }
    if (holders == 1)
        *state |= alone_need(holder);
    return true;
}

void mz_file_lock_orders(const struct mz_description *d, enum mz_sync sync)
{
    if (mz_rt.detecting)
        mz_race_detector_synchronise(mz_self(),
                                     (uint64_t)mz_file_lock_of(d->file), sync);
}

/* Files whose names have the same hash have one lock, as an object; whether it
 * is to be had must be told of each. */
static void check_names(const struct mz_description *d, int fd)
{
    struct stat own, other;

    MZ_SYSTEM(fstat, fd, &own);
    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++) {
        const struct mz_description *o = &mz_descriptions[i];

        if (o == d || !o->references || o->file != d->file || !o->lock)
            continue;
        MZ_SYSTEM(fstat, mz_number_of(o), &other);
        if (own.st_ino != other.st_ino || own.st_dev != other.st_dev)
            mz_unsupported(FLOCK_HASH);
    }
}

static void wait_for_lock(const struct mz_description *d, int fd, uint64_t need,
                          uint64_t pc)
{
    uint64_t *object = mz_file_lock_of(d->file);
    const struct mz_visible v = {
        .kind = MZ_FILE_WAIT,
        .object = mz_object_of_lock(object),
        .mask = 0xff,
        .state = object,
        .number = need,
        .address = MZ_DESCRIPTOR_ADDRESS + fd,
        .action = MZ_ACTION_FLOCK,
        .pc = pc,
    };
    uint64_t state;

    mz_sent_signal_must_not_interrupt(MZ_GAP_SIGNAL_INTERRUPTS_FILE, NULL,
                                      false);
    mz_visible_begin(&v);
    mz_file_lock_state((uint64_t)object, &state);
    if (!(state & v.number))
        mz_visible_refuse(v.kind, v.object, state);
    mz_visible_end(&v, v.kind, state, v.number);
}

/* The turn of a call, at which a lock that is asked for is to be had, or the
 * call does not wait. */
static void stand_for_lock(const struct mz_description *d, int fd,
                           uint64_t need, bool waits, uint64_t pc)
{
    uint64_t state;

    mz_file_lock_state((uint64_t)mz_file_lock_of(d->file), &state);
    if (waits && (!mz_turn_is_alone() || !(state & need)))
        wait_for_lock(d, fd, need, pc);
    else
        mz_io_touch_one(mz_file_lock_of(d->file), MZ_FILE_CHANGE);
}

static void give_lock_back(struct mz_description *d)
{
    if (d->lock)
        mz_file_lock_orders(d, MZ_SYNC_RELEASE_JOIN);
    d->lock = MZ_FILE_UNLOCKED;
}

static int take_lock(struct mz_description *d, int fd, enum mz_file_lock lock,
                     bool waits, uint64_t pc)
{
    uint64_t need = lock_need(lock) | alone_need(d), state;

    stand_for_lock(d, fd, lock_need(lock) | own_need(d), waits, pc);
    if (d->lock == lock)
        return 0;
    if (d->lock) { /* others may be faster than it then, its duplicates, too */
        give_lock_back(d);
        stand_for_lock(d, fd, need, waits, pc);
    }
    check_names(d, fd);
    mz_file_lock_state((uint64_t)mz_file_lock_of(d->file), &state);
    if (!(state & need) && d->lock != lock)
        return -EWOULDBLOCK;
    d->lock = lock;
    mz_file_lock_orders(d, MZ_SYNC_ACQUIRE);
    return 0;
}

int mz_file_locks(int fd, enum mz_file_lock lock, bool waits, uint64_t pc)
{
    struct mz_description *d;
    int status = 0;

    mz_io_check_block();
    if (!mz_io_look_up(fd) || !mz_has_number(fd) || !mz_numbers[fd].is_taken)
        return -EBADF;
    d = mz_description_of(fd);
    if (!d->file)
        mz_unsupported(FLOCK_KIND);
    mz_io_begin_to_use(fd);
    if (lock) {
        status = take_lock(d, fd, lock, waits, pc);
    } else {
        mz_io_touch_one(mz_file_lock_of(d->file), MZ_FILE_CHANGE);
        give_lock_back(d);
    }
    if (mz_io_end_to_use(fd) != fd)
        mz_unsupported(CLOSED_LOCKED);
    mz_descriptor_tell(fd, MZ_ACTION_FLOCK, pc);
    return status;
}
