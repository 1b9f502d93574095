/* SPDX-License-Identifier: Apache-2.0 */
/*
 * --expect-output: an execution that ends as it should, and has written
 * something else than the reference execution did, has failed. What is compared
 * is all that went to descriptor 1 as the execution began, and the contents of
 * files, as they are when the process ends.
 *
 * The reference is an execution that depends on nothing but the program, so
 * that it is the same for all who search: in it each thread goes on until it
 * has to wait. If that one does not end as it should, then it is the first of
 * some drawn ones that does. (Or what is expected is in a file, as:FILE.)
 *
 * Output is gathered in a file that nobody else sees, begun anew with each
 * execution; so descriptor 1 is what it is after `> file`. Writes there are
 * operations on that file then: in which order threads write is explored.
 */
#ifndef MZ_RUNTIME_EXPECTED_H
#define MZ_RUNTIME_EXPECTED_H

#include "runtime/telling.h"

static inline bool mz_expected_is_on(void)
{
    return mz_rt.region && mz_rt.region->settings.expect_output;
}

/* Before the first execution: runs those that may be the reference. False: the
 * region's status says why there is nothing to be searched. */
bool mz_expected_refer(struct mz_telling *);

/* Has one been found? */
bool mz_expected_has_reference(void);

/* The process is about to end as it should. On a fiber; fails if what was
 * written differs. */
void mz_expected_compare(void);

/* Somebody ends the process. Beside other threads it is told that what these
 * write until it has ended may be cut off: here they always go on. */
void mz_expected_ends(const char *name, uint64_t pc);

/* Before all streams are flushed, as the process ends. Refuses where the order
 * in which they were made, which is not explored, is that of the output. */
void mz_expected_check_streams(void);

/* What the execution has written so far goes there. */
void mz_expected_show(int fd);

/* The file that it is in, and how much is. */
int mz_expected_gathered(void);
uint64_t mz_expected_size(void);

#endif
