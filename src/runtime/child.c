/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/audit.h"
#include "runtime/checkpoint.h"
#include "runtime/child_filter.h"
#include "runtime/descriptor_event.h"
#include "runtime/expected.h"
#include "runtime/forked.h"
#include "runtime/libc_owners.h"
#include "runtime/libc_family.h"
#include "runtime/libc_limits.h"
#include "runtime/parts.h"
#include "runtime/signal.h"
#include "runtime/snapshot.h"
#include "runtime/state.h"
#include "runtime/turn.h"
#include "runtime/view.h"
#include "runtime/watch.h"

enum {
    HIGH = 940,    /* descriptors of ours, out of the way of the program's */
    SLICE = 100,   /* milliseconds between two signs of life */
    LAST = 600,    /* such slices: a minute */
    LEFT_OVER = 50, /* the same, for what the copy has left running */
};

/* ---- from the copy to us ------------------------------------------------ */

static void send_listener(int socket, int listener)
{
    char nothing = 0;
    struct iovec vector = {&nothing, 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof listener)];
    } control = {{0}};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);

    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof listener);
    mz_copy(CMSG_DATA(c), &listener, sizeof listener);
    MZ_SYSTEM(sendmsg, socket, &message, 0);
}

/* -1: the kernel has not let it be. */
static int receive_listener(int socket)
{
    char nothing;
    struct iovec vector = {&nothing, 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {{0}};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    const struct cmsghdr *c;
    int listener;

    if (MZ_SYSTEM(recvmsg, socket, &message, MSG_CMSG_CLOEXEC) <= 0)
        return -1;
    c = CMSG_FIRSTHDR(&message);
    if (!c || c->cmsg_type != SCM_RIGHTS)
        return -1;
    mz_copy(&listener, CMSG_DATA(c), sizeof listener);
    return listener;
}

/* ---- in the copy -------------------------------------------------------- */

static void become(int fd, int other)
{
    if (other >= 0)
        MZ_SYSTEM(dup3, other, fd, 0);
}

/* No execution runs here any more, and memory is as any process has it. */
static void cease_to_check(const struct mz_child *child)
{
    if (mz_rt.auditing)
        mz_watch_end();
    mz_storage_fetch();
    mz_rt.active = false;
    mz_set_auditing(false);
    mz_rt.tracing = false;
    mz_rt.interleaving = mz_rt.seeks_unwritten = false;
    mz_snapshot_release();
    mz_signal_release(!child->run);
}

static void become_copy(const struct mz_child *child, int socket, pid_t parent)
{
    long listener;

    MZ_SYSTEM(prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (MZ_SYSTEM(getppid) != parent)
        MZ_SYSTEM(exit_group, 1);
    cease_to_check(child);
    become(0, child->input);
    become(1, child->output);
    listener = mz_child_filter_install();
    if (listener < 0)
        MZ_SYSTEM(exit_group, 1);
    send_listener(socket, listener);
    MZ_SYSTEM(close, listener);
}

static _Noreturn void be_copy(const struct mz_child *child, int socket,
                              pid_t parent)
{
    struct mz_child_result result = {0};

    become_copy(child, socket, parent);
    child->run(child->argument, &result);
    MZ_SYSTEM(write, socket, &result, sizeof result);
    for (;;)
        MZ_SYSTEM(exit_group, 0);
}

/* ---- here --------------------------------------------------------------- */

struct under_way {
    const struct mz_child *child;
    pid_t pid;
    int socket, listener;
    int status;     /* of the copy, when it has ended */
    bool has_ended; /* the copy, which was waited for */
    struct mz_gap why;
};

static _Noreturn void refuse(const struct mz_child *child,
                             const struct mz_gap *why)
{
    struct mz_gap gap = *why;

    mz_format(gap.child, sizeof gap.child, "%s", child->name);
    mz_unsupported_gap(&gap);
}

/* Why the child cannot be what the program asks for, as far as it has come. */
static void cannot(struct under_way *u, enum mz_gap_kind kind)
{
    u->why.kind = kind;
}

static void live(void)
{
    mz_turn_beat();
}

static void look_whether_ended(struct under_way *u)
{
    if (!u->has_ended)
        u->has_ended =
            MZ_SYSTEM(wait4, u->pid, &u->status, 1 /* WNOHANG */) > 0;
}

static uint64_t read_number(const char **text, unsigned base)
{
    uint64_t value = 0;

    for (;; ++*text) {
        unsigned digit = **text - (**text <= '9' ? '0' : 'a' - 10);

        if (digit >= base)
            return value;
        value = value * base + digit;
    }
}

static bool is_ours(const char *link)
{
    char path[32], text[64];

    for (unsigned fd = 0; fd < mz_number_count; fd++) {
        mz_format(path, sizeof path, "/proc/self/fd/%u", fd);
        mz_fill(text, 0, sizeof text);
        if (mz_numbers[fd].is_installed && mz_is_pipe(mz_description_of(fd)) &&
            MZ_SYSTEM(readlinkat, AT_FDCWD, path, text, sizeof text - 1) > 0 &&
            mz_text_equals(text, link))
            return true;
    }
    return false;
}

/* Does the copy read from a pipe or a socket of the program's, where nobody
 * writes as long as that waits for it? */
static bool waits_for_input(const struct under_way *u)
{
    char path[48], text[64] = {0};
    const char *at = text;
    uint64_t call;
    long file, size;

    mz_format(path, sizeof path, "/proc/%d/syscall", u->pid);
    file = MZ_SYSTEM(openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    size = MZ_SYSTEM(read, file, text, sizeof text - 1);
    MZ_SYSTEM(close, file);
    call = read_number(&at, 10); /* `0 0x3 ...`, or `running` */
    if (size < 5 || call != SYS_read || at == text)
        return false;
    at += 3;
    mz_format(path, sizeof path, "/proc/%d/fd/%u", u->pid,
              (unsigned)read_number(&at, 16));
    mz_fill(text, 0, sizeof text);
    size = MZ_SYSTEM(readlinkat, AT_FDCWD, path, text, sizeof text - 1);
    return size > 0 && is_ours(text);
}

/* All that has come of the copy has ended, unless something was refused. */
static void serve(struct under_way *u)
{
    unsigned slices = 0, left_over = 0;

    for (;;) {
        struct pollfd p = {.fd = u->listener, .events = POLLIN};
        const struct timespec slice = {0, SLICE * 1000000};
        struct timespec rest = slice;
        long ready = MZ_SYSTEM(ppoll, &p, 1, &rest, NULL, 8);

        live();
        if (ready > 0 && p.revents & POLLIN) {
            if (!mz_child_filter_answer(u->listener, &u->why))
                return;
            continue;
        }
        look_whether_ended(u);
        if (ready > 0) /* nobody is left */
            return;
        if (u->has_ended && ++left_over == LEFT_OVER)
            cannot(u, MZ_GAP_CHILD_OUTLIVES);
        if (!u->has_ended && waits_for_input(u))
            cannot(u, MZ_GAP_CHILD_AWAITS_INPUT);
        if (++slices == LAST)
            cannot(u, MZ_GAP_CHILD_SLOW);
        if (u->why.kind)
            return;
    }
}

static void end(struct under_way *u)
{
    if (u->why.kind)
        MZ_SYSTEM(kill, u->pid, SIGKILL);
    if (!u->has_ended)
        MZ_SYSTEM(wait4, u->pid, &u->status);
    if (u->listener >= 0)
        MZ_SYSTEM(close, u->listener);
}

/* Where an error of the program ends it; abort may be what it wants. */
static void look_at_end(struct under_way *u)
{
    int signal = u->status & 0x7f;

    if (u->why.kind || (signal != SIGSEGV && signal != SIGBUS &&
                        signal != SIGFPE && signal != SIGILL))
        return;
    cannot(u, MZ_GAP_CHILD_SIGNAL);
    u->why.numbers[0] = signal;
}

static void supervise(struct under_way *u, struct mz_child_result *result)
{
    u->listener = receive_listener(u->socket);
    if (u->listener < 0)
        cannot(u, MZ_GAP_CHILD_UNWATCHED);
    else
        serve(u);
    end(u);
    result->status = u->status;
    if (!u->child->run) {
        mz_forked_hear(u->socket, &u->why);
        look_at_end(u);
    } else if (!u->why.kind && MZ_SYSTEM(read, u->socket, result,
                                         sizeof *result) != sizeof *result) {
        cannot(u, MZ_GAP_CHILD_UNDONE);
    }
}

static int raise_number(int fd)
{
    long high = MZ_SYSTEM(fcntl, fd, F_DUPFD_CLOEXEC, HIGH);

    if (high < 0)
        return fd;
    MZ_SYSTEM(close, fd);
    return high;
}

/* ---- is it the same each time? ------------------------------------------ */

enum { KNOWN = 1024 };

/* In the arena: who was run in which surroundings, and what has come of it. */
static struct known {
    uint64_t who, what;
} *known;

void mz_child_take(struct mz_arena *arena)
{
    known = mz_arena_take(arena, KNOWN * sizeof *known);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = mz_hash_word(hash, (unsigned char)*text);
    return mz_hash_word(hash, 0x100);
}

static uint64_t hash_texts(uint64_t hash, char *const *texts)
{
    for (; texts && *texts; texts++)
        hash = hash_text(hash, *texts);
    return mz_hash_word(hash, 0x101);
}

/* Of a file of ours; -1: none. */
static uint64_t hash_content(uint64_t hash, int fd)
{
    static char bytes[4096];
    int64_t size;

    for (uint64_t at = 0; fd >= 0; at += size) {
        size = MZ_SYSTEM(pread64, fd, bytes, sizeof bytes, at);
        if (size <= 0)
            break;
        for (int64_t i = 0; i < size; i++)
            hash = mz_hash_word(hash, (unsigned char)bytes[i]);
    }
    return hash;
}

static uint64_t creation_mask(void)
{
    long mask = MZ_SYSTEM(umask, 077);

    MZ_SYSTEM(umask, mask);
    return mask;
}

/* What a copy of the program does follows from all that was done before. */
static uint64_t hash_events(uint64_t hash)
{
    for (uint32_t i = 0; i < mz_turns.position; i++) {
        const struct mz_event *e = &mz_turns.execution->events[i];

        hash = mz_hash_word(mz_hash_word(hash, e->thread), e->kind);
        hash = mz_hash_word(mz_hash_word(hash, e->value), e->object);
    }
    return mz_hash_word(hash, mz_self());
}

static uint64_t surroundings_of(const struct mz_child *child, uint64_t pc)
{
    static char folder[PATH_MAX];
    uint64_t hash = hash_text(hash_text(1, child->name), child->text);

    if (!child->run) {
        hash = mz_hash_word(mz_hash_word(hash, pc), child->number);
        return hash_events(hash) | 1;
    }
    hash = hash_texts(hash_texts(hash, child->arguments), child->environment);
    hash = mz_hash_word(hash, creation_mask());
    for (int signal = 1; signal <= MZ_LAST_SIGNAL; signal++)
        hash = mz_hash_word(hash, mz_signal_is_ignored(signal));
    hash = mz_hash_word(hash, mz_signal_mask());
    if (MZ_SYSTEM(getcwd, folder, sizeof folder) > 0)
        hash = hash_text(hash, folder);
    if (child->input < 0)
        hash = mz_hash_word(hash, MZ_SYSTEM(lseek, 0, 0, SEEK_CUR));
    return hash_content(hash, child->input) | 1;
}

/* Has it pipes, or sockets, that this program has, too? */
static bool has_pipes(const struct mz_child *child)
{
    for (unsigned fd = 0; fd < mz_number_count; fd++)
        if (mz_numbers[fd].is_installed && mz_is_pipe(mz_description_of(fd)) &&
            (child->has_actions ||
             !(MZ_SYSTEM(fcntl, fd, F_GETFD) & FD_CLOEXEC)))
            return true;
    return false;
}

/* The same of other files that are open, but for the standard ones. */
static bool has_files(const struct mz_child *child)
{
    for (unsigned fd = 3; fd < mz_number_count; fd++)
        if (mz_numbers[fd].is_installed && (int)fd != child->input &&
            (int)fd != child->output && !mz_children_have_stream(fd) &&
            (child->has_actions ||
             !(MZ_SYSTEM(fcntl, fd, F_GETFD) & FD_CLOEXEC)))
            return true;
    return false;
}

void mz_child_note(const char *name, enum mz_unseen_reason reason, uint64_t pc)
{
    struct mz_unseen item = {
        .kind = MZ_UNSEEN_CHILD,
        .reason = reason,
        .library = (uint64_t)mz_real(name),
        .pc = pc - 1,
    };

    mz_format(item.name, sizeof item.name, "%s", name);
    mz_unseen_note(&mz_rt.region->unseen, &item);
}

static void compare(const struct mz_child *child, uint64_t who,
                    const struct mz_child_result *result)
{
    struct known *k = &known[who % KNOWN];
    uint64_t what = mz_hash_word(mz_hash_word(1, result->value),
                                 result->status);

    what = hash_content(what, child->output);
    if (k->who == who && k->what != what)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_CHILD_CHANGED,
                                     .text = child->text});
    *k = (struct known){who, what};
}

/* ---- standard input ----------------------------------------------------- */

/* Beside others: who has run a child that has moved in it, and who has read. */
static struct {
    mz_tset by_child, by_thread;
} input;

void mz_child_rollback(void)
{
    input.by_child = input.by_thread = MZ_TSET_EMPTY;
}

void mz_child_checkpoint(void)
{
    mz_checkpoint_need(!mz_tset_some(input.by_child) &&
                       !mz_tset_some(input.by_thread));
}

void mz_child_fingerprint(struct mz_fingerprint *f)
{
    f->hash = mz_tset_hash(f->hash, input.by_child);
    f->hash = mz_tset_hash(f->hash, input.by_thread);
}

static void check_input(uint64_t pc)
{
    mz_tset all = mz_tset_or(input.by_child, input.by_thread);

    if (mz_tset_some(input.by_child) && mz_tset_count(all) > 1)
        mz_child_note("system", MZ_UNSEEN_CHILD_READS_INPUT, pc);
}

void mz_child_meets_input(uint64_t pc)
{
    mz_tset_add(&input.by_thread, mz_self());
    check_input(pc);
}

static int64_t place_in_input(const struct mz_child *child)
{
    return child->input < 0 ? MZ_SYSTEM(lseek, 0, 0, SEEK_CUR) : 0;
}

static void look_at_input(const struct mz_child *child, int64_t before,
                          uint64_t pc)
{
    if (mz_turn_is_alone() || place_in_input(child) == before)
        return;
    mz_tset_add(&input.by_child, mz_self());
    check_input(pc);
}

/* ---- its turn ----------------------------------------------------------- */

/* It reads any name, and moves in what it has inherited. */
static unsigned accesses_of(const struct mz_child *child,
                            struct mz_io_access a[2])
{
    a[0] = (struct mz_io_access){&mz_file_names, MZ_FILE_CHANGE};
    a[1] = (struct mz_io_access){mz_description_of(0), MZ_FILE_CHANGE};
    return child->input < 0 && !mz_is_pipe(mz_description_of(0)) ? 2 : 1;
}

/* What a copy of the program looks at belongs to the same event. */
static bool is_looking(const struct mz_child *child)
{
    return !child->run && !mz_turn_is_alone();
}

static void take_turn(const struct mz_child *child)
{
    struct mz_io_access a[2];
    unsigned count = accesses_of(child, a);

    if (!is_looking(child)) {
        mz_io_touch(a, count);
        return;
    }
    mz_io_check_block();
    mz_atomic_block_begin();
    mz_io_gather(a, count);
}

static void end_turn(const struct mz_child *child,
                     const struct mz_forked_list *list)
{
    if (!is_looking(child))
        return;
    if (list->is_full)
        mz_unsupported(CHILD_OBJECTS);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct mz_visible v = {
            .kind = MZ_READ,
            .object = list->at[i].key,
            .mask = list->at[i].mask,
        };

        mz_visible_end(&v, MZ_READ, 0, 0);
    }
    mz_atomic_block_end();
}

static struct mz_forked_list *share_list(void)
{
    long list = MZ_SYSTEM(mmap, NULL, sizeof(struct mz_forked_list),
                          PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                          -1, 0);

    if (list < 0)
        mz_give_up("no memory for a child process");
    return (struct mz_forked_list *)list;
}

/* ---- all of it ---------------------------------------------------------- */

/* What must not be as it is now: nobody could undo it, or tell of it. */
static void check(const struct mz_child *child)
{
    if (mz_view_is_on() && mz_view_names)
        mz_unsupported(AFTER_CHANGES, .text = child->name);
    if (mz_expected_is_on()) /* it may write there, in no known order */
        mz_unsupported(CHILD_EXPECTED, .text = child->name);
    if (!child->run && mz_libc_mappings_are_shared())
        mz_unsupported(CHILD_SHARES, .text = child->name);
    if (!mz_signal_is_by_default(SIGCHLD))
        mz_unsupported(CHILD_ACTION, .text = child->name);
}

/* Of these the kernel is not told. */
static void check_limits(const struct mz_child *child)
{
    bool are_set = mz_limits_are_set();

    if (mz_scheduling_is_set() || are_set)
        mz_unsupported(CHILD_LIMITS, .text = child->name);
}

struct mz_child_result mz_child_run(const struct mz_child *child, uint64_t pc)
{
    struct mz_child_result result = {0};
    struct under_way u = {.child = child};
    pid_t self = MZ_SYSTEM(getpid);
    struct mz_forked_list *list;
    bool shares_pipes;
    int64_t place;
    uint64_t who;
    int sockets[2];

    check_limits(child);
    take_turn(child);
    list = share_list();
    check(child);
    if (!child->run && !mz_turn_is_alone())
        mz_child_note(child->name, MZ_UNSEEN_CHILD_HAS_MEMORY, pc);
    shares_pipes = has_pipes(child);
    if (shares_pipes) /* it reads what others write, and they what it writes */
        mz_child_note(child->name, MZ_UNSEEN_CHILD_HAS_PIPES, pc);
    else if (!mz_turn_is_alone() && has_files(child))
        mz_child_note(child->name, MZ_UNSEEN_CHILD_HAS_FILES, pc);
    who = surroundings_of(child, pc);
    place = place_in_input(child);
    mz_descriptors_moved = ~0ull; /* positions that are shared with it */
    if (MZ_SYSTEM(socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets))
        mz_give_up("no sockets for a child process");
    for (unsigned i = 0; i < 2; i++)
        sockets[i] = raise_number(sockets[i]);
    u.pid = MZ_SYSTEM(clone, SIGCHLD);
    if (u.pid == 0 && child->run)
        be_copy(child, sockets[1], self);
    if (u.pid == 0) {
        become_copy(child, sockets[1], self);
        mz_turns.known = mz_turns.straight = 0; /* nothing is replayed here */
        mz_forked_begin(sockets[1], list);
        return (struct mz_child_result){.is_copy = true};
    }
    if (u.pid < 0)
        mz_give_up("cannot fork: error %d", -u.pid);
    MZ_SYSTEM(close, sockets[1]);
    u.socket = sockets[0];
    supervise(&u, &result);
    MZ_SYSTEM(close, sockets[0]);
    if (u.why.kind)
        refuse(child, &u.why);
    look_at_input(child, place, pc);
    end_turn(child, list);
    MZ_SYSTEM(munmap, list, sizeof *list);
    if (!shares_pipes)
        compare(child, who, &result);
    return result;
}
