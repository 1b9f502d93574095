/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/descriptor_event.h"

#include <fcntl.h>

#include "base/system_call.h"

static uint64_t state_of(const struct mz_io_access *a)
{
    uint64_t state = 0;

    if ((uint64_t)a->object - (uint64_t)mz_pipes < sizeof mz_pipes ||
        mz_file_is_lock((uint64_t)a->object) ||
        mz_file_is_records((uint64_t)a->object))
        mz_pipe_state((uint64_t)a->object, &state);
    return state;
}

struct mz_visible mz_io_event_of(const struct mz_io_access *a)
{
    return (struct mz_visible){
        .kind = a->kind,
        .object = mz_object_of_lock(a->object),
        .mask = 0xff,
        .action = MZ_ACTION_DESCRIPTOR,
    };
}

static void record(const struct mz_io_access *a, uint64_t how)
{
    const struct mz_visible v = mz_io_event_of(a);
    uint64_t state = state_of(a);

    mz_visible_end(&v, v.kind, state, state | how);
}

void mz_io_gather(const struct mz_io_access *a, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        record(&a[i], 0);
}

void mz_io_gather_first(const struct mz_io_access *a, unsigned count,
                        bool is_in_vain)
{
    if (is_in_vain)
        record(a, MZ_FILE_IN_VAIN);
    mz_io_gather(a + is_in_vain, count - is_in_vain);
}

bool mz_io_is_same(const struct mz_io_access *a, const struct mz_io_access *b,
                   unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].object != b[i].object)
            return false;
    return true;
}

void mz_io_record_in_vain(const struct mz_io_access *a)
{
    record(a, MZ_FILE_IN_VAIN);
}

void mz_io_check_block(void)
{
    static const struct mz_visible v = {.action = MZ_ACTION_DESCRIPTOR};

    mz_visible_needs_no_block(&v);
}

void mz_io_touch(const struct mz_io_access *a, unsigned count)
{
    const struct mz_visible v = mz_io_event_of(a);

    if (mz_turn_is_alone())
        return;
    mz_io_check_block();
    if (count == 1) {
        mz_visible_begin(&v);
        mz_io_gather(a, count);
        return;
    }
    mz_atomic_block_begin();
    mz_io_gather(a, count);
    mz_atomic_block_end();
}

void mz_io_begin_together(void)
{
    const struct mz_io_access own = {&mz_descriptor_uses[mz_self()],
                                     MZ_FILE_LOOK};

    mz_io_check_block();
    mz_atomic_block_begin();
    mz_io_gather(&own, 1);
}

void mz_io_touch_as_call(const struct mz_io_access *a, unsigned count)
{
    if (mz_turn_is_alone())
        return;
    if (!mz_rt.interleaving) {
        mz_io_touch(a, count);
        return;
    }
    mz_io_begin_together();
    mz_io_gather(a, count);
}

void mz_io_touch_one(const void *object, enum mz_op kind)
{
    const struct mz_io_access a = {object, kind};

    mz_io_touch(&a, 1);
}

/* Whether it is reserved by now is not ordered with the look at it: it makes
 * no difference. What never changed was there at the start, or is not. */
static bool is_open(int fd)
{
    const struct mz_descriptor_number *n = &mz_numbers[fd];

    if (n->is_taken || n->is_changed)
        return n->is_installed;
    return MZ_SYSTEM(fcntl, fd, F_GETFD) >= 0;
}

bool mz_io_look_up(int fd)
{
    if (!mz_has_number(fd))
        return true;
    mz_io_touch_one(&mz_numbers[fd], MZ_FILE_LOOK);
    return is_open(fd);
}

void mz_io_begin_to_use(int fd)
{
    if (!mz_has_number(fd))
        return;
    mz_number_at(fd)->users++;
    mz_descriptor_uses[mz_self()].fd = fd + 1;
}

int mz_io_end_to_use(int fd)
{
    int instead = mz_descriptor_uses[mz_self()].instead;

    if (!mz_has_number(fd))
        return fd;
    mz_numbers[fd].users -= !instead;
    mz_descriptor_uses[mz_self()].fd = mz_descriptor_uses[mz_self()].instead =
        0;
    return instead ? instead : fd;
}

void mz_descriptor_tell(int fd, enum mz_action action, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, MZ_DESCRIPTOR_ADDRESS + fd, 0, 0, 0, 0, pc);
}

void mz_descriptor_orders(int fd)
{
    const struct mz_description *d = mz_description_of(fd);

    if (mz_rt.detecting && mz_is_pipe(d))
        mz_race_detector_synchronise(mz_self(), mz_description_clock(d, true),
                                     MZ_SYNC_RELEASE_JOIN);
}
