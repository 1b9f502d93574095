/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Additions commute as long as those that access common bytes access the same
 * ones, and so does whatever else is done to these bytes: else they carry from
 * one access into the other. And nobody awaits what they add to: an await would
 * have to be tried behind each set of additions that satisfies it. So a search
 * in which they commute, and that meets the one or the other, is to be made
 * again, where they do not (MZ_RELATION_RW).
 */
#ifndef MZ_TRACE_ADDITIONS_H
#define MZ_TRACE_ADDITIONS_H

#include "trace/event.h"

/* What has been done to an object of memory, in all executions. Of bytes that
 * lie together there is a bit for each first one and number of them. */
struct mz_additions {
    uint64_t accesses; /* by any access */
    uint64_t added;    /* by additions */
    uint8_t apart;     /* bytes of awaits, and of those that do not lie
                          together: nobody may add to them */
};

/* Takes in an execution that has some (mz_execution.has_additions), and what
 * threads stand at. False: some do not commute. */
bool mz_additions_commute(struct mz_execution *);

#endif
