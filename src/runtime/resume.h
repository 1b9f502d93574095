/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A search that goes on where another process was stopped: it begins with the
 * tasks that one has put by, and with what it had found.
 *
 * Tasks name threads and objects by numbers, which are places in two lists: of
 * threads, in the first region, and of objects (object.h), whose keys are made
 * of addresses. Both lists are made what they were, and so memory must lie as
 * it lay. That depends on the program, its libraries, its arguments and its
 * environment; it is compared, and a search elsewhere is refused.
 */
#ifndef MZ_RUNTIME_RESUME_H
#define MZ_RUNTIME_RESUME_H

#include "explore/share.h"
#include "region/rest.h"

/* Once, when what workers have in common has been made: the lists. */
void mz_resume_prepare(char **envp);

/* The same, in the process that stays as another shift begins (shifts.h). */
void mz_resume_next(void);

/* Is it to be told of the straight execution (straight.h), as no worker has
 * told of it? Its hash: ends the search if that is not what it was. */
bool mz_resume_asks(void);
void mz_resume_tell(uint64_t straight);

const struct mz_layout *mz_resume_layout(void);

/* Of the tasks it begins with; then those tasks. Nothing, where it begins
 * anew. */
void mz_resume_shape(struct mz_share_shape *);
void mz_resume_load(struct mz_share *);

/* When all workers have ended: makes a struct mz_rest of what is left. False:
 * that is not known, or there is no room. */
bool mz_resume_collect(const struct mz_share *, void *to, size_t room);

#endif
