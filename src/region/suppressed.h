/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data races that --suppressions says not to report. Who finds a race knows two
 * code addresses; whether they match, only the supervisor can tell, which knows
 * symbols. So it is asked, once for each address, and answers through the
 * region. The race then is counted instead of reported, and the execution goes
 * on.
 */
#ifndef MZ_REGION_SUPPRESSED_H
#define MZ_REGION_SUPPRESSED_H

#include <stdint.h>

enum { MZ_MAX_SUPPRESSED = 64 };

enum mz_question {
    MZ_QUESTION_NONE,
    MZ_QUESTION_ASKED, /* `pc` is there; the supervisor is woken by SIGCHLD */
    MZ_QUESTION_ANSWERED,
};

struct mz_suppressed {
    uint32_t question; /* enum mz_question, a futex */
    uint32_t answer;   /* whether accesses at `pc` are suppressed */
    uint64_t pc;       /* a return address */
    uint32_t supervisor; /* its process */
    uint32_t count;      /* different races, by the places of both sides */
    struct {
        uint64_t pcs[2]; /* the lower one first */
    } races[MZ_MAX_SUPPRESSED];
};

/* Counts a race, unless it was counted before. What does not fit in the list
 * counts as one more. */
void mz_suppressed_count(struct mz_suppressed *, uint64_t pc, uint64_t other);

/* Counts those of another list, that of a worker. */
void mz_suppressed_add(struct mz_suppressed *, const struct mz_suppressed *);

#endif
