/* SPDX-License-Identifier: Apache-2.0 */
/* Forwarded calls that --fail lets fail, or do less than was asked for. */
#include <errno.h>
#include <string.h>

#include "runtime/failing.h"
#include "runtime/libc_forward.h"

enum { NO_SIZE = 6 };

static const struct {
    const char *name;
    uint8_t failing; /* enum mz_failing */
    uint8_t size;    /* the argument that says how much is transferred */
    bool is_pointer; /* it returns NULL, not -1 */
} calls[] = {
    {"open", MZ_FAILING_OPEN, NO_SIZE, false},
    {"open64", MZ_FAILING_OPEN, NO_SIZE, false},
    {"__open_2", MZ_FAILING_OPEN, NO_SIZE, false},
    {"__open64_2", MZ_FAILING_OPEN, NO_SIZE, false},
    {"openat", MZ_FAILING_OPEN, NO_SIZE, false},
    {"openat64", MZ_FAILING_OPEN, NO_SIZE, false},
    {"__openat_2", MZ_FAILING_OPEN, NO_SIZE, false},
    {"__openat64_2", MZ_FAILING_OPEN, NO_SIZE, false},
    {"creat", MZ_FAILING_OPEN, NO_SIZE, false},
    {"creat64", MZ_FAILING_OPEN, NO_SIZE, false},
    {"fopen", MZ_FAILING_FOPEN, NO_SIZE, true},
    {"fopen64", MZ_FAILING_FOPEN, NO_SIZE, true},
    {"fdopen", MZ_FAILING_FOPEN, NO_SIZE, true},
    {"read", MZ_FAILING_READ, 2, false},
    {"__read_chk", MZ_FAILING_READ, 2, false},
    {"pread", MZ_FAILING_READ, 2, false},
    {"pread64", MZ_FAILING_READ, 2, false},
    {"__pread_chk", MZ_FAILING_READ, 2, false},
    {"__pread64_chk", MZ_FAILING_READ, 2, false},
    {"fsync", MZ_FAILING_FSYNC, NO_SIZE, false},
    {"fdatasync", MZ_FAILING_FSYNC, NO_SIZE, false},
    {"pipe", MZ_FAILING_PIPE, NO_SIZE, false},
    {"pipe2", MZ_FAILING_PIPE, NO_SIZE, false},
    {"socketpair", MZ_FAILING_PIPE, NO_SIZE, false},
};

static long return_error(void)
{
    return -1;
}

static void *return_null(void)
{
    return NULL;
}

/* MZ_COUNT(calls): of those that never do. */
static unsigned find(struct mz_forward *row)
{
    unsigned i = 0;

    if (row->failing)
        return row->failing - 1;
    while (i < MZ_COUNT(calls) && strcmp(calls[i].name, row->name))
        i++;
    row->failing = (uint8_t)(i + 1);
    return i;
}

void *mz_forward_fails(struct mz_call *call, struct mz_forward *row)
{
    unsigned i = find(row);
    int fails;

    if (i == MZ_COUNT(calls))
        return NULL;
    fails = mz_fails(calls[i].failing, call->caller);
    if (fails == MZ_FAILS_SHORT && call->arguments[calls[i].size] > 1)
        call->arguments[calls[i].size] = 1;
    if (fails <= 0)
        return NULL;
    errno = fails;
    return calls[i].is_pointer ? (void *)return_null : (void *)return_error;
}
