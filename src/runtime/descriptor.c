/* SPDX-License-Identifier: Apache-2.0 */
/* What is done by a number, with what it leads to. */
#define _GNU_SOURCE
#include "runtime/descriptor_event.h"

#include <fcntl.h>

#include "base/system_call.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/child.h"
#include "runtime/detecting.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"
#include "runtime/sent_signal.h"
#include "runtime/socket.h"
#include "runtime/state.h"
#include "runtime/timerfd.h"

/* Files that are also memory, by MAP_SHARED. */
static const uint64_t *mapped[16];
static unsigned mapped_count;

void mz_descriptor_reset(void)
{
    mapped_count = 0;
}

void mz_descriptor_checkpoint(void)
{
    mz_checkpoint_need(!mapped_count);
}

void mz_descriptor_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_bytes(f, mapped, mapped_count * sizeof *mapped);
}

/* Who looks is told how many names it has, too. */
static unsigned access_file(const struct mz_description *d, enum mz_io_use use,
                            const uint64_t *file, struct mz_io_access a[2])
{
    bool moves =
        use != MZ_IO_LOOKS && use != MZ_IO_READS_AT && use != MZ_IO_WRITES_AT;
    bool changes =
        use == MZ_IO_WRITES || use == MZ_IO_WRITES_AT || use == MZ_IO_CHANGES;
    unsigned count = 0;

    if (moves)
        a[count++] = (struct mz_io_access){d, MZ_FILE_CHANGE};
    a[count++] =
        (struct mz_io_access){file, changes ? MZ_FILE_CHANGE : MZ_FILE_LOOK};
    if (use == MZ_IO_LOOKS)
        a[count++] = (struct mz_io_access){&mz_file_names, MZ_FILE_LOOK};
    return count;
}

static const uint64_t *file_of(int fd)
{
    const struct mz_description *d = mz_description_of(fd);

    return d == &mz_descriptions[MZ_INHERITED] ? mz_file_of_descriptor(fd)
                                               : d->file;
}

void mz_io_note_mapping(int fd)
{
    const uint64_t *file = file_of(fd);

    if (!file)
        return;
    if (mapped_count == MZ_COUNT(mapped))
        mz_unsupported(MAPPED_FILES);
    mapped[mapped_count++] = file;
}

static bool is_input(enum mz_io_use use)
{
    return use == MZ_IO_READS || use == MZ_IO_READS_AT;
}

static bool is_output(enum mz_io_use use)
{
    return use == MZ_IO_WRITES || use == MZ_IO_WRITES_AT;
}

/* Plain accesses to its memory are not operations on the file. */
static void need_unmapped(enum mz_io_use use, const uint64_t *file)
{
    bool transfers = is_input(use) || is_output(use);

    for (unsigned i = 0; transfers && i < mapped_count; i++)
        if (mapped[i] == file && !mz_turn_is_alone())
            mz_unsupported(MAPPED_WRITTEN);
}

static unsigned access_one(const struct mz_io *io, struct mz_io_access a[2])
{
    const struct mz_description *d = mz_description_of(io->fd);
    const uint64_t *file = file_of(io->fd);

    if (file) {
        need_unmapped(io->use, file);
        return access_file(d, io->use, file, a);
    }
    if (d->is_terminal)
        mz_unsupported(TERMINAL_SHARED);
    a[0].object = mz_is_pipe(d) ? (const void *)&mz_pipes[d->pipe] : d;
    a[0].kind = io->use == MZ_IO_LOOKS && !io->expires ? MZ_FILE_LOOK
                                                       : MZ_FILE_CHANGE;
    if (io->use != MZ_IO_LOOKS || d->kind != MZ_DESCRIPTOR_OTHER)
        return 1;
    a[1] = (struct mz_io_access){&mz_file_names, MZ_FILE_LOOK}; /* a folder */
    return 2;
}

static unsigned access_by(const struct mz_io *io, struct mz_io_access a[3])
{
    unsigned count = access_one(io, a);

    if (io->besides && mz_has_number(io->besides - 1))
        a[count++] =
            (struct mz_io_access){&mz_numbers[io->besides - 1], MZ_FILE_CHANGE};
    return count;
}

/* What it needs of the state of its pipe. */
static uint64_t needs(const struct mz_io *io)
{
    unsigned end = mz_description_of(io->fd)->end;

    if (io->use == MZ_IO_AWAITS)
        return MZ_FILE_READY(0, end) * io->ways;
    return MZ_FILE_READY(is_input(io->use) ? MZ_FILE_IN : MZ_FILE_OUT, end);
}

/* Whoever uses it knows whether it waits: who has said so last has done that
 * before. */
void mz_io_note_user(int fd)
{
    struct mz_description *d = mz_description_of(fd);
    mz_tid self = mz_self();

    if (mz_turn_is_alone()) { /* all that was is before */
        d->user = self + 1;
        d->is_shared = false;
        d->settler = 0;
        return;
    }
    if (!d->user)
        d->user = self + 1;
    d->is_shared |= d->user != self + 1;
    if (MZ_LIKELY(!d->settler) || d->settler == self + 1)
        return;
    if (!mz_rt.detecting ||
        mz_race_detector_seen_point(self, d->settler - 1) < d->settled_at)
        mz_unsupported(NONBLOCK_LATE);
}

bool mz_io_settle(int fd)
{
    struct mz_description *d = mz_description_of(fd);

    if (!mz_rt.detecting || d == &mz_descriptions[MZ_INHERITED])
        return false;
    mz_detecting_is_asked();
    mz_io_note_user(fd);
    d->settler = mz_self() + 1;
    d->settled_at = mz_race_detector_point(mz_self());
    return !d->is_shared;
}

bool mz_io_may_wait(const struct mz_io *io)
{
    const struct mz_description *d = mz_description_of(io->fd);

    if (!mz_is_pipe(d))
        return false;
    mz_io_note_user(io->fd);
    if (io->never_waits)
        return false;
    if (d->kind == MZ_DESCRIPTOR_TIMER && is_output(io->use))
        return false; /* which is an error */
    return io->use == MZ_IO_AWAITS ||
           ((is_input(io->use) || is_output(io->use)) &&
            !(MZ_SYSTEM(fcntl, io->fd, F_GETFL) & O_NONBLOCK));
}

bool mz_io_waits(const struct mz_io *io)
{
    const struct mz_description *d = mz_description_of(io->fd);
    uint64_t state;

    return mz_io_may_wait(io) &&
           mz_pipe_state((uint64_t)&mz_pipes[d->pipe], &state) &&
           !(state & needs(io));
}

bool mz_io_may_fail(const struct mz_io *io)
{
    const struct mz_description *d = mz_description_of(io->fd);

    return io->use == MZ_IO_READS && mz_is_pipe(d) &&
           d->kind != MZ_DESCRIPTOR_TIMER && !mz_io_may_wait(io);
}

bool mz_io_is_in_vain(const struct mz_io *io)
{
    const struct mz_description *d = mz_description_of(io->fd);
    uint64_t state;

    return io->may_fail && mz_io_may_fail(io) &&
           mz_pipe_state((uint64_t)&mz_pipes[d->pipe], &state) &&
           !(state & needs(io));
}

static enum mz_action action_of(const struct mz_io *io)
{
    static const enum mz_action actions[][2] = {
        [MZ_DESCRIPTOR_PIPE] = {MZ_ACTION_PIPE_READ, MZ_ACTION_PIPE_WRITE},
        [MZ_DESCRIPTOR_SOCKET] = {MZ_ACTION_SOCKET_READ,
                                  MZ_ACTION_SOCKET_WRITE},
        [MZ_DESCRIPTOR_EVENT] = {MZ_ACTION_EVENT_READ, MZ_ACTION_EVENT_WRITE},
        [MZ_DESCRIPTOR_TIMER] = {MZ_ACTION_TIMER_READ, MZ_ACTION_TIMER_READ},
    };
    enum mz_descriptor_kind kind = mz_description_of(io->fd)->kind;

    if (io->use == MZ_IO_AWAITS || io->use == MZ_IO_LOOKS)
        return MZ_ACTION_POLL;
    if (mz_pipes[mz_description_of(io->fd)->pipe].listener)
        return MZ_ACTION_SOCKET_ACCEPT;
    if (kind == MZ_DESCRIPTOR_TIMER && io->use == MZ_IO_CHANGES)
        return MZ_ACTION_TIMER_SET;
    return actions[kind][is_output(io->use)];
}

/* One event, as soon as it need not wait. */
static void wait_and_touch(const struct mz_io *io)
{
    struct mz_pipe *pipe = &mz_pipes[mz_description_of(io->fd)->pipe];
    const struct mz_visible v = {
        .kind = MZ_FILE_WAIT,
        .object = mz_object_of_lock(pipe),
        .mask = 0xff,
        .state = pipe,
        .number = needs(io),
        .address = MZ_DESCRIPTOR_ADDRESS + io->fd,
        .action = action_of(io),
        .pc = io->pc,
    };
    uint64_t state;

    if (!io->knows_signals)
        mz_sent_signal_must_not_interrupt(MZ_GAP_SIGNAL_INTERRUPTS_FILE, NULL,
                                          false);
    mz_cancel_begin_wait();
    mz_visible_begin(&v);
    mz_cancel_end_wait();
    mz_pipe_state((uint64_t)pipe, &state);
    if (!(state & v.number))
        mz_visible_refuse(v.kind, v.object, state);
    mz_visible_end(&v, v.kind, state, v.number);
}

/* What is sent happens before what is received. */
static void synchronise(const struct mz_io *io)
{
    const struct mz_description *d = mz_description_of(io->fd);

    if (!mz_rt.detecting || !mz_is_pipe(d) || io->use == MZ_IO_CHANGES)
        return;
    mz_race_detector_synchronise(
        mz_self(), mz_description_clock(d, is_output(io->use)),
        is_output(io->use) ? MZ_SYNC_RELEASE_JOIN : MZ_SYNC_ACQUIRE);
}

static void tell(const struct mz_io *io)
{
    if (MZ_LIKELY(!mz_rt.tracing))
        return;
    mz_trace_step(mz_is_pipe(mz_description_of(io->fd)) ? action_of(io)
                  : is_input(io->use)                   ? MZ_ACTION_FILE_READ
                  : is_output(io->use)                  ? MZ_ACTION_FILE_WRITE
                                                        : MZ_ACTION_DESCRIPTOR,
                  MZ_DESCRIPTOR_ADDRESS + io->fd, 0, 0, 0, 0, io->pc);
}

/* The event of an operation, which need not wait. */
static void touch_by(const struct mz_io *io)
{
    struct mz_io_access a[3];
    unsigned count = access_by(io, a);
    const struct mz_visible v = mz_io_event_of(a);

    if (mz_rt.interleaving)
        mz_io_begin_together();
    else if (count > 1)
        mz_atomic_block_begin();
    else
        mz_visible_begin(&v);
    if (count == 1 && !mz_rt.interleaving && mz_io_is_in_vain(io))
        mz_io_record_in_vain(a);
    else
        mz_io_gather(a, count);
    if (count > 1 && !mz_rt.interleaving)
        mz_atomic_block_end();
}

/*
 * With --plain=interleave the call is one event with the memory that it
 * accesses, which no event can be that waits. So it is tried when a wait is
 * over, and if another thread was faster, that was nothing but a look.
 */
static void touch_with_memory(const struct mz_io *io)
{
    for (;;) {
        if (mz_io_may_wait(io))
            wait_and_touch(io);
        touch_by(io);
        if (!mz_io_waits(io))
            return;
        mz_atomic_block_end();
        mz_sent_signal_must_not_interrupt(MZ_GAP_SIGNAL_INTERRUPTS_AGAIN, NULL,
                                          true);
    }
}

void mz_io_end(void)
{
    if (mz_turns.atomic == mz_rt.self && !mz_turns.atomic_universal)
        mz_atomic_block_end();
}

void mz_io_operate(const struct mz_io *io)
{
    if (io->fd == 0 && is_input(io->use))
        mz_child_meets_input(io->pc);
    if (mz_rt.interleaving)
        touch_with_memory(io);
    else if (mz_io_may_wait(io))
        wait_and_touch(io);
    else
        touch_by(io);
    synchronise(io);
    tell(io);
}

/* What only time says is chosen before its turn. */
static void foresee(struct mz_io *io)
{
    bool waits = io->use == MZ_IO_AWAITS ? io->ways & 1 << MZ_FILE_IN
                                         : is_input(io->use) &&
                                               mz_io_may_wait(io);

    if (mz_io_is_timer(io->fd) && (waits || is_input(io->use) || io->asks))
        io->expires = mz_timerfd_foresee(io, waits);
}

/* What a pipe or socket holds that was there before the execution, the next one
 * would find as this one leaves it. */
static void refuse_lasting(const struct mz_io *io)
{
    bool looks = io->use == MZ_IO_LOOKS || io->use == MZ_IO_AWAITS ||
                 io->use == MZ_IO_MOVES;

    if (!looks && !io->is_undone &&
        mz_description_of(io->fd) == &mz_descriptions[MZ_INHERITED] &&
        mz_descriptor_keeps(io->fd, is_input(io->use))) {
        if (is_input(io->use))
            mz_unsupported(LASTING_READ);
        mz_unsupported(LASTING_WRITTEN);
    }
}

/* What was waited for has come to be. */
static void check(const struct mz_io *io)
{
    refuse_lasting(io);
    mz_timerfd_expire(mz_description_of(io->fd), io->expires);
    if (is_input(io->use) || is_output(io->use))
        mz_socket_check(io->fd, is_output(io->use));
}

/* Has a signal come, and would the thread wait? As in the kernel: what there is
 * to be had comes first. Nothing comes between the look for signals and the
 * wait. */
static MZ_NOINLINE bool is_interrupted(const struct mz_io *io)
{
    const struct mz_pipe *pipe = &mz_pipes[mz_description_of(io->fd)->pipe];

    if (!io->knows_signals || io->is_put_off || !mz_io_may_wait(io) ||
        !mz_sent_signal_is_there(io->pc))
        return false;
    mz_io_touch_one(pipe, MZ_FILE_LOOK);
    return mz_io_waits(io);
}

enum mz_io_wait mz_io_meets_signal(struct mz_io *io, bool after_some)
{
    enum mz_sent_signal_end end;

    if (MZ_LIKELY(!mz_rt.signalling) || !is_interrupted(io))
        return MZ_IO_WAITS;
    mz_io_end_to_use(io->fd);
    end = mz_sent_signal_ends_call(io->pc);
    io->is_left = end == MZ_SENT_SIGNAL_LEAVES ||
                  (after_some && end == MZ_SENT_SIGNAL_RESTARTS);
    /* If it is put off, it is not asked for again before the wait. */
    io->is_put_off = end == MZ_SENT_SIGNAL_NONE;
    return io->is_left ? MZ_IO_IS_LEFT : MZ_IO_BEGINS_AGAIN;
}

/* It need not be what it was when a call is begun again. */
static bool look_up(struct mz_io *io)
{
    bool uses;

    do {
        if (!mz_io_look_up(io->fd))
            return false;
        uses = mz_has_number(io->fd) && !mz_is_plain_output(io->fd);
        if (uses)
            mz_io_begin_to_use(io->fd);
    } while (uses && mz_io_meets_signal(io, false) == MZ_IO_BEGINS_AGAIN);
    return !io->is_left;
}

bool mz_io_begin(struct mz_io *io)
{
    if (mz_turn_is_alone() && !mz_io_waits(io)) {
        foresee(io);
        check(io);
        return true;
    }
    mz_io_check_block();
    if (!look_up(io))
        return false;
    if (!mz_has_number(io->fd) || mz_is_plain_output(io->fd))
        return true;
    if (is_input(io->use))
        mz_descriptor_make_repeatable(io->fd);
    foresee(io);
    mz_io_operate(io);
    io->fd = mz_io_end_to_use(io->fd);
    check(io);
    return true;
}

int mz_io_turn(int fd, enum mz_io_use use, uint64_t pc)
{
    struct mz_io io = {.fd = fd, .use = use, .pc = pc};

    if (!mz_io_begin(&io))
        return -1;
    mz_io_end();
    return io.fd;
}

/* None is to become another number between the looks and the event. */
static void touch_both(const struct mz_io io[2])
{
    const struct mz_description *before[] = {mz_description_of(io[0].fd),
                                             mz_description_of(io[1].fd)};
    struct mz_io_access a[3];

    if (mz_rt.interleaving)
        mz_io_begin_together();
    else
        mz_atomic_block_begin();
    for (unsigned i = 0; i < 2; i++) {
        if (mz_description_of(io[i].fd) != before[i])
            mz_unsupported(CLOSED_IN_USE);
        mz_io_gather(a, access_by(&io[i], a));
        tell(&io[i]);
    }
    if (!mz_rt.interleaving)
        mz_atomic_block_end();
}

bool mz_io_begin_both(const struct mz_io io[2], const char *name)
{
    if (mz_turn_is_alone())
        return true;
    mz_io_check_block();
    for (unsigned i = 0; i < 2; i++) {
        if (!mz_has_number(io[i].fd) || mz_is_pipe(mz_description_of(io[i].fd)))
            mz_unsupported(CALL, .text = name);
        if (!mz_io_look_up(io[i].fd))
            return false;
    }
    touch_both(io);
    return true;
}

void mz_io_looks_up(int fd)
{
    mz_io_check_block();
    if (fd >= 0)
        mz_io_look_up(fd);
}

void mz_io_begin_looks(void)
{
    mz_io_begin_together();
}

void mz_io_adds_look(int fd, uint64_t pc)
{
    const struct mz_io io = {.fd = fd, .use = MZ_IO_LOOKS, .pc = pc};
    struct mz_io_access a[3];

    mz_io_gather(a, access_by(&io, a));
    synchronise(&io);
}

bool mz_io_again(struct mz_io *io, bool after_some)
{
    if (mz_description_of(io->fd)->kind == MZ_DESCRIPTOR_EVENT)
        mz_unsupported(EVENTFD_ROOM);
    if (mz_turn_is_alone() && !mz_io_waits(io))
        return true;
    do
        mz_io_begin_to_use(io->fd);
    while (mz_io_meets_signal(io, after_some) == MZ_IO_BEGINS_AGAIN);
    if (io->is_left)
        return false;
    mz_io_operate(io);
    mz_io_end_to_use(io->fd);
    check(io);
    mz_io_end();
    return true;
}
