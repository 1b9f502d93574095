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
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/libc_paths.h"
#include "runtime/view.h"

/* ---- rules -------------------------------------------------------------- */

enum verb {
    NOTHING,
    FILLS,          /* memory at argument a, of size b */
    FILLS_VECTOR,   /* the b (an argument) iovecs at argument a */
    FILLS_MESSAGE,  /* the struct msghdr at argument a */
    FILLS_MESSAGES, /* the b (an argument) struct mmsghdr at argument a */
    MOVES,          /* descriptor a: its offset, or what it is */
    READS,          /* from descriptor a */
    MOVES_STREAM,   /* FILE a: the same with its descriptor */
    READS_STREAM,   /* from FILE a; buffers there */
    READS_STDIN,    /* from stdin */
    DUPLICATES,     /* descriptor a */
    NAMES,          /* a file, by the path at argument a */
    CHANGES_FILE,   /* of descriptor a, whatever that is open for */
    BINDS,          /* a socket to the address at argument a */
    PATHS,          /* and more: what is done with a path (libc_paths.h) */
};
#define RULE(verb, a, b) ((verb) << 24 | (a) << 16 | (b))
#define FILLS(a, size) RULE(FILLS, a, size)
#define FILLS_VECTOR(a, count) RULE(FILLS_VECTOR, a, count)
#define FILLS_MESSAGE(a) RULE(FILLS_MESSAGE, a, 0)
#define FILLS_MESSAGES(a, count) RULE(FILLS_MESSAGES, a, count)
#define MOVES(a) RULE(MOVES, a, 0)
#define MOVES_STREAM(a) RULE(MOVES_STREAM, a, 0)
#define READS(a) RULE(READS, a, 0)
#define READS_STREAM(a) RULE(READS_STREAM, a, 0)
#define READS_STDIN() RULE(READS_STDIN, 0, 0)
#define DUPLICATES(a) RULE(DUPLICATES, a, 0)
#define NAMES(a) RULE(NAMES, a, 0)
#define CHANGES_FILE(a) RULE(CHANGES_FILE, a, 0)
#define BINDS(a) RULE(BINDS, a, 0)

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

/* A socket in the file system would stay there. */
static void refuse_name(const struct sockaddr *address, const char *name)
{
    char text[64];

    if (!mz_view_is_on() || !address || address->sa_family != AF_UNIX ||
        !address->sa_data[0])
        return;
    mz_format(text, sizeof text, "%s to a path", name);
    mz_unsupported(text);
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
    case MOVES:
        mz_descriptor_moves(*a);
        break;
    case MOVES_STREAM:
        if (*a)
            mz_descriptor_moves(((FILE *)*a)->_fileno);
        break;
    case READS:
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
    case BINDS:
        refuse_name((const struct sockaddr *)*a, name);
        break;
    case NOTHING:
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

/* ---- the calls ---------------------------------------------------------- */

/* clang-format off */

/* Open descriptors. */
#define OPENING_CALLS(X)                                            \
    X(open, NAMES(0), PATH(OPENS, 0, NONE, 1))                      \
    X(open64, NAMES(0), PATH(OPENS, 0, NONE, 1))                    \
    X(__open_2, NAMES(0), PATH(OPENS, 0, NONE, 1))                  \
    X(__open64_2, NAMES(0), PATH(OPENS, 0, NONE, 1))                \
    X(openat, NAMES(1), PATH(OPENS, 1, 0, 2))                       \
    X(openat64, NAMES(1), PATH(OPENS, 1, 0, 2))                     \
    X(__openat_2, NAMES(1), PATH(OPENS, 1, 0, 2))                   \
    X(__openat64_2, NAMES(1), PATH(OPENS, 1, 0, 2))                 \
    X(creat, PATH(CREATES, 0, NONE, NONE))                          \
    X(creat64, PATH(CREATES, 0, NONE, NONE))                        \
    X(fopen, NAMES(0), PATH(OPENS_STREAM, 0, NONE, 1))              \
    X(fopen64, NAMES(0), PATH(OPENS_STREAM, 0, NONE, 1))            \
    X(freopen, NAMES(0), MOVES_STREAM(2),                           \
      PATH(OPENS_STREAM, 0, NONE, 1))                               \
    X(freopen64, NAMES(0), MOVES_STREAM(2),                         \
      PATH(OPENS_STREAM, 0, NONE, 1))                               \
    X(fdopen)                                                       \
    X(fopencookie)                                                  \
    X(fclose, MOVES_STREAM(0))                                      \
    X(dup, DUPLICATES(0))                                           \
    X(pipe, FILLS(0, 8))                                            \
    X(pipe2, FILLS(0, 8))                                           \
    X(socket)                                                       \
    X(socketpair, FILLS(3, 8))                                      \
    X(accept, READS(0), FILLS(1, SOCKLEN(2)))                       \
    X(accept4, READS(0), FILLS(1, SOCKLEN(2)))                      \
    X(memfd_create)                                                 \
    X(eventfd)                                                      \
    X(epoll_create)                                                 \
    X(epoll_create1)                                                \
    X(inotify_init)                                                 \
    X(inotify_init1)                                                \
    X(opendir, PATH(LISTS, 0, NONE, NONE))                          \
    X(closedir)                                                     \
    X(fts_open, PATH(SEARCHES, 0, NONE, NONE))                      \
    X(fts64_open, PATH(SEARCHES, 0, NONE, NONE))                    \
    X(tmpfile)                                                      \
    X(tmpfile64)                                                    \
    X(posix_openpt)                                                 \
    X(getpt)                                                        \
    X(openpty, FILLS(0, 4), FILLS(1, 4))                            \
    X(openlog)                                                      \
    X(closelog)                                                     \
    X(syslog)                                                       \
    X(vsyslog)                                                      \
    X(__syslog_chk)                                                 \
    X(__vsyslog_chk)                                                \
    X(setpwent)                                                     \
    X(getpwent)                                                     \
    X(endpwent)                                                     \
    X(setgrent)                                                     \
    X(getgrent)                                                     \
    X(endgrent)                                                     \
    X(recvmsg, READS(0), FILLS_MESSAGE(1))                          \
    X(recvmmsg, READS(0), FILLS_MESSAGES(1, 2))

/* All others. */
#define OTHER_CALLS(X)                                              \
    /* read */                                                      \
    X(read, READS(0), FILLS(1, ARGUMENT(2)))                        \
    X(__read_chk, READS(0), FILLS(1, ARGUMENT(2)))                  \
    X(pread, READS(0), FILLS(1, ARGUMENT(2)))                       \
    X(pread64, READS(0), FILLS(1, ARGUMENT(2)))                     \
    X(__pread_chk, READS(0), FILLS(1, ARGUMENT(2)))                 \
    X(__pread64_chk, READS(0), FILLS(1, ARGUMENT(2)))               \
    X(readv, READS(0), FILLS_VECTOR(1, 2))                          \
    X(preadv, READS(0), FILLS_VECTOR(1, 2))                         \
    X(preadv64, READS(0), FILLS_VECTOR(1, 2))                       \
    X(preadv2, READS(0), FILLS_VECTOR(1, 2))                        \
    X(preadv64v2, READS(0), FILLS_VECTOR(1, 2))                     \
    X(recv, READS(0), FILLS(1, ARGUMENT(2)))                        \
    X(__recv_chk, READS(0), FILLS(1, ARGUMENT(2)))                  \
    X(recvfrom, READS(0), FILLS(1, ARGUMENT(2)),                    \
      FILLS(4, SOCKLEN(5)))                                         \
    X(__recvfrom_chk, READS(0), FILLS(1, ARGUMENT(2)),              \
      FILLS(5, 128))                                                \
    X(eventfd_read, READS(0), FILLS(1, 8))                          \
    X(getdents64, MOVES(0), FILLS(1, ARGUMENT(2)))                  \
    X(lseek, MOVES(0))                                              \
    X(lseek64, MOVES(0))                                            \
    /* write */                                                     \
    X(pwrite, MOVES(0))                                             \
    X(pwrite64, MOVES(0))                                           \
    X(pwritev, MOVES(0))                                            \
    X(pwritev64, MOVES(0))                                          \
    X(pwritev2, MOVES(0))                                           \
    X(pwritev64v2, MOVES(0))                                        \
    X(send, MOVES(0))                                               \
    X(sendto, MOVES(0))                                             \
    X(sendmsg, MOVES(0))                                            \
    X(sendmmsg, MOVES(0), FILLS(1, TIMES(2, 64)))                   \
    X(sendfile, MOVES(0), READS(1), FILLS(2, 8))                    \
    X(sendfile64, MOVES(0), READS(1), FILLS(2, 8))                  \
    X(copy_file_range, MOVES(0), FILLS(1, 8), MOVES(2), FILLS(3, 8))\
    X(splice, READS(0), FILLS(1, 8), MOVES(2), FILLS(3, 8))         \
    X(tee, READS(0), MOVES(1))                                      \
    X(vmsplice, MOVES(0))                                           \
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
    X(fstat, FILLS(1, 144))                                         \
    X(fstat64, FILLS(1, 144))                                       \
    X(fstatat, FILLS(2, 144), PATH(FOLLOWS, 1, 0, 3))               \
    X(fstatat64, FILLS(2, 144), PATH(FOLLOWS, 1, 0, 3))             \
    X(__xstat, FILLS(2, 144), PATH(FOLLOWS, 1, NONE, NONE))         \
    X(__xstat64, FILLS(2, 144), PATH(FOLLOWS, 1, NONE, NONE))       \
    X(__lxstat, FILLS(2, 144), PATH(LINK, 1, NONE, NONE))           \
    X(__lxstat64, FILLS(2, 144), PATH(LINK, 1, NONE, NONE))         \
    X(__fxstat, FILLS(2, 144))                                      \
    X(__fxstat64, FILLS(2, 144))                                    \
    X(__fxstatat, FILLS(3, 144), PATH(FOLLOWS, 2, 1, 4))            \
    X(__fxstatat64, FILLS(3, 144), PATH(FOLLOWS, 2, 1, 4))          \
    X(statx, FILLS(4, 256), PATH(FOLLOWS, 1, 0, 2))                 \
    X(statfs, FILLS(1, 120), PATH(FOLLOWS, 0, NONE, NONE))          \
    X(statfs64, FILLS(1, 120), PATH(FOLLOWS, 0, NONE, NONE))        \
    X(fstatfs, FILLS(1, 120))                                       \
    X(fstatfs64, FILLS(1, 120))                                     \
    X(getxattr, FILLS(2, ARGUMENT(3)), PATH(FOLLOWS, 0, NONE, NONE))\
    X(lgetxattr, FILLS(2, ARGUMENT(3)), PATH(LINK, 0, NONE, NONE))  \
    X(fgetxattr, FILLS(2, ARGUMENT(3)))                             \
    X(listxattr, FILLS(1, ARGUMENT(2)), PATH(FOLLOWS, 0, NONE, NONE))\
    X(llistxattr, FILLS(1, ARGUMENT(2)), PATH(LINK, 0, NONE, NONE)) \
    X(flistxattr, FILLS(1, ARGUMENT(2)))                            \
    X(getcwd, FILLS(0, ARGUMENT(1)))                                \
    X(__getcwd_chk, FILLS(0, ARGUMENT(1)))                          \
    X(readlink, FILLS(1, ARGUMENT(2)), PATH(LINK, 0, NONE, NONE))   \
    X(__readlink_chk, FILLS(1, ARGUMENT(2)), PATH(LINK, 0, NONE, NONE))\
    X(readlinkat, FILLS(2, ARGUMENT(3)), PATH(LINK, 1, 0, NONE))    \
    X(__readlinkat_chk, FILLS(2, ARGUMENT(3)), PATH(LINK, 1, 0, NONE))\
    X(uname, FILLS(0, 390))                                         \
    X(getrlimit, FILLS(1, 16))                                      \
    X(getrlimit64, FILLS(1, 16))                                    \
    X(getgroups, FILLS(1, TIMES(0, 4)))                             \
    X(__getgroups_chk, FILLS(1, TIMES(0, 4)))                       \
    X(getresuid, FILLS(0, 4), FILLS(1, 4), FILLS(2, 4))             \
    X(getresgid, FILLS(0, 4), FILLS(1, 4), FILLS(2, 4))             \
    X(getsockname, FILLS(1, SOCKLEN(2)))                            \
    X(getpeername, FILLS(1, SOCKLEN(2)))                            \
    X(getsockopt, FILLS(3, SOCKLEN(4)))                             \
    X(wait, FILLS(0, 4))                                            \
    X(waitpid, FILLS(1, 4))                                         \
    X(wait3, FILLS(0, 4), FILLS(2, 144))                            \
    X(wait4, FILLS(1, 4), FILLS(3, 144))                            \
    X(waitid, FILLS(2, 128))                                        \
    X(sched_getparam, FILLS(1, 4))                                  \
    X(sched_rr_get_interval, FILLS(1, 16))                          \
    X(mincore, FILLS(2, ARGUMENT(1)))                               \
    X(prctl, FILLS(1, 16))

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
    X(inotify_add_watch, PATH(FOLLOWS, 1, NONE, NONE))              \
    X(scandir, PATH(LISTS, 0, NONE, NONE))                          \
    X(scandir64, PATH(LISTS, 0, NONE, NONE))                        \
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
    X(bind, BINDS(1))                                               \
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

#define X(name, ...) MZ_FORWARD(name, look_and_open, __VA_ARGS__)
OPENING_CALLS(X)
#undef X
#define X(name, ...) MZ_FORWARD(name, look, __VA_ARGS__)
OTHER_CALLS(X)
PATH_CALLS(X)
#undef X

/* ---- calls that need a closer look -------------------------------------- */

enum { IOCTL_MOST = 256, FLOCK_SIZE = 32 };

static void before_close(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_descriptor_moves(call->arguments[0]);
    if (mz_descriptor_is_hidden(call->arguments[0]))
        call->arguments[0] = -1; /* as if it were not open */
}
MZ_FORWARD(close, before_close)

static void before_dup2(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_descriptors_opened = true;
    mz_descriptor_before_dup(call->arguments[0]);
    mz_descriptor_moves(call->arguments[1]);
    if (mz_descriptor_is_hidden(call->arguments[1]))
        mz_unsupported("a descriptor as high as those of the checker");
}
MZ_FORWARD(dup2, before_dup2)
MZ_FORWARD(dup3, before_dup2)

static void before_fcntl(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    switch (call->arguments[1]) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        mz_descriptors_opened = true;
        mz_descriptor_before_dup(call->arguments[0]);
        break;
    case F_SETFD:
    case F_SETFL:
        mz_descriptor_moves(call->arguments[0]);
        break;
    case F_GETLK:
    case F_OFD_GETLK:
    case F_GETOWN_EX:
        touch(call->arguments[2], FLOCK_SIZE);
        break;
    }
}
MZ_FORWARD(fcntl, before_fcntl)
MZ_FORWARD(fcntl64, before_fcntl)

/* How much a request writes is not known in general; what it is given may be a
 * number, which touches nothing. */
static void before_ioctl(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_descriptor_moves(call->arguments[0]);
    touch(call->arguments[2], IOCTL_MOST);
}
MZ_FORWARD(ioctl, before_ioctl)

static void before_fdopendir(struct mz_call *call, const struct mz_forward *row)
{
    mz_descriptors_opened = true;
    mz_path_before_list(call->arguments[0], row->name, true);
}
MZ_FORWARD(fdopendir, before_fdopendir)

static void before_rewinddir(struct mz_call *call, const struct mz_forward *row)
{
    DIR *folder = (DIR *)call->arguments[0];

    if (folder)
        mz_path_before_list(dirfd(folder), row->name, false);
}
MZ_FORWARD(rewinddir, before_rewinddir)

static void before_fcloseall(struct mz_call *call,
                             const struct mz_forward *row)
{
    (void)call, (void)row;
    mz_descriptors_moved = ~0ull;
}
MZ_FORWARD(fcloseall, before_fcloseall)

MZ_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(close_range)(first, last, flags);
    mz_descriptors_moved = ~0ull;
    return mz_descriptors_close(first, last, flags) ? -1 : 0;
}

MZ_EXPORT void closefrom(int first)
{
    if (!MZ_PROGRAM_CALLS) {
        MZ_REAL(closefrom)(first);
        return;
    }
    mz_descriptors_moved = ~0ull;
    mz_descriptors_close(first < 0 ? 0 : first, ~0u, 0);
}

/* ---- where files are looked for, and with which rights they are made ---- */

static int working_directory;
static unsigned creation_mask;
static bool directory_changed, mask_changed;

static void before_chdir(struct mz_call *call, const struct mz_forward *row)
{
    directory_changed = true;
    look(call, row);
}
MZ_FORWARD(chdir, before_chdir, PATH(ENTERS, 0, NONE, NONE))

static void before_fchdir(struct mz_call *call, const struct mz_forward *row)
{
    directory_changed = true;
    mz_path_before_enter(call->arguments[0], row->name);
}
MZ_FORWARD(fchdir, before_fchdir)

static void before_umask(struct mz_call *call, const struct mz_forward *row)
{
    (void)call, (void)row;
    mask_changed = true;
}
MZ_FORWARD(umask, before_umask)

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
