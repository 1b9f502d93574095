/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/descriptor.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>

#include "base/system_call.h"
#include "runtime/cancel.h"
#include "runtime/heap.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"
#include "runtime/visible.h"

enum {
    NUMBERS = 1024,
    DESCRIPTIONS = 512,
    PIPES = 256,
    WATCHES = 128,
    KEPT = 700,    /* descriptors that a thread is in the midst of using */
    NO_READS = 4,  /* flags of a FILE, as glibc has them */
    NO_WRITES = 8,
    INHERITED = 0, /* the description of all that nobody has seen opened */
};

struct number {
    uint16_t description;
    uint8_t users;    /* threads in the midst of an operation by it */
    bool is_taken : 1;     /* as the table has it */
    bool is_installed : 1; /* as other threads see it, which comes later */
    bool is_changed : 1;   /* it is not what it was at the start */
    uint32_t unused;
};

struct description {
    uint16_t references; /* numbers that are it */
    uint16_t pipe;
    uint8_t kind; /* enum mz_descriptor_kind */
    uint8_t end;  /* of its pipe */
    uint8_t lock; /* enum mz_file_lock */
    uint64_t *file;
};

struct pipe {
    uint64_t ends; /* descriptions that there are of it */
};

/* An object is known by its address. */
static uint64_t table;
static struct number numbers[NUMBERS];
static struct description descriptions[DESCRIPTIONS];
static struct pipe pipes[PIPES];
/* What each thread is in the midst of using. */
static struct {
    int fd;      /* plus one */
    int instead; /* where that has got another description: the old one */
} __attribute__((aligned(8))) uses[MZ_MAX_THREADS];
/* What is in sets of epoll: descriptions. */
static struct {
    uint16_t set, member;
} watches[WATCHES];
static unsigned watch_count;
static unsigned number_count; /* those from there on are as at the start */

/* Files that are also memory, by MAP_SHARED. */
static const uint64_t *mapped[16];
static unsigned mapped_count;

void mz_descriptor_reset(void)
{
    mapped_count = 0;
    if (!number_count)
        return;
    mz_fill(numbers, 0, number_count * sizeof numbers[0]);
    mz_fill(descriptions, 0, sizeof descriptions);
    mz_fill(pipes, 0, sizeof pipes);
    mz_fill(uses, 0, sizeof uses);
    number_count = watch_count = 0;
}

static bool has_number(int fd)
{
    return fd >= 0 && fd < NUMBERS;
}

static struct number *number(int fd)
{
    if ((unsigned)fd >= number_count)
        number_count = fd + 1;
    return &numbers[fd];
}

static struct description *description_of(int fd)
{
    return &descriptions[has_number(fd) ? numbers[fd].description : INHERITED];
}

/* ---- pipes --------------------------------------------------------------- */

/* Any number of the description; -1: there is none. */
static int number_of(const struct description *d)
{
    for (unsigned fd = 0; fd < number_count; fd++)
        if (numbers[fd].is_taken &&
            &descriptions[numbers[fd].description] == d)
            return fd;
    return -1;
}

/* Who sends is let go on as long as there is room for anything: the kernel does
 * so, too, but poll tells of no room that is not much. */
static bool has_room(int fd)
{
    int queued = 0, room = 0;
    unsigned size = sizeof room;

    return !MZ_SYSTEM(ioctl, fd, TIOCOUTQ, &queued) &&
           !MZ_SYSTEM(getsockopt, fd, SOL_SOCKET, SO_SNDBUF, &room, &size) &&
           4ll * queued > room && queued < room;
}

static uint64_t ready_at(const struct description *d)
{
    struct pollfd one = {.fd = number_of(d), .events = POLLIN | POLLOUT};
    struct timespec none = {0};
    uint64_t ready = 0;

    MZ_SYSTEM(ppoll, &one, 1, &none);
    if (one.revents & (POLLIN | POLLHUP | POLLERR))
        ready |= MZ_FILE_READY(MZ_FILE_IN, d->end);
    if (one.revents & (POLLOUT | POLLHUP | POLLERR) ||
        (d->kind == MZ_DESCRIPTOR_SOCKET && has_room(one.fd)))
        ready |= MZ_FILE_READY(MZ_FILE_OUT, d->end);
    return ready;
}

/* Which bit of the state a lock waits for. */
static uint64_t lock_need(enum mz_file_lock lock)
{
    return 1ull << lock;
}

/* The same of one that this description has already, of whatever kind. */
static uint64_t own_need(const struct description *d)
{
    unsigned bit = 4 + (d - descriptions);

    if (bit >= 64)
        mz_unsupported("flock beside sixty open files");
    return 1ull << bit;
}

/* The bits of the locks that could be taken, and of who has one. */
static bool lock_state(uint64_t object, uint64_t *state)
{
    *state = lock_need(MZ_FILE_SHARED) | lock_need(MZ_FILE_EXCLUSIVE);
    for (unsigned i = 0; i < DESCRIPTIONS; i++) {
        const struct description *d = &descriptions[i];

        if (!d->references || !d->file || !d->lock ||
            (uint64_t)mz_file_lock_of(d->file) != object)
            continue;
        *state &= ~lock_need(MZ_FILE_EXCLUSIVE);
        *state |= own_need(d);
        if (d->lock == MZ_FILE_EXCLUSIVE)
            *state &= ~lock_need(MZ_FILE_SHARED);
    }
    return true;
}

/* Which descriptions are of it is found by the numbers; an end that is closed
 * has none, and nobody waits there. */
bool mz_pipe_state(uint64_t pipe, uint64_t *state)
{
    bool is_done[DESCRIPTIONS] = {0};

    if (mz_file_is_lock(pipe))
        return lock_state(pipe, state);
    *state = 0;
    for (unsigned fd = 0; fd < number_count; fd++) {
        const struct number *n = &numbers[fd];
        const struct description *d = &descriptions[n->description];

        if (!n->is_taken || n->description == INHERITED ||
            is_done[n->description] || d->kind < MZ_DESCRIPTOR_PIPE ||
            (uint64_t)&pipes[d->pipe] != pipe)
            continue;
        is_done[n->description] = true;
        *state |= ready_at(d);
    }
    return true;
}

static bool is_pipe(const struct description *d)
{
    return d->kind >= MZ_DESCRIPTOR_PIPE;
}

static unsigned new_pipe(unsigned ends)
{
    unsigned i = 0;

    while (i < PIPES && pipes[i].ends)
        i++;
    if (i == PIPES)
        mz_unsupported("more than 256 pipes");
    pipes[i].ends = ends;
    return i;
}

/* ---- events -------------------------------------------------------------- */

struct access {
    const void *object;
    enum mz_op kind;
};

static uint64_t state_of(const struct access *a)
{
    uint64_t state = 0;

    if ((uint64_t)a->object - (uint64_t)pipes < sizeof pipes ||
        mz_file_is_lock((uint64_t)a->object))
        mz_pipe_state((uint64_t)a->object, &state);
    return state;
}

static struct mz_visible event_of(const struct access *a)
{
    return (struct mz_visible){
        .kind = a->kind,
        .object = mz_object_of_lock(a->object),
        .mask = 0xff,
        .action = MZ_ACTION_DESCRIPTOR,
    };
}

static void gather(const struct access *a, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const struct mz_visible v = event_of(&a[i]);
        uint64_t state = state_of(&a[i]);

        mz_visible_end(&v, v.kind, state, state);
    }
}

static void check_block(void)
{
    static const struct mz_visible v = {.action = MZ_ACTION_DESCRIPTOR};

    mz_visible_needs_no_block(&v);
}

/* The turn of one event of so many accesses, and that event. */
static void touch(const struct access *a, unsigned count)
{
    const struct mz_visible v = event_of(a);

    if (mz_turn_is_alone())
        return;
    check_block();
    if (count == 1) {
        mz_visible_begin(&v);
        gather(a, count);
        return;
    }
    mz_atomic_block_begin(false);
    gather(a, count);
    mz_atomic_block_end();
}

/* The beginning of an event to which the accesses of a call to memory are
 * added. There may be none, and a pipe's state is told only by an event of one
 * access or of several; so it has two, one of which is the thread's own. */
static void begin_together(void)
{
    const struct access own = {&uses[mz_self()], MZ_FILE_LOOK};

    check_block();
    mz_atomic_block_begin(false);
    gather(&own, 1);
}

static void touch_one(const void *object, enum mz_op kind)
{
    const struct access a = {object, kind};

    touch(&a, 1);
}

/* ---- what is done with what a descriptor leads to ------------------------ */

static unsigned access_file(const struct description *d, enum mz_io_use use,
                            const uint64_t *file, struct access a[2])
{
    bool moves = use != MZ_IO_LOOKS && use != MZ_IO_READS_AT &&
                 use != MZ_IO_WRITES_AT;
    bool changes = use == MZ_IO_WRITES || use == MZ_IO_WRITES_AT ||
                   use == MZ_IO_CHANGES;
    unsigned count = 0;

    if (moves)
        a[count++] = (struct access){d, MZ_FILE_CHANGE};
    a[count++] =
        (struct access){file, changes ? MZ_FILE_CHANGE : MZ_FILE_LOOK};
    return count;
}

static const uint64_t *file_of(int fd)
{
    const struct description *d = description_of(fd);

    return d == &descriptions[INHERITED] ? mz_file_of_descriptor(fd) : d->file;
}

void mz_io_note_mapping(int fd)
{
    const uint64_t *file = file_of(fd);

    if (!file)
        return;
    if (mapped_count == MZ_COUNT(mapped))
        mz_unsupported("mmap of so many files");
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
            mz_unsupported("reading or writing a file that is mapped, too");
}

static unsigned access_by(const struct mz_io *io, struct access a[2])
{
    const struct description *d = description_of(io->fd);
    const uint64_t *file = file_of(io->fd);

    if (file) {
        need_unmapped(io->use, file);
        return access_file(d, io->use, file, a);
    }
    a[0].object = is_pipe(d) ? (const void *)&pipes[d->pipe] : d;
    a[0].kind = io->use == MZ_IO_LOOKS ? MZ_FILE_LOOK : MZ_FILE_CHANGE;
    return 1;
}

/* What it needs of the state of its pipe. */
static uint64_t needs(const struct mz_io *io)
{
    unsigned end = description_of(io->fd)->end;

    if (io->use == MZ_IO_AWAITS)
        return MZ_FILE_READY(0, end) * io->ways;
    return MZ_FILE_READY(is_input(io->use) ? MZ_FILE_IN : MZ_FILE_OUT, end);
}

bool mz_io_may_wait(const struct mz_io *io)
{
    if (!is_pipe(description_of(io->fd)) || io->never_waits)
        return false;
    return io->use == MZ_IO_AWAITS ||
           ((is_input(io->use) || is_output(io->use)) &&
            !(MZ_SYSTEM(fcntl, io->fd, F_GETFL) & O_NONBLOCK));
}

bool mz_io_waits(const struct mz_io *io)
{
    const struct description *d = description_of(io->fd);
    uint64_t state;

    return mz_io_may_wait(io) &&
           mz_pipe_state((uint64_t)&pipes[d->pipe], &state) &&
           !(state & needs(io));
}

static enum mz_action action_of(const struct mz_io *io)
{
    static const enum mz_action actions[][2] = {
        [MZ_DESCRIPTOR_PIPE] = {MZ_ACTION_PIPE_READ, MZ_ACTION_PIPE_WRITE},
        [MZ_DESCRIPTOR_SOCKET] = {MZ_ACTION_SOCKET_READ,
                                  MZ_ACTION_SOCKET_WRITE},
        [MZ_DESCRIPTOR_EVENT] = {MZ_ACTION_EVENT_READ, MZ_ACTION_EVENT_WRITE},
    };

    if (io->use == MZ_IO_AWAITS || io->use == MZ_IO_LOOKS)
        return MZ_ACTION_POLL;
    return actions[description_of(io->fd)->kind][is_output(io->use)];
}

/* One event, as soon as it need not wait. */
static void wait_and_touch(const struct mz_io *io)
{
    struct pipe *pipe = &pipes[description_of(io->fd)->pipe];
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
    const struct description *d = description_of(io->fd);

    if (!mz_rt.detecting || !is_pipe(d) || io->use == MZ_IO_CHANGES)
        return;
    mz_race_detector_synchronise(mz_self(), (uint64_t)&pipes[d->pipe],
                                 is_output(io->use) ? MZ_SYNC_RELEASE_JOIN
                                                    : MZ_SYNC_ACQUIRE);
}

static void tell(const struct mz_io *io)
{
    if (MZ_LIKELY(!mz_rt.tracing))
        return;
    mz_trace_step(is_pipe(description_of(io->fd)) ? action_of(io)
                  : is_input(io->use)            ? MZ_ACTION_FILE_READ
                  : is_output(io->use)           ? MZ_ACTION_FILE_WRITE
                                                 : MZ_ACTION_DESCRIPTOR,
                  MZ_DESCRIPTOR_ADDRESS + io->fd, 0, 0, 0, 0, io->pc);
}

/* The event of an operation, which need not wait. */
static void touch_by(const struct mz_io *io)
{
    struct access a[2];
    unsigned count = access_by(io, a);
    const struct mz_visible v = event_of(a);

    if (mz_rt.interleaving)
        begin_together();
    else if (count > 1)
        mz_atomic_block_begin(false);
    else
        mz_visible_begin(&v);
    gather(a, count);
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
    }
}

void mz_io_end(void)
{
    if (mz_turns.atomic == mz_rt.self && !mz_turns.atomic_universal)
        mz_atomic_block_end();
}

/* ---- by a number --------------------------------------------------------- */

/* Output that goes where it always goes: in which order is nobody's concern. */
static bool is_plain_output(int fd)
{
    return (fd == 1 || fd == 2) && !numbers[fd].is_changed;
}

/* Is the number that of a descriptor, for other threads? One that is taken and
 * not installed is not; of what we do not know the kernel will say. */
static bool look_up(int fd)
{
    if (!has_number(fd))
        return true;
    touch_one(&numbers[fd], MZ_FILE_LOOK);
    return !numbers[fd].is_taken || numbers[fd].is_installed;
}

/* Between look and use, whatever others do to the number. */
static void begin_to_use(int fd)
{
    if (!has_number(fd))
        return;
    number(fd)->users++;
    uses[mz_self()].fd = fd + 1;
}

static int end_to_use(int fd)
{
    int instead = uses[mz_self()].instead;

    if (!has_number(fd))
        return fd;
    numbers[fd].users -= !instead;
    uses[mz_self()].fd = uses[mz_self()].instead = 0;
    return instead ? instead : fd;
}

/* The number is about to be closed, or to become something else: who is in the
 * midst of using it goes on with what it was. */
static void keep_for_users(int fd)
{
    long copy;

    if (!numbers[fd].users)
        return;
    if (is_pipe(description_of(fd)))
        mz_unsupported("closing a pipe or socket that another thread uses");
    copy = MZ_SYSTEM(fcntl, fd, F_DUPFD_CLOEXEC, KEPT);
    if (copy < 0)
        mz_give_up("cannot duplicate descriptor %d: error %d", fd, (int)-copy);
    mz_descriptors_opened = true;
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        if (uses[t].fd == fd + 1 && !uses[t].instead)
            uses[t].instead = copy;
    numbers[fd].users = 0;
}

static void operate(const struct mz_io *io)
{
    if (mz_rt.interleaving)
        touch_with_memory(io);
    else if (mz_io_may_wait(io))
        wait_and_touch(io);
    else
        touch_by(io);
    synchronise(io);
    tell(io);
}

bool mz_io_begin(struct mz_io *io)
{
    if (mz_turn_is_alone() && !mz_io_waits(io))
        return true;
    check_block();
    if (!look_up(io->fd))
        return false;
    if (!has_number(io->fd) || is_plain_output(io->fd))
        return true;
    begin_to_use(io->fd);
    operate(io);
    io->fd = end_to_use(io->fd);
    return true;
}

/* ---- sets of descriptors ------------------------------------------------- */

static int index_of(int fd)
{
    return description_of(fd) - descriptions;
}

void mz_io_watch(int set, int fd)
{
    if (watch_count == MZ_COUNT(watches))
        mz_unsupported("more than 128 descriptors in sets of epoll");
    watches[watch_count].set = index_of(set);
    watches[watch_count++].member = index_of(fd);
}

static void forget_watch(unsigned i)
{
    watches[i] = watches[--watch_count];
}

void mz_io_unwatch(int set, int fd)
{
    for (unsigned i = watch_count; i-- > 0;)
        if (watches[i].set == index_of(set) &&
            watches[i].member == index_of(fd)) {
            forget_watch(i);
            return;
        }
}

/* A description is no more. */
static void forget_watches_of(int description)
{
    for (unsigned i = watch_count; i-- > 0;)
        if (watches[i].set == description || watches[i].member == description)
            forget_watch(i);
}

/* The set itself, which is changed, and what is looked at. */
static unsigned access_set(int set, struct access *a, bool *all_pipes)
{
    unsigned count = 0;

    *all_pipes = true;
    a[count++] = (struct access){description_of(set), MZ_FILE_CHANGE};
    for (unsigned i = 0; i < watch_count; i++) {
        const struct description *d = &descriptions[watches[i].member];

        if (watches[i].set != index_of(set))
            continue;
        *all_pipes &= is_pipe(d);
        a[count++] = (struct access){
            is_pipe(d) ? (const void *)&pipes[d->pipe] : d, MZ_FILE_LOOK};
    }
    return count;
}

static void acquire(const struct access *a, unsigned count)
{
    for (unsigned i = 1; i < count && mz_rt.detecting; i++)
        mz_race_detector_synchronise(mz_self(), (uint64_t)a[i].object,
                                     MZ_SYNC_ACQUIRE);
}

static bool is_same(const struct access *a, const struct access *b,
                    unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].object != b[i].object)
            return false;
    return true;
}

/* What is in the set depends on who has changed it before; so it is found
 * before, and once more when it is this call's turn. */
bool mz_io_epoll(int set, bool *all_pipes)
{
    struct access before[WATCHES + 1], now[WATCHES + 1];
    unsigned count, was;

    if (!look_up(set))
        return false;
    if (!has_number(set))
        return true;
    touch_one(description_of(set), MZ_FILE_LOOK);
    count = access_set(set, now, all_pipes);
    begin_to_use(set);
    do {
        was = count;
        mz_copy(before, now, sizeof now);
        mz_io_end();
        if (!mz_turn_is_alone()) {
            mz_atomic_block_begin(false);
            gather(before, was);
        }
        count = access_set(set, now, all_pipes);
    } while (count != was || !is_same(before, now, count));
    if (!mz_rt.interleaving)
        mz_io_end();
    if (end_to_use(set) != set)
        mz_unsupported("closing an epoll set that another thread uses");
    acquire(now, count);
    return true;
}

/* None is to become another number between the looks and the event. */
static void touch_both(const struct mz_io io[2])
{
    const struct description *before[] = {description_of(io[0].fd),
                                          description_of(io[1].fd)};
    struct access a[2];

    if (mz_rt.interleaving)
        begin_together();
    else
        mz_atomic_block_begin(false);
    for (unsigned i = 0; i < 2; i++) {
        if (description_of(io[i].fd) != before[i])
            mz_unsupported("closing a descriptor that another thread uses");
        gather(a, access_by(&io[i], a));
        tell(&io[i]);
    }
    if (!mz_rt.interleaving)
        mz_atomic_block_end();
}

bool mz_io_begin_both(const struct mz_io io[2], const char *name)
{
    if (mz_turn_is_alone())
        return true;
    check_block();
    for (unsigned i = 0; i < 2; i++) {
        if (!has_number(io[i].fd) || is_pipe(description_of(io[i].fd)))
            mz_unsupported(name);
        if (!look_up(io[i].fd))
            return false;
    }
    touch_both(io);
    return true;
}

void mz_io_looks_up(int fd)
{
    check_block();
    if (fd >= 0)
        look_up(fd);
}

void mz_io_begin_looks(void)
{
    begin_together();
}

void mz_io_adds_look(int fd, uint64_t pc)
{
    const struct mz_io io = {.fd = fd, .use = MZ_IO_LOOKS, .pc = pc};
    struct access a[2];

    gather(a, access_by(&io, a));
    synchronise(&io);
}

/* ---- how much ------------------------------------------------------------ */

long mz_io_write_now(int fd, const void *bytes, size_t size)
{
    long flags = MZ_SYSTEM(fcntl, fd, F_GETFL), done;

    MZ_SYSTEM(fcntl, fd, F_SETFL, flags | O_NONBLOCK);
    done = MZ_SYSTEM(write, fd, bytes, size);
    MZ_SYSTEM(fcntl, fd, F_SETFL, flags);
    return done == -EAGAIN ? 0 : done;
}

void mz_io_again(const struct mz_io *io)
{
    if (description_of(io->fd)->kind == MZ_DESCRIPTOR_EVENT)
        mz_unsupported("an eventfd whose counter has no room");
    if (mz_turn_is_alone() && !mz_io_waits(io))
        return;
    begin_to_use(io->fd);
    operate(io);
    end_to_use(io->fd);
    mz_io_end();
}

/* A pipe has room in pages, of which the last may have some. */
static uint64_t room_of(int fd, enum mz_descriptor_kind kind)
{
    int held = 0, room = 0;
    unsigned size = sizeof room;

    if (kind == MZ_DESCRIPTOR_PIPE) {
        MZ_SYSTEM(ioctl, fd, FIONREAD, &held);
        room = MZ_SYSTEM(fcntl, fd, F_GETPIPE_SZ);
        return held ? 0 : room;
    }
    MZ_SYSTEM(ioctl, fd, TIOCOUTQ, &held);
    MZ_SYSTEM(getsockopt, fd, SOL_SOCKET, SO_SNDBUF, &room, &size);
    return held < room ? (room - held) / 2 : 0;
}

void mz_io_check_room(const struct mz_io *io, uint64_t size, const char *name)
{
    enum mz_descriptor_kind kind = description_of(io->fd)->kind;
    char text[64];

    mz_format(text, sizeof text, "%s of so much to a pipe or socket", name);
    if (mz_io_may_wait(io) && size > PIPE_BUF && size > room_of(io->fd, kind))
        mz_unsupported(text);
}

/* ---- streams ------------------------------------------------------------- */

/* It may have been closed, which is told elsewhere. */
static bool is_there(const FILE *stream)
{
    return stream && (!mz_heap_has((uint64_t)stream) ||
                      mz_heap_is_live((uint64_t)stream, sizeof *stream));
}

static struct mz_io use_of_stream(const FILE *stream, uint64_t pc)
{
    bool reads = stream->_flags & NO_WRITES;
    bool has_more = stream->_IO_read_ptr < stream->_IO_read_end;

    return (struct mz_io){
        .fd = stream->_fileno,
        .use = reads ? MZ_IO_READS : MZ_IO_WRITES,
        .never_waits = reads && has_more,
        .pc = pc,
    };
}

bool mz_io_is_pipe(int fd)
{
    return is_pipe(description_of(fd));
}

bool mz_io_polls_room(int fd)
{
    return description_of(fd)->kind != MZ_DESCRIPTOR_SOCKET;
}

bool mz_io_stream(FILE *stream, uint64_t pc)
{
    struct mz_io io;
    int fd;

    if (!is_there(stream) || stream->_fileno < 0)
        return false;
    io = use_of_stream(stream, pc);
    fd = io.fd;
    if (mz_io_may_wait(&io) && !(stream->_flags & (NO_READS | NO_WRITES)))
        mz_unsupported("a stream that reads and writes, on a pipe or socket");
    if (!is_plain_output(io.fd))
        mz_io_begin(&io);
    if (io.fd != fd && is_there(stream)) /* else that is told elsewhere */
        mz_unsupported("closing the descriptor of a stream that another thread "
                       "uses");
    return true;
}

/* ---- the table of descriptors -------------------------------------------- */

void mz_descriptor_before_open(void)
{
    check_block();
    touch_one(&table, MZ_FILE_CHANGE);
}

static unsigned new_description(enum mz_descriptor_kind kind)
{
    unsigned i = INHERITED + 1;

    while (i < DESCRIPTIONS && descriptions[i].references)
        i++;
    if (i == DESCRIPTIONS)
        mz_unsupported("more than 511 open files");
    descriptions[i] = (struct description){.kind = kind};
    return i;
}

static void take(int fd, unsigned description)
{
    struct number *n = number(fd);

    n->description = description;
    n->is_taken = n->is_changed = true;
    n->is_installed = false;
    descriptions[description].references++;
}

static void install(int fd)
{
    touch_one(&numbers[fd], MZ_FILE_CHANGE);
    numbers[fd].is_installed = true;
}

static void tell_of(int fd, enum mz_action action, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, MZ_DESCRIPTOR_ADDRESS + fd, 0, 0, 0, 0, pc);
}

static void check_number(int fd)
{
    if (!has_number(fd))
        mz_unsupported("a descriptor above 1023");
}

void mz_descriptor_opens(int fd, enum mz_descriptor_kind kind, uint64_t pc)
{
    unsigned i;

    if (fd < 0)
        return;
    check_number(fd);
    i = new_description(kind);
    if (kind == MZ_DESCRIPTOR_OTHER &&
        (descriptions[i].file = mz_file_of_descriptor(fd)))
        descriptions[i].kind = MZ_DESCRIPTOR_FILE;
    if (kind >= MZ_DESCRIPTOR_PIPE)
        descriptions[i].pipe = new_pipe(1);
    take(fd, i);
    install(fd);
    tell_of(fd, MZ_ACTION_DESCRIPTOR_OPEN, pc);
}

void mz_descriptor_opens_pair(const int fds[2], enum mz_descriptor_kind kind,
                              uint64_t pc)
{
    unsigned pipe = new_pipe(2);

    for (unsigned end = 0; end < 2; end++) {
        unsigned i;

        check_number(fds[end]);
        i = new_description(kind);
        descriptions[i].pipe = pipe;
        descriptions[i].end = end;
        take(fds[end], i);
    }
    for (unsigned end = 0; end < 2; end++)
        install(fds[end]);
    tell_of(fds[0], MZ_ACTION_DESCRIPTOR_OPEN, pc);
    tell_of(fds[1], MZ_ACTION_DESCRIPTOR_OPEN, pc);
}

static void check_unchanged(int fd, int now)
{
    if (now != fd)
        mz_unsupported("copying a descriptor that another thread closes");
}

bool mz_descriptor_before_copy(int fd)
{
    check_block();
    if (!look_up(fd))
        return false;
    begin_to_use(fd);
    touch_one(&table, MZ_FILE_CHANGE);
    check_unchanged(fd, end_to_use(fd));
    return true;
}

void mz_descriptor_copied(int fd, int copy, uint64_t pc)
{
    if (copy < 0)
        return;
    check_number(copy);
    take(copy, description_of(fd) - descriptions);
    install(copy);
    tell_of(copy, MZ_ACTION_DESCRIPTOR_OPEN, pc);
}

static void drop(struct number *n)
{
    struct description *d = &descriptions[n->description];

    if (n->is_taken && !--d->references) {
        pipes[d->pipe].ends -= is_pipe(d);
        forget_watches_of(d - descriptions);
    }
    n->description = INHERITED;
    n->is_taken = n->is_installed = false;
    n->is_changed = true;
}

static void order_by_lock(const struct description *d, enum mz_sync sync)
{
    if (mz_rt.detecting)
        mz_race_detector_synchronise(
            mz_self(), (uint64_t)mz_file_lock_of(d->file), sync);
}

/* The event by which a number is closed, or put to another use: it may be the
 * last of its description, and so the end of a pipe. False: another thread has
 * closed it meanwhile. */
static bool touch_all_of(int fd)
{
    const struct description *d = &descriptions[numbers[fd].description];
    const struct access a[] = {
        {&numbers[fd], MZ_FILE_CHANGE},
        {&table, MZ_FILE_CHANGE},
        {is_pipe(d) ? (const void *)&pipes[d->pipe]
         : d->file  ? mz_file_lock_of(d->file)
                    : NULL,
         MZ_FILE_CHANGE},
    };

    touch(a, a[2].object ? 3 : 2);
    if (&descriptions[numbers[fd].description] != d) {
        if (numbers[fd].is_taken)
            mz_unsupported("closing a descriptor that another thread closes "
                           "and opens again");
        return false;
    }
    if (d->lock)
        order_by_lock(d, MZ_SYNC_RELEASE_JOIN);
    keep_for_users(fd);
    return true;
}

bool mz_descriptor_closes(int fd, uint64_t pc)
{
    if (!has_number(fd))
        return true;
    check_block();
    if (!look_up(fd))
        return false;
    if (!touch_all_of(fd))
        return false;
    tell_of(fd, MZ_ACTION_DESCRIPTOR_CLOSE, pc);
    drop(number(fd));
    return true;
}

bool mz_descriptor_before_replace(int fd, int place)
{
    check_block();
    if (!look_up(fd))
        return false;
    if (fd == place || !has_number(place))
        return true;
    begin_to_use(fd);
    look_up(place);
    touch_all_of(place);
    check_unchanged(fd, end_to_use(fd));
    return true;
}

void mz_descriptor_replaced(int fd, int place)
{
    unsigned description = description_of(fd) - descriptions;

    if (fd == place)
        return;
    check_number(place);
    drop(number(place));
    take(place, description);
    numbers[place].is_installed = true;
}

void mz_descriptor_closes_many(const char *name)
{
    char text[64];

    mz_format(text, sizeof text, "%s beside other threads", name);
    if (!mz_turn_is_alone())
        mz_unsupported(text);
}

/* ---- locks of files ------------------------------------------------------ */

/* Files whose names have the same hash have one lock, as an object; whether it
 * is to be had must be told of each. */
static void check_names(const struct description *d, int fd)
{
    struct stat own, other;

    MZ_SYSTEM(fstat, fd, &own);
    for (unsigned i = 0; i < DESCRIPTIONS; i++) {
        const struct description *o = &descriptions[i];

        if (o == d || !o->references || o->file != d->file || !o->lock)
            continue;
        MZ_SYSTEM(fstat, number_of(o), &other);
        if (own.st_ino != other.st_ino || own.st_dev != other.st_dev)
            mz_unsupported("flock of two files whose names have the same hash");
    }
}

static void wait_for_lock(const struct description *d, int fd, uint64_t need,
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

    mz_visible_begin(&v);
    lock_state((uint64_t)object, &state);
    if (!(state & v.number))
        mz_visible_refuse(v.kind, v.object, state);
    mz_visible_end(&v, v.kind, state, v.number);
}

/* The turn of a call, at which a lock that is asked for is to be had, or the
 * call does not wait. */
static void stand_for_lock(const struct description *d, int fd, uint64_t need,
                           bool waits, uint64_t pc)
{
    uint64_t state;

    lock_state((uint64_t)mz_file_lock_of(d->file), &state);
    if (waits && (!mz_turn_is_alone() || !(state & need)))
        wait_for_lock(d, fd, need, pc);
    else
        touch_one(mz_file_lock_of(d->file), MZ_FILE_CHANGE);
}

static void give_lock_back(struct description *d)
{
    if (d->lock)
        order_by_lock(d, MZ_SYNC_RELEASE_JOIN);
    d->lock = MZ_FILE_UNLOCKED;
}

static int take_lock(struct description *d, int fd, enum mz_file_lock lock,
                     bool waits, uint64_t pc)
{
    uint64_t state;

    stand_for_lock(d, fd, lock_need(lock) | own_need(d), waits, pc);
    if (d->lock == lock)
        return 0;
    if (d->lock) { /* others may be faster than it then */
        give_lock_back(d);
        stand_for_lock(d, fd, lock_need(lock), waits, pc);
    }
    check_names(d, fd);
    lock_state((uint64_t)mz_file_lock_of(d->file), &state);
    if (!(state & lock_need(lock)))
        return -EWOULDBLOCK;
    d->lock = lock;
    order_by_lock(d, MZ_SYNC_ACQUIRE);
    return 0;
}

int mz_file_locks(int fd, enum mz_file_lock lock, bool waits, uint64_t pc)
{
    struct description *d;
    int status = 0;

    check_block();
    if (!look_up(fd) || !has_number(fd) || !numbers[fd].is_taken)
        return -EBADF;
    d = description_of(fd);
    if (!d->file)
        mz_unsupported("flock of what is no regular file");
    begin_to_use(fd);
    if (lock) {
        status = take_lock(d, fd, lock, waits, pc);
    } else {
        touch_one(mz_file_lock_of(d->file), MZ_FILE_CHANGE);
        give_lock_back(d);
    }
    if (end_to_use(fd) != fd)
        mz_unsupported("closing a descriptor that another thread locks");
    tell_of(fd, MZ_ACTION_FLOCK, pc);
    return status;
}

/* ---- paths --------------------------------------------------------------- */

static void touch_path(const struct mz_io_path *p, const uint64_t *file)
{
    struct access a[3];
    unsigned count = 0;

    a[count++] = (struct access){
        &mz_file_names, p->changes_names ? MZ_FILE_CHANGE : MZ_FILE_LOOK};
    if (file)
        a[count++] = (struct access){
            file, p->file == MZ_IO_LOOKS ? MZ_FILE_LOOK : MZ_FILE_CHANGE};
    if (p->opens)
        a[count++] = (struct access){&table, MZ_FILE_CHANGE};
    touch(a, count);
}

/* Which file it is depends on the names. So that is looked for before, and once
 * more when it is the call's turn. */
void mz_io_path(const struct mz_io_path *p)
{
    const uint64_t *file = NULL, *before;

    if (mz_turn_is_alone())
        return;
    check_block();
    if (p->has_file) {
        touch_one(&mz_file_names, MZ_FILE_LOOK);
        file = mz_file_of_path(p->folder, p->path, p->follows);
    }
    do {
        before = file;
        touch_path(p, file);
        if (p->has_file)
            file = mz_file_of_path(p->folder, p->path, p->follows);
    } while (file != before);
}

void mz_io_renames(void)
{
    check_block();
    touch_one(&mz_file_names, MZ_FILE_CHANGE);
    for (unsigned fd = 0; fd < number_count; fd++) {
        const struct description *d = description_of(fd);

        if (numbers[fd].is_taken && d->file)
            mz_file_keep(fd, d->file);
    }
}
