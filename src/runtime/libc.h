/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The libc calls that would let an execution see, or change, the world outside
 * of it: time, randomness, identity, descriptors, output, ending the process.
 * They are interposed, one file a family (libc_*.c), and made the same in every
 * execution; what an execution opened is closed again.
 */
#ifndef MZ_RUNTIME_LIBC_H
#define MZ_RUNTIME_LIBC_H

#include <errno.h>

#include "runtime/runtime.h"

/* Descriptors 1 and 2 become what they were at the start, or /dev/null (as
 * the snapshot leaves them). Between executions. */
void mz_libc_show_output(bool);
/* Is it one that standard output or input has of us? */
bool mz_libc_output_gave(const char *buffer);

/* Or what this hidden one is; 1 not where output is compared (expected.h). */
void mz_libc_lead_output_to(int fd);

/* Writes out what the program has printed and libc still buffers. Takes no
 * lock, so that it may follow a failure in the middle of printf. */
void mz_libc_flush_output(void);

/* The same of stdout alone, if it is what it was at the start. */
void mz_libc_flush_stdout(void);

/* Where our own messages go while 2 is /dev/null. -1: before the snapshot. */
int mz_libc_original_stderr(void);

/* What exit() does for the program: handlers and destructors, in the reverse
 * order of their registration. On a fiber. */
void mz_libc_run_exit_handlers(void);
bool mz_libc_has_exit_handlers(void);

/* What exit() does after that, when nobody else can go on. */
void mz_libc_flush_streams(void);

/* What a call returns that has come to this: a number, or -errno. */
static inline int mz_answer(int status)
{
    if (status >= 0)
        return status;
    errno = -status;
    return -1;
}

#endif
