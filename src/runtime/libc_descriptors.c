/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Descriptors. At the snapshot each one that is open is duplicated at a high
 * number (hidden); at rollback it becomes that duplicate again, at the offset
 * that it had, and all others are closed. An execution that touches no
 * descriptor costs nothing here.
 *
 * Standard input is made repeatable: a pipe or socket is read to its end when
 * the program first reads from it, and a memory file takes its place; a
 * terminal is replaced by /dev/null.
 *
 * What is written to files is undone elsewhere: view.h.
 */
#define _GNU_SOURCE
#include "runtime/libc_family.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/state.h"
#include "runtime/view.h"

enum {
    MAX_DESCRIPTORS = 512,
    HIGH = 900,               /* hidden ones come from here on */
    MAX_STDIN = 16 << 20,     /* bytes of a pipe that are kept */
    KEEP = -1,                /* an offset that is not restored */
    LOOKED_AT = 256,          /* descriptors that may differ in a state */
};

struct inherited {
    int fd;
    int saved;        /* hidden; what fd becomes again */
    int close_on_exec;
    int status;       /* as F_GETFL has it */
    int64_t offset;
};

bool mz_descriptors_opened;
uint64_t mz_descriptors_moved;

static struct inherited inherited[MAX_DESCRIPTORS];
static unsigned inherited_count;

/* Numbers in ascending order: hidden ones, and those that rollback keeps, which
 * are these and the inherited ones. */
struct numbers {
    unsigned count;
    int fds[2 * MAX_DESCRIPTORS];
};
static struct numbers hidden, kept;

/* What cannot be read again, besides standard input. */
static struct {
    uint64_t device, inode;
} lasting[MAX_DESCRIPTORS];
static unsigned lasting_count;

/* Those that move without our notice are restored every time. */
static uint64_t always;

/* Receives what comes on a standard input that cannot be rewound. */
static int stdin_copy = -1;

static bool has(const struct numbers *set, int fd)
{
    for (unsigned i = 0; i < set->count; i++)
        if (set->fds[i] == fd)
            return true;
    return false;
}

static void add(struct numbers *set, int fd)
{
    unsigned i;

    if (has(set, fd))
        return;
    if (set->count == MZ_COUNT(set->fds))
        mz_give_up("more than %d descriptors", MAX_DESCRIPTORS);
    for (i = set->count++; i > 0 && set->fds[i - 1] > fd; i--)
        set->fds[i] = set->fds[i - 1];
    set->fds[i] = fd;
}

/* ---- hidden ones -------------------------------------------------------- */

static int hidden_duplicate(int fd)
{
    long duplicate = -EINVAL;

    /* A limit on descriptors may be lower than usual. */
    for (int from = HIGH; duplicate == -EINVAL && from > 2; from /= 2)
        duplicate = MZ_SYSTEM(fcntl, fd, F_DUPFD_CLOEXEC, from);
    if (duplicate == -EMFILE)
        mz_give_up("no descriptor is left to keep number %d as it is: raise "
                   "ulimit -n",
                   fd);
    if (duplicate < 0)
        mz_give_up("cannot duplicate descriptor %d: error %d", fd,
                   (int)-duplicate);
    add(&hidden, duplicate);
    add(&kept, duplicate);
    return duplicate;
}

/* The kernel's table grows at once while the process has one thread; later it
 * waits until no other can be looking at the old one, which takes longer than
 * all else at the start together. */
void mz_libc_descriptors_init(void)
{
    long fd = MZ_SYSTEM(open, "/", O_PATH | O_CLOEXEC);
    long high = MZ_SYSTEM(fcntl, fd, F_DUPFD_CLOEXEC, HIGH);

    if (high >= 0)
        MZ_SYSTEM(close, high);
    if (fd >= 0)
        MZ_SYSTEM(close, fd);
}

int mz_descriptor_hide(int fd)
{
    int duplicate = hidden_duplicate(fd);

    MZ_SYSTEM(close, fd);
    return duplicate;
}

bool mz_descriptor_is_hidden(int fd)
{
    return has(&hidden, fd);
}

/* ---- those that are open ------------------------------------------------ */

struct directory_entry { /* struct linux_dirent64 */
    uint64_t inode;
    int64_t offset;
    uint16_t size;
    uint8_t type;
    char name[];
};

static int number_of(const char *name)
{
    int number = 0;

    for (; *name >= '0' && *name <= '9'; name++)
        number = number * 10 + *name - '0';
    return *name ? -1 : number;
}

void mz_descriptors_each(void (*take)(int fd))
{
    static _Alignas(8) char entries[16384];
    int directory = MZ_SYSTEM(openat, AT_FDCWD, "/proc/self/fd",
                              O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long size;

    if (directory < 0) { /* no /proc here */
        for (int fd = 0; fd < 1024; fd++)
            if (MZ_SYSTEM(fcntl, fd, F_GETFD) >= 0)
                take(fd);
        return;
    }
    while ((size = MZ_SYSTEM(getdents64, directory, entries,
                             sizeof entries)) > 0)
        for (long at = 0; at < size;) {
            struct directory_entry *entry = (void *)(entries + at);
            int fd = number_of(entry->name);

            if (entry->name[0] != '.' && fd >= 0 && fd != directory)
                take(fd);
            at += entry->size;
        }
    MZ_SYSTEM(close, directory);
}

bool mz_descriptors_are_same(int a, int b)
{
    struct stat x, y;

    return !MZ_SYSTEM(fstat, a, &x) && !MZ_SYSTEM(fstat, b, &y) &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool is_regular(int fd)
{
    struct stat status;

    return !MZ_SYSTEM(fstat, fd, &status) && S_ISREG(status.st_mode);
}

static void note_lasting(int fd)
{
    struct stat status;

    if (fd <= 2 || !mz_descriptor_keeps(fd, true) ||
        MZ_SYSTEM(fstat, fd, &status))
        return;
    lasting[lasting_count].device = status.st_dev;
    lasting[lasting_count++].inode = status.st_ino;
}

bool mz_descriptors_have_lasting(void)
{
    return lasting_count;
}

bool mz_descriptor_is_lasting(uint64_t device, uint64_t inode)
{
    for (unsigned i = 0; i < lasting_count; i++)
        if (lasting[i].device == device && lasting[i].inode == inode)
            return true;
    return false;
}

static void inherit(int fd)
{
    struct inherited *d = &inherited[inherited_count];

    if (has(&kept, fd))
        return;
    if (++inherited_count > MAX_DESCRIPTORS)
        mz_give_up("more than %d descriptors", MAX_DESCRIPTORS);
    *d = (struct inherited){
        .fd = fd,
        .saved = hidden_duplicate(fd),
        .close_on_exec = MZ_SYSTEM(fcntl, fd, F_GETFD),
        .status = MZ_SYSTEM(fcntl, fd, F_GETFL),
        .offset = MZ_SYSTEM(lseek, fd, 0, SEEK_CUR),
    };
    add(&kept, fd);
    note_lasting(fd);
    /* A stream that was opened before main moves it without our notice. */
    if (fd > 2 && (d->status & O_ACCMODE) != O_RDONLY && is_regular(fd)) {
        mz_descriptor_moves(fd);
        mz_view_inherit(fd);
    }
}

static struct inherited *inherited_as(int fd)
{
    for (unsigned i = 0; i < inherited_count; i++)
        if (inherited[i].fd == fd)
            return &inherited[i];
    return NULL;
}

/* ---- standard input ----------------------------------------------------- */

static void replace_by_null(int fd)
{
    int null = MZ_SYSTEM(openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC);

    MZ_SYSTEM(dup3, null, fd, 0);
    MZ_SYSTEM(close, null);
}

bool mz_descriptor_is_terminal(int fd)
{
    struct termios terminal;

    return !MZ_SYSTEM(ioctl, fd, TCGETS, &terminal);
}

static long opened_again(int fd)
{
    long flags = MZ_SYSTEM(fcntl, fd, F_GETFL);
    char path[32];

    mz_format(path, sizeof path, "/proc/self/fd/%d", fd);
    return MZ_SYSTEM(openat, AT_FDCWD, path,
                     flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOFOLLOW));
}

/* Where the supervisor keeps what one of its processes has read. */
static long kept_input(void)
{
    uint32_t input = mz_rt.region ? mz_rt.region->input : 0;
    long again = input ? opened_again(input) : -1;

    if (input)
        MZ_SYSTEM(close, input);
    return again >= 0 ? again
                      : MZ_SYSTEM(memfd_create, "stdin",
                                  MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

/* Other processes that search have the same file. */
static void read_at_own_position(void)
{
    long at = MZ_SYSTEM(lseek, 0, 0, SEEK_CUR), own;

    for (int fd = 3; fd < LOOKED_AT; fd++)
        if (mz_descriptors_are_same(0, fd)) /* they share it */
            return;
    own = opened_again(0);
    if (own < 0)
        return;
    MZ_SYSTEM(lseek, own, at, SEEK_SET);
    MZ_SYSTEM(dup3, own, 0, 0);
    MZ_SYSTEM(close, own);
}

static void prepare_stdin(void)
{
    struct stat status;

    if (MZ_SYSTEM(fstat, 0, &status))
        return;
    if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))
        stdin_copy = mz_descriptor_hide(kept_input());
    else if (S_ISREG(status.st_mode))
        read_at_own_position();
    else if (mz_descriptor_is_terminal(0))
        replace_by_null(0);
}

static void write_all(int fd, const char *bytes, long size)
{
    while (size > 0) {
        long done = MZ_SYSTEM(write, fd, bytes, size);

        if (done <= 0)
            mz_give_up("no memory for standard input");
        bytes += done;
        size -= done;
    }
}

/* Of several workers, under fork isolation, and of those that the supervisor
 * starts, the first process to come here does it for all: a seal tells the
 * others. */
static void read_stdin_to_its_end(void)
{
    char bytes[16384];
    long size, total = 0;

    if (MZ_SYSTEM(fcntl, stdin_copy, F_GET_SEALS) & F_SEAL_WRITE)
        return;
    MZ_SYSTEM(lseek, stdin_copy, 0, SEEK_END);
    while ((size = MZ_SYSTEM(read, 0, bytes, sizeof bytes)) > 0 ||
           size == -EINTR) {
        if (size < 0)
            continue;
        if ((total += size) > MAX_STDIN)
            mz_unsupported(INPUT_LARGE);
        write_all(stdin_copy, bytes, size);
    }
    MZ_SYSTEM(fcntl, stdin_copy, F_ADD_SEALS,
              F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK);
}

static bool is_stdin(int fd)
{
    return fd == 0 && stdin_copy >= 0 &&
           mz_descriptors_are_same(0, inherited_as(0)->saved);
}

/* The null device gives what it always gives, and so do zero and full. */
static bool keeps_device(uint64_t device, bool is_read)
{
    return is_read && device != makedev(1, 3) && device != makedev(1, 5) &&
           device != makedev(1, 7);
}

bool mz_descriptor_keeps(int fd, bool is_read)
{
    struct stat status;

    if (MZ_SYSTEM(fstat, fd, &status) || S_ISREG(status.st_mode) ||
        S_ISDIR(status.st_mode))
        return false;
    if (S_ISCHR(status.st_mode))
        return keeps_device(status.st_rdev, is_read);
    return !is_stdin(fd) && (is_read || !mz_libc_is_output(fd));
}

static void make_stdin_repeatable(void)
{
    struct inherited *d = inherited_as(0);

    /* The program may have put something else there. */
    if (!mz_descriptors_are_same(0, d->saved))
        return;
    MZ_SYSTEM(flock, stdin_copy, LOCK_EX);
    read_stdin_to_its_end();
    MZ_SYSTEM(flock, stdin_copy, LOCK_UN);
    MZ_SYSTEM(lseek, stdin_copy, 0, SEEK_SET);
    MZ_SYSTEM(dup3, stdin_copy, 0, d->close_on_exec ? O_CLOEXEC : 0);
    d->saved = stdin_copy;
    d->offset = 0;
    d->status = MZ_SYSTEM(fcntl, stdin_copy, F_GETFL);
    stdin_copy = -1;
}

/* ---- what the program does ---------------------------------------------- */

void mz_descriptor_make_repeatable(int fd)
{
    if (fd == 0 && stdin_copy >= 0)
        make_stdin_repeatable();
}

void mz_descriptor_before_dup(int fd)
{
    mz_descriptor_moves(fd);
    mz_descriptor_make_repeatable(fd);
}

void mz_descriptor_before_read(int fd, const char *name)
{
    struct pollfd one = {.fd = fd, .events = POLLIN};
    struct timespec none = {0};

    mz_descriptor_before_dup(fd);
    if (MZ_SYSTEM(ppoll, &one, 1, &none) ||
        MZ_SYSTEM(fcntl, fd, F_GETFL) & O_NONBLOCK)
        return;
    mz_unsupported(INPUT_WAITS, .text = name);
}

long mz_descriptors_close(unsigned first, unsigned last, int flags)
{
    for (unsigned i = 0; i < hidden.count; i++) {
        unsigned fd = hidden.fds[i];

        if (fd < first)
            continue;
        if (fd > last)
            break;
        if (fd > first)
            MZ_SYSTEM(close_range, first, fd - 1, flags);
        first = fd + 1;
    }
    return first <= last ? MZ_SYSTEM(close_range, first, last, flags) : 0;
}

/* ---- snapshot and rollback ---------------------------------------------- */

void mz_descriptor_becomes(int fd, int other)
{
    struct inherited *d = inherited_as(fd);

    MZ_SYSTEM(dup3, other, d->saved, O_CLOEXEC);
    MZ_SYSTEM(dup3, other, d->fd,
              d->close_on_exec & FD_CLOEXEC ? O_CLOEXEC : 0);
}

void mz_descriptor_restore_as(int fd, int as)
{
    struct inherited *d = inherited_as(fd);

    d->saved = as;
    d->offset = KEEP;
    d->status = MZ_SYSTEM(fcntl, as, F_GETFL);
    MZ_SYSTEM(dup3, as, fd, 0);
}

void mz_libc_descriptors_snapshot(void)
{
    prepare_stdin();
    mz_descriptors_moved = 0;
    mz_descriptors_each(inherit);
    always = mz_descriptors_moved;
    if (mz_rt.region && mz_rt.region->settings.isolation == MZ_ISOLATION_FORK)
        always = ~0ull; /* we see the offsets of a child, but not its flags */
}

/* ---- one of several workers ---------------------------------------------- */

/* The same file with a position of its own. */
static int open_again(int fd)
{
    long again = opened_again(fd);

    if (again < 0)
        mz_unsupported(WORKERS_FILE);
    return mz_descriptor_hide(again);
}

/* What can be opened again: files, folders, and devices like /dev/null. */
static bool is_own(const struct inherited *d)
{
    struct stat status;

    return d->offset >= 0 && !MZ_SYSTEM(fstat, d->fd, &status) &&
           (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ||
            S_ISCHR(status.st_mode));
}

/* Workers have been forked: positions in files, and O_NONBLOCK and its like,
 * are common to all. */
void mz_libc_descriptors_take(struct mz_arena *unused)
{
    (void)unused;
    if (mz_rt.region->settings.jobs < 2)
        return;
    for (unsigned i = 0; i < inherited_count; i++) {
        const struct inherited *d = &inherited[i];

        if (!is_own(d))
            continue;
        mz_descriptor_becomes(d->fd, open_again(d->saved));
        MZ_SYSTEM(lseek, d->fd, d->offset, SEEK_SET);
    }
    if (stdin_copy >= 0)
        stdin_copy = open_again(stdin_copy);
}

void mz_descriptor_before_flags(int fd)
{
    if (mz_rt.region->settings.jobs < 2)
        return;
    for (unsigned i = 0; i < inherited_count; i++)
        if (mz_descriptors_are_same(fd, inherited[i].saved) &&
            !is_own(&inherited[i]))
            mz_unsupported(WORKERS_FLAGS);
}

static void restore(const struct inherited *d)
{
    MZ_SYSTEM(dup3, d->saved, d->fd,
              d->close_on_exec & FD_CLOEXEC ? O_CLOEXEC : 0);
    MZ_SYSTEM(fcntl, d->fd, F_SETFL, d->status);
    if (d->offset >= 0)
        MZ_SYSTEM(lseek, d->fd, d->offset, SEEK_SET);
}

static void close_unless_kept(int fd)
{
    if (!has(&kept, fd))
        MZ_SYSTEM(close, fd);
}

static void close_others(void)
{
    unsigned first = 0;
    long result = 0;

    for (unsigned i = 0; i < kept.count; first = kept.fds[i++] + 1)
        if ((unsigned)kept.fds[i] > first)
            result |= MZ_SYSTEM(close_range, first, kept.fds[i] - 1, 0);
    result |= MZ_SYSTEM(close_range, first, ~0u, 0);
    if (result) /* a kernel older than 5.9 */
        mz_descriptors_each(close_unless_kept);
}

void mz_libc_descriptors_rollback(void)
{
    for (unsigned i = 0; mz_descriptors_moved && i < inherited_count; i++)
        if (mz_descriptor_has_moved(inherited[i].fd))
            restore(&inherited[i]);
    if (mz_descriptors_opened)
        close_others();
    mz_descriptors_opened = false;
    mz_descriptors_moved = always;
}

void mz_libc_descriptors_checkpoint(void)
{
    mz_checkpoint_need(!mz_descriptors_opened &&
                       mz_descriptors_moved == always);
}

/* What the kernel knows: where descriptors stand, what pipes hold. */
void mz_libc_descriptors_fingerprint(struct mz_fingerprint *f)
{
    for (int fd = 0; fd < LOOKED_AT; fd++) {
        int held = 0;

        mz_state_add_word(f, MZ_SYSTEM(lseek, fd, 0, SEEK_CUR));
        mz_state_add_word(f, MZ_SYSTEM(ioctl, fd, FIONREAD, &held));
        mz_state_add_word(f, held);
    }
}
