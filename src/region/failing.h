/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that --fail lets fail though nothing is wrong: memory is short, or
 * descriptors, or a transfer is cut short. A row says by which name it is asked
 * for (several functions may go by one), and how it may fail; each is
 * explored, besides that it does not.
 */
#ifndef MZ_REGION_FAILING_H
#define MZ_REGION_FAILING_H

#include <errno.h>
#include <stdint.h>

/* Instead of an error number: one byte is transferred, if more were asked for;
 * the value is the expected one, and is not exchanged all the same.
 * 0: there is no further way. */
enum { MZ_FAILS_SHORT = -1, MZ_FAILS_SPURIOUSLY = -2 };

/* clang-format off */
#define MZ_FAILING(X) \
    /* name, what it is known by, ways to fail */ \
    X(MALLOC, "malloc", ENOMEM, 0, 0)           /* and calloc, realloc ... */ \
    X(NEW, "new", ENOMEM, 0, 0)                 /* std::bad_alloc, or null */ \
    X(CREATE, "pthread_create", EAGAIN, 0, 0) \
    X(MUTEX_INIT, "pthread_mutex_init", ENOMEM, 0, 0) \
    X(COND_INIT, "pthread_cond_init", ENOMEM, 0, 0) \
    X(OPEN, "open", EMFILE, 0, 0)               /* and openat, creat */ \
    X(FOPEN, "fopen", EMFILE, 0, 0)             /* and fdopen */ \
    X(READ, "read", EIO, EINTR, MZ_FAILS_SHORT) /* and pread */ \
    X(WRITE, "write", ENOSPC, EINTR, MZ_FAILS_SHORT) \
    X(FSYNC, "fsync", EIO, 0, 0)                /* and fdatasync */ \
    X(PIPE, "pipe", EMFILE, 0, 0)               /* and pipe2, socketpair */ \
    X(SOCKET, "socket", EMFILE, 0, 0) \
    X(MMAP, "mmap", ENOMEM, 0, 0) \
    X(WEAK, "compare_exchange_weak", MZ_FAILS_SPURIOUSLY, 0, 0) /* not clang */
/* clang-format on */

enum mz_failing {
#define X(id, ...) MZ_FAILING_##id,
    MZ_FAILING(X)
#undef X
        MZ_FAILING_COUNT
};

enum { MZ_MOST_WAYS = 3 };

struct mz_failing_row {
    const char *name;
    int16_t ways[MZ_MOST_WAYS]; /* error numbers, or of those */
};

extern const struct mz_failing_row mz_failing_rows[MZ_FAILING_COUNT];

/* As many as there are. */
unsigned mz_failing_ways(enum mz_failing);

#endif
