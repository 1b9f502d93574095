/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls on files, sockets and streams. They do what they always do, after this:
 * those that open, close or move a descriptor tell so, for rollback to restore
 * descriptors; those that have the kernel write to memory of the program make
 * that memory writable; those that read make sure that they need not wait;
 * those that name files by a path, or change them, meet private files.
 *
 * A call is one row: its name, and what is to be known of its arguments.
 */
#define _GNU_SOURCE
#include "runtime/libc_forward.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor.h"
#include "runtime/libc_messages.h"
#include "runtime/libc_paths.h"
#include "runtime/loop.h"
#include "runtime/socket.h"
#include "runtime/state.h"
#include "runtime/stream_lock.h"
#include "runtime/view.h"

/* ---- rules -------------------------------------------------------------- */

enum verb {
    NOTHING,
    FILLS,          /* memory at argument a, of size b */
    FILLS_VECTOR,   /* the b (an argument) iovecs at argument a */
    FILLS_MESSAGE,  /* the struct msghdr at argument a */
    FILLS_MESSAGES, /* the b (an argument) struct mmsghdr at argument a */
    PASSES_MANY,    /* what the b (an argument) struct mmsghdr there say */
    MOVES,          /* descriptor a: its offset */
    READS,          /* from descriptor a; b: argument of flags, plus one */
    READS_AT,       /* the same, not at the position */
    LOOKS,          /* at descriptor a */
    HAS,            /* descriptor a: it matters whether there is one */
    WRITES,         /* to descriptor a; b: as above */
    WRITES_AT,      /* the same, not at the position */
    CHANGES,        /* descriptor a, or its file, or anything */
    MOVES_STREAM,   /* FILE a: the same with its descriptor */
    CLOSES_STREAM,  /* FILE a, and its descriptor */
    CLOSES_FOLDER,  /* DIR a, and its descriptor */
    GIVES,          /* a: what it returns, or puts at argument b */
    READS_STREAM,   /* from FILE a; buffers there */
    READS_STDIN,    /* from stdin */
    DUPLICATES,     /* descriptor a */
    NAMES,          /* a file, by the path at argument a */
    CHANGES_FILE,   /* of descriptor a, whatever that is open for */
    PATHS,          /* and more: what is done with a path (libc_paths.h) */
};
enum gift {
    GIVES_NUMBER,  /* a descriptor */
    GIVES_COUNTER, /* that of an eventfd */
    GIVES_STREAM,  /* a FILE, which has one */
    GIVES_FOLDER,  /* a DIR, which has one */
    GIVES_WITHIN,  /* one that libc keeps to itself */
    GIVES_PIPE,    /* both ends, at argument b */
    GIVES_SOCKETS, /* the same */
    GIVES_TERMINAL, /* one at each of the first two arguments */
};
#define RULE(verb, a, b) ((verb) << 24 | (a) << 16 | (b))
#define FILLS(a, size) RULE(FILLS, a, size)
#define FILLS_VECTOR(a, count) RULE(FILLS_VECTOR, a, count)
#define FILLS_MESSAGE(a) RULE(FILLS_MESSAGE, a, 0)
#define FILLS_MESSAGES(a, count) RULE(FILLS_MESSAGES, a, count)
#define PASSES_MANY(a, count) RULE(PASSES_MANY, a, count)
#define MOVES(a) RULE(MOVES, a, 0)
#define MOVES_STREAM(a) RULE(MOVES_STREAM, a, 0)
#define READS(a) RULE(READS, a, 0)
#define READS_WITH(a, flags) RULE(READS, a, flags + 1)
#define READS_AT(a) RULE(READS_AT, a, 0)
#define LOOKS(a) RULE(LOOKS, a, 0)
#define HAS(a) RULE(HAS, a, 0)
#define WRITES(a) RULE(WRITES, a, 0)
#define WRITES_WITH(a, flags) RULE(WRITES, a, flags + 1)
#define WRITES_AT(a) RULE(WRITES_AT, a, 0)
#define CHANGES(a) RULE(CHANGES, a, 0)
#define CLOSES_STREAM(a) RULE(CLOSES_STREAM, a, 0)
#define CLOSES_FOLDER(a) RULE(CLOSES_FOLDER, a, 0)
#define GIVES(what, b) RULE(GIVES, GIVES_##what, b)
#define READS_STREAM(a) RULE(READS_STREAM, a, 0)
#define READS_STDIN() RULE(READS_STDIN, 0, 0)
#define DUPLICATES(a) RULE(DUPLICATES, a, 0)
#define NAMES(a) RULE(NAMES, a, 0)
#define CHANGES_FILE(a) RULE(CHANGES_FILE, a, 0)

/* The path at argument a; the folder where it begins at argument b; what else
 * there is to know, at argument c. */
#define NONE MZ_PATH_NONE
#define PATH(use, a, b, c) RULE(PATHS + MZ_PATH_##use, a, (b) << 4 | (c))

/* Sizes: a number of bytes below 1024, or how to find it in arguments. */
enum size_kind { BYTES, ARGUMENT, PRODUCT, TIMES, SOCKLEN };
#define SIZE(kind, x, y) ((kind) << 13 | (x) << 10 | (y))
#define ARGUMENT(i) SIZE(ARGUMENT, i, 0)     /* argument i */
#define PRODUCT(i, j) SIZE(PRODUCT, i, j)    /* argument i * argument j */
#define TIMES(i, unit) SIZE(TIMES, i, unit)  /* argument i * unit bytes */
#define SOCKLEN(i) SIZE(SOCKLEN, i, 0)       /* the socklen_t at argument i */

/* The kernel transfers no more than this at once. */
#define MOST 0x7ffff000ull

static void touch(uint64_t address, uint64_t size)
{
    mz_snapshot_touch((void *)address, size < MOST ? size : MOST);
}

static uint64_t size_of(const uint64_t *arguments, unsigned size)
{
    uint64_t x = arguments[size >> 10 & 7];
    unsigned y = size & 1023;

    switch ((enum size_kind)(size >> 13)) {
    case BYTES:
        return size;
    case ARGUMENT:
        return x;
    case PRODUCT:
        return x * arguments[y];
    case TIMES:
        return x * y;
    case SOCKLEN:
        if (!x)
            return 0;
        touch(x, sizeof(socklen_t));
        return *(const socklen_t *)x;
    }
    return 0;
}

static void touch_vector(const struct iovec *vector, uint64_t count)
{
    for (uint64_t i = 0; vector && i < count && i < 1024; i++)
        touch((uint64_t)vector[i].iov_base, vector[i].iov_len);
}

static void touch_message(struct msghdr *message)
{
    touch((uint64_t)message, sizeof *message);
    touch((uint64_t)message->msg_name, message->msg_namelen);
    touch((uint64_t)message->msg_control, message->msg_controllen);
    touch_vector(message->msg_iov, message->msg_iovlen);
}

static void touch_messages(struct mmsghdr *messages, uint64_t count)
{
    for (uint64_t i = 0; i < count && i < 1024; i++) {
        touch((uint64_t)&messages[i], sizeof messages[i]);
        touch_message(&messages[i].msg_hdr);
    }
}

static void before_stream(FILE *stream, const char *name)
{
    if (!stream)
        return;
    mz_descriptor_moves(stream->_fileno);
    touch((uint64_t)stream->_IO_buf_base,
          stream->_IO_buf_end - stream->_IO_buf_base);
    if (stream->_IO_read_ptr >= stream->_IO_read_end && stream->_fileno >= 0)
        mz_descriptor_before_read(stream->_fileno, name);
}

static bool is_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static void replace_random_device(uint64_t *path)
{
    const char *name = (const char *)*path;

    if (name &&
        (is_equal(name, "/dev/urandom") || is_equal(name, "/dev/random")))
        *path = (uint64_t)mz_random_device();
}

/* Of a rule that says which argument they are; else none. */
static uint64_t flags_of(uint32_t rule, const struct mz_call *call)
{
    unsigned after = rule & 0xffff;

    return after ? call->arguments[after - 1] : 0;
}

static void apply(uint32_t rule, struct mz_call *call, const char *name)
{
    unsigned b = rule & 0xffff;
    uint64_t *a = &call->arguments[rule >> 16 & 0xff];

    switch ((enum verb)(rule >> 24)) {
    case FILLS:
        touch(*a, size_of(call->arguments, b));
        break;
    case FILLS_VECTOR:
        touch_vector((void *)*a, call->arguments[b]);
        break;
    case FILLS_MESSAGE:
        touch_message((void *)*a);
        break;
    case FILLS_MESSAGES:
        touch_messages((void *)*a, call->arguments[b]);
        break;
    case PASSES_MANY:
        for (uint64_t i = 0; *a && i < call->arguments[b]; i++)
            mz_message_refuse_descriptors(&((struct mmsghdr *)*a)[i].msg_hdr);
        break;
    case MOVES:
    case WRITES:
    case WRITES_AT:
    case CHANGES:
        mz_descriptor_moves(*a);
        break;
    case MOVES_STREAM:
    case CLOSES_STREAM:
        if (*a)
            mz_descriptor_moves(((FILE *)*a)->_fileno);
        break;
    case READS:
    case READS_AT:
        if (flags_of(rule, call) & MSG_DONTWAIT)
            mz_descriptor_before_dup(*a);
        else
            mz_descriptor_before_read(*a, name);
        break;
    case READS_STREAM:
        before_stream((FILE *)*a, name);
        break;
    case READS_STDIN:
        before_stream(stdin, name);
        break;
    case DUPLICATES:
        mz_descriptor_before_dup(*a);
        break;
    case NAMES:
        replace_random_device(a);
        break;
    case CHANGES_FILE:
        mz_path_before_change(*a, name);
        break;
    case NOTHING:
    case LOOKS:
    case HAS:
    case CLOSES_FOLDER:
    case GIVES:
    case PATHS:
        break;
    }
}

static void look(struct mz_call *call, const struct mz_forward *row)
{
    for (unsigned i = 0; i < MZ_FORWARD_RULES && row->rules[i]; i++) {
        uint32_t rule = row->rules[i];

        if (rule >> 24 < PATHS)
            apply(rule, call, row->name);
        else
            mz_path_before(call, row, (rule >> 24) - PATHS, rule >> 16 & 0xff,
                           rule >> 4 & 15, rule & 15);
    }
}

static void look_and_open(struct mz_call *call, const struct mz_forward *row)
{
    mz_descriptors_opened = true;
    look(call, row);
}

/* ---- turns -------------------------------------------------------------- */

/* The use of a descriptor by a rule; false: the rule is about none. */
static bool is_use(enum verb verb, enum mz_io_use *use)
{
    static const uint8_t uses[PATHS] = {
        [LOOKS] = 1 + MZ_IO_LOOKS,       [READS] = 1 + MZ_IO_READS,
        [READS_AT] = 1 + MZ_IO_READS_AT, [WRITES] = 1 + MZ_IO_WRITES,
        [WRITES_AT] = 1 + MZ_IO_WRITES_AT, [MOVES] = 1 + MZ_IO_MOVES,
        [CHANGES] = 1 + MZ_IO_CHANGES,   [CHANGES_FILE] = 1 + MZ_IO_CHANGES,
    };

    if (verb >= PATHS || !uses[verb])
        return false;
    *use = uses[verb] - 1;
    return true;
}

/* For loops: what the call was given. */
static void tell_call(uint32_t rule, const struct mz_call *call)
{
    const uint64_t *a = call->arguments;
    const uint64_t given[] = {a[0], a[1], a[2], flags_of(rule, call)};

    mz_loop_note_call(call->caller, MZ_DESCRIPTOR_ADDRESS + (int)a[0], given,
                      MZ_COUNT(given));
}

static void take_turn_by(uint32_t rule, enum mz_io_use use,
                         struct mz_call *call)
{
    uint64_t *fd = &call->arguments[rule >> 16 & 0xff];
    uint64_t flags = flags_of(rule, call);
    struct mz_io io = {
        .fd = *fd,
        .use = use,
        .never_waits = flags & MSG_DONTWAIT,
        .knows_signals = true,
        .may_fail = call->due & MZ_FORWARD_LOOKS,
        .pc = call->caller,
    };

    if (io.may_fail && MZ_UNLIKELY(mz_rt.watching))
        tell_call(rule, call);
    if (flags)
        mz_socket_check_flags(*fd, flags);
    if (flags & MSG_WAITALL && mz_io_may_wait(&io))
        mz_unsupported(SOCKET_WAITALL);
    *fd = mz_io_begin(&io) ? io.fd : -1; /* it is not open yet */
    if (io.may_fail && !mz_io_is_in_vain(&io))
        mz_effect_note();
    if (io.is_left)
        call->due |= MZ_FORWARD_LEFT;
}

/* What is left in its buffer is written, before its descriptor is closed.
 * False: it has none. */
static bool take_turn_of_rest(FILE *stream, uint64_t pc)
{
    bool is_entered = stream && mz_stream_lock_enter(stream, pc);
    bool is_there = mz_io_stream(stream, (struct mz_wanted){1, EOF}, pc);

    if (is_there) {
        mz_io_check_stream(stream, false);
        mz_io_end();
    }
    if (is_entered)
        mz_stream_lock_leave(stream, pc);
    return is_there;
}

/* Its number is closed only where nothing is opened, and that is known after
 * the turn: other threads might get it before. */
static void take_turn_to_reopen(FILE *stream, const struct mz_forward *row,
                                uint64_t pc)
{
    mz_descriptor_closes_many(row->name);
    if (take_turn_of_rest(stream, pc))
        mz_descriptor_closes(stream->_fileno, pc);
}

static bool gives(const struct mz_forward *row)
{
    return row->rules[0] >> 24 == GIVES;
}

static bool has_path(const struct mz_forward *row)
{
    for (unsigned i = 0; i < MZ_FORWARD_RULES; i++)
        if (row->rules[i] >> 24 >= PATHS)
            return true;
    return false;
}

/* How many descriptors the call uses: two are one turn. */
static unsigned uses_of(const struct mz_call *call,
                        const struct mz_forward *row, struct mz_io io[2])
{
    unsigned count = 0;

    for (unsigned i = 0; i < MZ_FORWARD_RULES && row->rules[i]; i++) {
        enum mz_io_use use;

        if (!is_use(row->rules[i] >> 24, &use))
            continue;
        if (count < 2)
            io[count] = (struct mz_io){
                .fd = call->arguments[row->rules[i] >> 16 & 0xff],
                .use = use,
                .pc = call->caller,
            };
        count++;
    }
    return count;
}

/* The kernel is to say that one of them is none. */
static void take_turn_of_both(struct mz_call *call,
                              const struct mz_forward *row,
                              const struct mz_io io[2])
{
    if (!mz_io_begin_both(io, row->name))
        call->arguments[row->rules[0] >> 16 & 0xff] = -1;
}

static void take_turn(struct mz_call *call, const struct mz_forward *row)
{
    enum mz_io_use use;
    struct mz_io io[2];

    if (uses_of(call, row, io) == 2) {
        take_turn_of_both(call, row, io);
        return;
    }
    for (unsigned i = 0; i < MZ_FORWARD_RULES && row->rules[i]; i++) {
        uint32_t rule = row->rules[i];

        if (is_use(rule >> 24, &use))
            take_turn_by(rule, use, call);
        else if (rule >> 24 == HAS)
            mz_io_number(call->arguments[rule >> 16 & 0xff]);
        else if (rule >> 24 == CLOSES_STREAM)
            take_turn_to_reopen((FILE *)call->arguments[rule >> 16 & 0xff],
                                row, call->caller);
        else if (rule >> 24 >= PATHS)
            mz_path_turn(call, (rule >> 24) - PATHS, gives(row),
                         rule >> 16 & 0xff, rule >> 4 & 15, rule & 15);
    }
}

/* Out of band there may be something to be had though there is nothing else. */
bool mz_forward_may_look(const struct mz_call *call,
                         const struct mz_forward *row)
{
    uint64_t flags = flags_of(row->rules[0], call);
    const struct mz_io io = {
        .fd = call->arguments[row->rules[0] >> 16 & 0xff],
        .use = MZ_IO_READS,
        .never_waits = flags & MSG_DONTWAIT,
    };

    return row->turn == take_turn && row->rules[0] >> 24 == READS &&
           !(flags & ~(uint64_t)(MSG_DONTWAIT | MSG_PEEK)) &&
           !mz_rt.signalling && !mz_rt.interleaving && mz_io_may_fail(&io);
}

static void take_turn_to_open(struct mz_call *call,
                              const struct mz_forward *row)
{
    take_turn(call, row);
    if (gives(row) && !has_path(row))
        mz_descriptor_before_call_opens();
}

/* What is closed is no more used by its number. */
static void take_turn_to_close(struct mz_call *call,
                               const struct mz_forward *row)
{
    uint64_t object = call->arguments[0], pc = call->caller;

    if (row->rules[0] >> 24 == CLOSES_STREAM) {
        if (take_turn_of_rest((FILE *)object, pc))
            mz_descriptor_call_closes(((FILE *)object)->_fileno, pc);
    } else if (object) {
        mz_descriptor_call_closes(dirfd((DIR *)object), pc);
    }
}

static int number_given(uint64_t result, enum gift gift)
{
    if (gift == GIVES_STREAM)
        return result ? ((FILE *)result)->_fileno : -1;
    if (gift == GIVES_FOLDER)
        return result ? dirfd((DIR *)result) : -1;
    return result;
}

static void note_terminal(const struct mz_call *call)
{
    for (unsigned end = 0; end < 2; end++)
        mz_descriptor_opens(*(const int *)call->arguments[end],
                            MZ_DESCRIPTOR_OTHER, call->caller);
}

static void note_opened(struct mz_call *call, const struct mz_forward *row)
{
    enum gift gift = row->rules[0] >> 16 & 0xff;
    const int *pair = (const int *)call->arguments[row->rules[0] & 0xffff];

    if (!gives(row) || gift == GIVES_WITHIN)
        return;
    if (gift < GIVES_WITHIN)
        mz_descriptor_opens(number_given(call->result, gift),
                            gift == GIVES_COUNTER ? MZ_DESCRIPTOR_EVENT
                                                  : MZ_DESCRIPTOR_OTHER,
                            call->caller);
    else if (!(int)call->result && gift == GIVES_TERMINAL)
        note_terminal(call);
    else if (!(int)call->result)
        mz_descriptor_opens_pair(pair,
                                 gift == GIVES_PIPE ? MZ_DESCRIPTOR_PIPE
                                                    : MZ_DESCRIPTOR_SOCKET,
                                 call->caller);
}

/* ---- the calls ---------------------------------------------------------- */

/* clang-format off */

/* Open descriptors. */
#define OPENING_CALLS(X)                                            \
    X(open, GIVES(NUMBER, 0), NAMES(0), PATH(OPENS, 0, NONE, 1))    \
    X(open64, GIVES(NUMBER, 0), NAMES(0), PATH(OPENS, 0, NONE, 1))  \
    X(__open_2, GIVES(NUMBER, 0), NAMES(0),                         \
      PATH(OPENS, 0, NONE, 1))                                      \
    X(__open64_2, GIVES(NUMBER, 0), NAMES(0),                       \
      PATH(OPENS, 0, NONE, 1))                                      \
    X(openat, GIVES(NUMBER, 0), NAMES(1), PATH(OPENS, 1, 0, 2))     \
    X(openat64, GIVES(NUMBER, 0), NAMES(1), PATH(OPENS, 1, 0, 2))   \
    X(__openat_2, GIVES(NUMBER, 0), NAMES(1), PATH(OPENS, 1, 0, 2)) \
    X(__openat64_2, GIVES(NUMBER, 0), NAMES(1),                     \
      PATH(OPENS, 1, 0, 2))                                         \
    X(creat, GIVES(NUMBER, 0), PATH(CREATES, 0, NONE, NONE))        \
    X(creat64, GIVES(NUMBER, 0), PATH(CREATES, 0, NONE, NONE))      \
    X(fopen, GIVES(STREAM, 0), NAMES(0),                            \
      PATH(OPENS_STREAM, 0, NONE, 1))                               \
    X(fopen64, GIVES(STREAM, 0), NAMES(0),                          \
      PATH(OPENS_STREAM, 0, NONE, 1))                               \
    X(freopen, GIVES(STREAM, 0), NAMES(0), CLOSES_STREAM(2),        \
      PATH(OPENS_STREAM, 0, NONE, 1))                               \
    X(freopen64, GIVES(STREAM, 0), NAMES(0), CLOSES_STREAM(2),      \
      PATH(OPENS_STREAM, 0, NONE, 1))                               \
    X(dprintf, WRITES(0))                                           \
    X(vdprintf, WRITES(0))                                          \
    X(__dprintf_chk, WRITES(0))                                     \
    X(__vdprintf_chk, WRITES(0))                                    \
    X(fdopen, HAS(0))                                               \
    X(fopencookie)                                                  \
    X(pipe, GIVES(PIPE, 0), FILLS(0, 8))                            \
    X(pipe2, GIVES(PIPE, 0), FILLS(0, 8))                           \
    X(socketpair, GIVES(SOCKETS, 3), FILLS(3, 8))                   \
    X(memfd_create, GIVES(NUMBER, 0))                               \
    X(eventfd, GIVES(COUNTER, 0))                                   \
    X(epoll_create, GIVES(NUMBER, 0))                               \
    X(epoll_create1, GIVES(NUMBER, 0))                              \
    X(inotify_init, GIVES(NUMBER, 0))                               \
    X(inotify_init1, GIVES(NUMBER, 0))                              \
    X(opendir, GIVES(FOLDER, 0), PATH(LISTS, 0, NONE, NONE))        \
    X(fts_open, PATH(SEARCHES, 0, NONE, NONE))                      \
    X(fts64_open, PATH(SEARCHES, 0, NONE, NONE))                    \
    X(tmpfile, GIVES(STREAM, 0))                                    \
    X(tmpfile64, GIVES(STREAM, 0))                                  \
    X(posix_openpt, GIVES(NUMBER, 0))                               \
    X(getpt, GIVES(NUMBER, 0))                                      \
    X(openpty, GIVES(TERMINAL, 0), FILLS(0, 4), FILLS(1, 4))        \
    X(closelog, GIVES(WITHIN, 0))                                   \
    X(setpwent, GIVES(WITHIN, 0))                                   \
    X(getpwent, GIVES(WITHIN, 0))                                   \
    X(endpwent, GIVES(WITHIN, 0))                                   \
    X(setgrent, GIVES(WITHIN, 0))                                   \
    X(getgrent, GIVES(WITHIN, 0))                                   \
    X(endgrent, GIVES(WITHIN, 0))

/* Close one. */
#define CLOSING_CALLS(X)                                            \
    X(fclose, CLOSES_STREAM(0))                                     \
    X(closedir, CLOSES_FOLDER(0))

/* All others. */
#define OTHER_CALLS(X)                                              \
    /* read */                                                      \
    X(read, READS(0), FILLS(1, ARGUMENT(2)))                        \
    X(__read_chk, READS(0), FILLS(1, ARGUMENT(2)))                  \
    X(pread, READS_AT(0), FILLS(1, ARGUMENT(2)))                    \
    X(pread64, READS_AT(0), FILLS(1, ARGUMENT(2)))                  \
    X(__pread_chk, READS_AT(0), FILLS(1, ARGUMENT(2)))              \
    X(__pread64_chk, READS_AT(0), FILLS(1, ARGUMENT(2)))            \
    X(readv, READS(0), FILLS_VECTOR(1, 2))                          \
    X(preadv, READS_AT(0), FILLS_VECTOR(1, 2))                      \
    X(preadv64, READS_AT(0), FILLS_VECTOR(1, 2))                    \
    X(preadv2, READS(0), FILLS_VECTOR(1, 2))                        \
    X(preadv64v2, READS(0), FILLS_VECTOR(1, 2))                     \
    X(recv, READS_WITH(0, 3), FILLS(1, ARGUMENT(2)))                \
    X(__recv_chk, READS_WITH(0, 4), FILLS(1, ARGUMENT(2)))          \
    X(eventfd_read, READS(0), FILLS(1, 8))                          \
    X(getdents64, MOVES(0), FILLS(1, ARGUMENT(2)))                  \
    X(lseek, MOVES(0))                                              \
    X(lseek64, MOVES(0))                                            \
    /* write */                                                     \
    X(pwrite, WRITES_AT(0))                                         \
    X(pwrite64, WRITES_AT(0))                                       \
    X(pwritev, WRITES_AT(0))                                        \
    X(pwritev64, WRITES_AT(0))                                      \
    X(copy_file_range, READS(0), FILLS(1, 8), WRITES(2),            \
      FILLS(3, 8))                                                  \
    X(ftruncate, WRITES_AT(0))                                      \
    X(ftruncate64, WRITES_AT(0))                                    \
    X(fallocate, WRITES_AT(0))                                      \
    X(fallocate64, WRITES_AT(0))                                    \
    X(posix_fallocate, WRITES_AT(0))                                \
    X(posix_fallocate64, WRITES_AT(0))                              \
    /* streams */                                                   \
    X(fseek, MOVES_STREAM(0))                                       \
    X(fseeko, MOVES_STREAM(0))                                      \
    X(fseeko64, MOVES_STREAM(0))                                    \
    X(fsetpos, MOVES_STREAM(0))                                     \
    X(fsetpos64, MOVES_STREAM(0))                                   \
    X(rewind, MOVES_STREAM(0))                                      \
    X(fread, READS_STREAM(3), FILLS(0, PRODUCT(1, 2)))              \
    X(fread_unlocked, READS_STREAM(3),                              \
      FILLS(0, PRODUCT(1, 2)))                                      \
    X(__fread_chk, READS_STREAM(4), FILLS(0, PRODUCT(2, 3)))        \
    X(__fread_unlocked_chk, READS_STREAM(4),                        \
      FILLS(0, PRODUCT(2, 3)))                                      \
    X(fgetc, READS_STREAM(0))                                       \
    X(getc, READS_STREAM(0))                                        \
    X(_IO_getc, READS_STREAM(0))                                    \
    X(fgetc_unlocked, READS_STREAM(0))                              \
    X(getc_unlocked, READS_STREAM(0))                               \
    X(__uflow, READS_STREAM(0))                                     \
    X(__underflow, READS_STREAM(0))                                 \
    X(getw, READS_STREAM(0))                                        \
    X(fgets, READS_STREAM(2))                                       \
    X(fgets_unlocked, READS_STREAM(2))                              \
    X(__fgets_chk, READS_STREAM(3))                                 \
    X(__fgets_unlocked_chk, READS_STREAM(3))                        \
    X(getline, READS_STREAM(2))                                     \
    X(getdelim, READS_STREAM(3))                                    \
    X(__getdelim, READS_STREAM(3))                                  \
    X(fscanf, READS_STREAM(0))                                      \
    X(vfscanf, READS_STREAM(0))                                     \
    X(__isoc99_fscanf, READS_STREAM(0))                             \
    X(__isoc99_vfscanf, READS_STREAM(0))                            \
    X(fgetwc, READS_STREAM(0))                                      \
    X(getwc, READS_STREAM(0))                                       \
    X(fgetws, READS_STREAM(2))                                      \
    X(getchar, READS_STDIN())                                       \
    X(getchar_unlocked, READS_STDIN())                              \
    X(getwchar, READS_STDIN())                                      \
    X(scanf, READS_STDIN())                                         \
    X(vscanf, READS_STDIN())                                        \
    X(__isoc99_scanf, READS_STDIN())                                \
    X(__isoc99_vscanf, READS_STDIN())                               \
    /* ask */                                                       \
    X(stat, FILLS(1, 144), PATH(FOLLOWS, 0, NONE, NONE))            \
    X(stat64, FILLS(1, 144), PATH(FOLLOWS, 0, NONE, NONE))          \
    X(lstat, FILLS(1, 144), PATH(LINK, 0, NONE, NONE))              \
    X(lstat64, FILLS(1, 144), PATH(LINK, 0, NONE, NONE))            \
    X(fstat, LOOKS(0), FILLS(1, 144))                               \
    X(fstat64, LOOKS(0), FILLS(1, 144))                             \
    X(fstatat, FILLS(2, 144), PATH(FOLLOWS, 1, 0, 3))               \
    X(fstatat64, FILLS(2, 144), PATH(FOLLOWS, 1, 0, 3))             \
    X(__xstat, FILLS(2, 144), PATH(FOLLOWS, 1, NONE, NONE))         \
    X(__xstat64, FILLS(2, 144), PATH(FOLLOWS, 1, NONE, NONE))       \
    X(__lxstat, FILLS(2, 144), PATH(LINK, 1, NONE, NONE))           \
    X(__lxstat64, FILLS(2, 144), PATH(LINK, 1, NONE, NONE))         \
    X(__fxstat, LOOKS(1), FILLS(2, 144))                            \
    X(__fxstat64, LOOKS(1), FILLS(2, 144))                          \
    X(__fxstatat, FILLS(3, 144), PATH(FOLLOWS, 2, 1, 4))            \
    X(__fxstatat64, FILLS(3, 144), PATH(FOLLOWS, 2, 1, 4))          \
    X(statx, FILLS(4, 256), PATH(FOLLOWS, 1, 0, 2))                 \
    X(statfs, FILLS(1, 120), PATH(FOLLOWS, 0, NONE, NONE))          \
    X(statfs64, FILLS(1, 120), PATH(FOLLOWS, 0, NONE, NONE))        \
    X(fstatfs, LOOKS(0), FILLS(1, 120))                             \
    X(fstatfs64, LOOKS(0), FILLS(1, 120))                           \
    X(getxattr, FILLS(2, ARGUMENT(3)),                              \
      PATH(FOLLOWS, 0, NONE, NONE))                                 \
    X(lgetxattr, FILLS(2, ARGUMENT(3)), PATH(LINK, 0, NONE, NONE))  \
    X(fgetxattr, LOOKS(0), FILLS(2, ARGUMENT(3)))                   \
    X(listxattr, FILLS(1, ARGUMENT(2)),                             \
      PATH(FOLLOWS, 0, NONE, NONE))                                 \
    X(llistxattr, FILLS(1, ARGUMENT(2)), PATH(LINK, 0, NONE, NONE)) \
    X(flistxattr, LOOKS(0), FILLS(1, ARGUMENT(2)))                  \
    X(readlink, FILLS(1, ARGUMENT(2)), PATH(LINK, 0, NONE, NONE))   \
    X(__readlink_chk, FILLS(1, ARGUMENT(2)),                        \
      PATH(LINK, 0, NONE, NONE))                                    \
    X(readlinkat, FILLS(2, ARGUMENT(3)), PATH(LINK, 1, 0, NONE))    \
    X(__readlinkat_chk, FILLS(2, ARGUMENT(3)),                      \
      PATH(LINK, 1, 0, NONE))                                       \
    X(tcgetattr, LOOKS(0))                                          \
    X(tcsetattr, CHANGES(0))                                        \
    X(uname, FILLS(0, 390))                                         \
    X(getgroups, FILLS(1, TIMES(0, 4)))                             \
    X(__getgroups_chk, FILLS(1, TIMES(0, 4)))                       \
    X(getresuid, FILLS(0, 4), FILLS(1, 4), FILLS(2, 4))             \
    X(getresgid, FILLS(0, 4), FILLS(1, 4), FILLS(2, 4))             \
    X(sched_rr_get_interval, FILLS(1, 16))

/* By a descriptor of which nothing matters that others may change. */
#define NUMBER_CALLS(X)                                             \
    X(fstatvfs, HAS(0))                                             \
    X(fstatvfs64, HAS(0))                                           \
    X(fpathconf, HAS(0))                                            \
    X(isatty, HAS(0))                                               \
    X(tcflush, HAS(0))                                              \
    X(tcflow, HAS(0))                                               \
    X(tcdrain, HAS(0))                                              \
    X(tcsendbreak, HAS(0))                                          \
    X(tcgetpgrp, HAS(0))                                            \
    X(ttyname, HAS(0))                                              \
    X(ttyname_r, HAS(0))                                            \
    X(__ttyname_r_chk, HAS(0))                                      \
    X(ptsname, HAS(0))                                              \
    X(ptsname_r, HAS(0))                                            \
    X(__ptsname_r_chk, HAS(0))                                      \
    X(grantpt, HAS(0))                                              \
    X(unlockpt, HAS(0))                                             \
    X(fsync, HAS(0))                                                \
    X(fdatasync, HAS(0))                                            \
    X(syncfs, HAS(0))                                               \
    X(sync_file_range, HAS(0))                                      \
    X(posix_fadvise, HAS(0))                                        \
    X(posix_fadvise64, HAS(0))                                      \
    X(readahead, HAS(0))                                            \
    X(sockatmark, HAS(0))                                           \
    X(inotify_rm_watch, HAS(0))

/* Those that meet pipes which nobody reads, as write does. */
#define PIPE_CALLS(X)                                               \
    X(pwritev2, WRITES(0))                                          \
    X(pwritev64v2, WRITES(0))                                       \
    X(sendfile, WRITES(0), READS(1), FILLS(2, 8))                   \
    X(sendfile64, WRITES(0), READS(1), FILLS(2, 8))                 \
    X(splice, READS(0), FILLS(1, 8), WRITES(2), FILLS(3, 8))        \
    X(tee, READS(0), WRITES(1))                                     \
    X(eventfd_write, WRITES(0))                                     \
    X(vmsplice, WRITES(0))

/* By a path, or in spite of what a descriptor is open for. */
#define PATH_CALLS(X)                                               \
    /* look */                                                      \
    X(access, PATH(FOLLOWS, 0, NONE, NONE))                         \
    X(euidaccess, PATH(FOLLOWS, 0, NONE, NONE))                     \
    X(eaccess, PATH(FOLLOWS, 0, NONE, NONE))                        \
    X(faccessat, PATH(FOLLOWS, 1, 0, 3))                            \
    X(statvfs, PATH(FOLLOWS, 0, NONE, NONE))                        \
    X(statvfs64, PATH(FOLLOWS, 0, NONE, NONE))                      \
    X(pathconf, PATH(FOLLOWS, 0, NONE, NONE))                       \
    X(ftok, PATH(FOLLOWS, 0, NONE, NONE))                           \
    X(scandir, PATH(LISTS, 0, NONE, NONE))                          \
    X(scandir64, PATH(LISTS, 0, NONE, NONE))                        \
    X(scandirat, PATH(LISTS, 1, 0, NONE))                           \
    X(scandirat64, PATH(LISTS, 1, 0, NONE))                         \
    X(ftw, PATH(SEARCHES, 0, NONE, NONE))                           \
    X(ftw64, PATH(SEARCHES, 0, NONE, NONE))                         \
    X(nftw, PATH(SEARCHES, 0, NONE, NONE))                          \
    X(nftw64, PATH(SEARCHES, 0, NONE, NONE))                        \
    X(glob, PATH(SEARCHES, 0, NONE, NONE))                          \
    X(glob64, PATH(SEARCHES, 0, NONE, NONE))                        \
    X(wordexp, PATH(SEARCHES, 0, NONE, NONE))                       \
    /* make */                                                      \
    X(mkdir, PATH(MAKES_FOLDER, 0, NONE, NONE))                     \
    X(mkdirat, PATH(MAKES_FOLDER, 1, 0, NONE))                      \
    X(mkfifo, PATH(MAKES, 0, NONE, NONE))                           \
    X(mkfifoat, PATH(MAKES, 1, 0, NONE))                            \
    X(mknod, PATH(MAKES, 0, NONE, NONE))                            \
    X(mknodat, PATH(MAKES, 1, 0, NONE))                             \
    X(__xmknod, PATH(MAKES, 1, NONE, NONE))                         \
    X(__xmknodat, PATH(MAKES, 2, 1, NONE))                          \
    X(symlink, PATH(MAKES, 1, NONE, NONE))                          \
    X(symlinkat, PATH(MAKES, 2, 1, NONE))                           \
    X(link, PATH(LINKS, 0, NONE, NONE))                             \
    X(linkat, PATH(LINKS, 1, 0, 4))                                 \
    /* remove */                                                    \
    X(unlink, PATH(REMOVES, 0, NONE, NONE))                         \
    X(unlinkat, PATH(REMOVES_AT, 1, 0, 2))                          \
    X(rmdir, PATH(REMOVES_FOLDER, 0, NONE, NONE))                   \
    X(remove, PATH(REMOVES_ANY, 0, NONE, NONE))                     \
    X(rename, PATH(RENAMES, 0, NONE, NONE))                         \
    X(renameat, PATH(RENAMES, 1, 0, NONE))                          \
    X(renameat2, PATH(RENAMES, 1, 0, 4))                            \
    /* change */                                                    \
    X(truncate, PATH(CHANGES, 0, NONE, NONE))                       \
    X(truncate64, PATH(CHANGES, 0, NONE, NONE))                     \
    X(chmod, PATH(CHANGES, 0, NONE, NONE))                          \
    X(lchmod, PATH(CHANGES_LINK, 0, NONE, NONE))                    \
    X(fchmodat, PATH(CHANGES, 1, 0, 3))                             \
    X(chown, PATH(CHANGES, 0, NONE, NONE))                          \
    X(lchown, PATH(CHANGES_LINK, 0, NONE, NONE))                    \
    X(fchownat, PATH(CHANGES, 1, 0, 4))                             \
    X(utime, PATH(CHANGES, 0, NONE, NONE))                          \
    X(utimes, PATH(CHANGES, 0, NONE, NONE))                         \
    X(lutimes, PATH(CHANGES_LINK, 0, NONE, NONE))                   \
    X(futimesat, PATH(CHANGES, 1, 0, NONE))                         \
    X(utimensat, PATH(CHANGES, 1, 0, 3))                            \
    X(setxattr, PATH(CHANGES, 0, NONE, NONE))                       \
    X(lsetxattr, PATH(CHANGES_LINK, 0, NONE, NONE))                 \
    X(removexattr, PATH(CHANGES, 0, NONE, NONE))                    \
    X(lremovexattr, PATH(CHANGES_LINK, 0, NONE, NONE))              \
    X(fchmod, CHANGES_FILE(0))                                      \
    X(fchown, CHANGES_FILE(0))                                      \
    X(futimes, CHANGES_FILE(0))                                     \
    X(futimens, CHANGES_FILE(0))                                    \
    X(fsetxattr, CHANGES_FILE(0))                                   \
    X(fremovexattr, CHANGES_FILE(0))

/* clang-format on */

#define X(name, ...)                                                    \
    MZ_FORWARD_IN_TURN(name, take_turn_to_open, look_and_open, note_opened, \
                       __VA_ARGS__)
OPENING_CALLS(X)
#undef X
#define X(name, ...)                                                      \
    MZ_FORWARD_IN_TURN(name, take_turn_to_close, look_and_open, NULL,     \
                       __VA_ARGS__)
CLOSING_CALLS(X)
#undef X
#define X(name, ...) \
    MZ_FORWARD_IN_TURN(name, take_turn, look, NULL, __VA_ARGS__)
OTHER_CALLS(X)
NUMBER_CALLS(X)
PATH_CALLS(X)
#undef X

/* The process ignores the signal that the kernel sends. */
static void after_pipe(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    if ((int64_t)call->result == -1 && errno == EPIPE)
        mz_signal_raise(SIGPIPE, call->caller);
}
#define X(name, ...) \
    MZ_FORWARD_IN_TURN(name, take_turn, look, after_pipe, __VA_ARGS__)
PIPE_CALLS(X)
#undef X

/* ---- messages, which come from somewhere and go somewhere ---------------- */

/* How much room there is for the sender's name: the kernel puts there how long
 * its own is. No other thread runs before the call is over. */
static socklen_t name_room;

static void look_at_room(struct mz_call *call, const struct mz_forward *row)
{
    const socklen_t *length = (const socklen_t *)call->arguments[5];

    name_room = mz_text_equals(row->name, "recvfrom") && length ? *length : 0;
    look(call, row);
}

static void look_at_header(struct mz_call *call, const struct mz_forward *row)
{
    const struct msghdr *m = (const struct msghdr *)call->arguments[1];

    name_room = m ? m->msg_namelen : 0;
    look_and_open(call, row);
}

static void after_recvfrom(struct mz_call *call, const struct mz_forward *row)
{
    bool is_checked = !mz_text_equals(row->name, "recvfrom");
    const uint64_t *a = call->arguments;

    /* Of the other one this is the sixth, and the length is on the stack. */
    if (is_checked && a[5] && mz_socket_of(a[0]))
        mz_unsupported(SOCKET_ASKS_SENDER);
    if (!is_checked && (int64_t)call->result >= 0)
        mz_socket_tell_sender(a[0], (struct sockaddr *)a[4],
                              (socklen_t *)a[5], name_room);
}
MZ_FORWARD_IN_TURN(recvfrom, take_turn, look_at_room, after_recvfrom,
                   READS_WITH(0, 3), FILLS(1, ARGUMENT(2)),
                   FILLS(4, SOCKLEN(5)))
MZ_FORWARD_IN_TURN(__recvfrom_chk, take_turn, look, after_recvfrom,
                   READS_WITH(0, 4), FILLS(1, ARGUMENT(2)), FILLS(5, 128))

static void after_recvmsg(struct mz_call *call, const struct mz_forward *row)
{
    struct msghdr *m = (struct msghdr *)call->arguments[1];

    (void)row;
    if ((int64_t)call->result >= 0)
        mz_socket_tell_sender(call->arguments[0], m->msg_name,
                              &m->msg_namelen, name_room);
}
MZ_FORWARD_IN_TURN(recvmsg, take_turn_to_open, look_at_header, after_recvmsg,
                   READS_WITH(0, 2), FILLS_MESSAGE(1))

static void look_at_messages(struct mz_call *call,
                             const struct mz_forward *row)
{
    const struct mmsghdr *m = (const struct mmsghdr *)call->arguments[1];

    for (uint64_t i = 0; i < call->arguments[2]; i++)
        if (m && m[i].msg_hdr.msg_name && mz_socket_of(call->arguments[0]))
            mz_unsupported(SOCKET_MESSAGES);
    look_and_open(call, row);
}
MZ_FORWARD_IN_TURN(recvmmsg, take_turn_to_open, look_at_messages, note_opened,
                   READS_WITH(0, 3), FILLS_MESSAGES(1, 2))

/* The process ignores the signal that the kernel sends. */
static void after_sendmmsg(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    if ((int)call->result < 0 && errno == EPIPE &&
        !(call->arguments[3] & MSG_NOSIGNAL))
        mz_signal_raise(SIGPIPE, call->caller);
}
MZ_FORWARD_IN_TURN(sendmmsg, take_turn, look_at_messages, after_sendmmsg,
                   WRITES_WITH(0, 3), FILLS(1, TIMES(2, 64)), PASSES_MANY(1, 2))

/* ---- where files are looked for, and with which rights they are made ---- */

static int working_directory;
static unsigned creation_mask;
static bool directory_changed, mask_changed;

/* The process has one working folder, and one mask: to change them is to change
 * what names mean. */
static void take_turn_to_change_names(struct mz_call *call,
                                      const struct mz_forward *row)
{
    (void)call, (void)row;
    mz_io_path(&(struct mz_io_path){.changes_names = true});
}

static void take_turn_of_fchdir(struct mz_call *call,
                                const struct mz_forward *row)
{
    (void)row;
    mz_io_path(&(struct mz_io_path){
        .changes_names = true, .numbers = {(int)call->arguments[0] + 1}});
}

static void take_turn_to_ask(struct mz_call *call, const struct mz_forward *row)
{
    (void)call, (void)row;
    mz_io_path(&mz_io_names);
}
MZ_FORWARD_IN_TURN(getcwd, take_turn_to_ask, look, NULL, FILLS(0, ARGUMENT(1)))
MZ_FORWARD_IN_TURN(__getcwd_chk, take_turn_to_ask, look, NULL,
                   FILLS(0, ARGUMENT(1)))

static void before_getwd(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    touch(call->arguments[0], PATH_MAX);
}
MZ_FORWARD_IN_TURN(getwd, take_turn_to_ask, before_getwd, NULL)
MZ_FORWARD_IN_TURN(get_current_dir_name, take_turn_to_ask, NULL, NULL)

static void before_chdir(struct mz_call *call, const struct mz_forward *row)
{
    directory_changed = true;
    look(call, row);
}
MZ_FORWARD_IN_TURN(chdir, take_turn_to_change_names, before_chdir, NULL,
                   PATH(ENTERS, 0, NONE, NONE))

static void before_fchdir(struct mz_call *call, const struct mz_forward *row)
{
    directory_changed = true;
    mz_path_before_enter(call->arguments[0], row->name);
}
MZ_FORWARD_IN_TURN(fchdir, take_turn_of_fchdir, before_fchdir, NULL)

static void before_umask(struct mz_call *call, const struct mz_forward *row)
{
    (void)call, (void)row;
    mask_changed = true;
}
MZ_FORWARD_IN_TURN(umask, take_turn_to_change_names, before_umask, NULL)

void mz_libc_files_snapshot(void)
{
    int fd = MZ_SYSTEM(openat, AT_FDCWD, ".",
                       O_PATH | O_DIRECTORY | O_CLOEXEC);

    working_directory = fd < 0 ? fd : mz_descriptor_hide(fd);
    creation_mask = MZ_SYSTEM(umask, 077);
    MZ_SYSTEM(umask, creation_mask);
}

void mz_libc_files_rollback(void)
{
    if (directory_changed)
        MZ_SYSTEM(fchdir, working_directory);
    if (mask_changed)
        MZ_SYSTEM(umask, creation_mask);
    directory_changed = mask_changed = false;
}

void mz_libc_files_checkpoint(void)
{
    mz_checkpoint_need(!directory_changed && !mask_changed);
}

/* Of the working directory its name, since what was made in this execution has
 * another number in each. */
void mz_libc_files_fingerprint(struct mz_fingerprint *f)
{
    char name[PATH_MAX];
    long size, mask;

    if (directory_changed) {
        size = MZ_SYSTEM(getcwd, name, sizeof name);
        f->is_known &= size > 0;
        if (size > 0)
            mz_state_add_bytes(f, name, size);
    }
    if (mask_changed) {
        mask = MZ_SYSTEM(umask, 077);
        MZ_SYSTEM(umask, mask);
        mz_state_add_word(f, mask);
    }
}
