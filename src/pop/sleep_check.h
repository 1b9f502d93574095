/* SPDX-License-Identifier: Apache-2.0 */
/*
 * UpdSeq, UpdSE and UpdP ([AADJS24] Alg. 2): of what follows E1.sigma, is an
 * event the head of a schedule that the characterisation of sigma forbids? Each
 * time the sets C, D and R of the paper's sleep-set expressions are found anew,
 * from the list of what follows.
 */
#ifndef MZ_POP_SLEEP_CHECK_H
#define MZ_POP_SLEEP_CHECK_H

#include "pop/followers.h"
#include "trace/refusal.h"
#include "trace/statistics.h"

struct mz_sleep_check {
    const char *memory;       /* what offsets of characterisations begin from */
    struct mz_followers list; /* the events that follow E1.sigma, in order */
    char *scratch;
    size_t scratch_used, scratch_size;
    struct mz_cases cases;
    enum mz_refusal unsupported; /* what it cannot judge */
};

void mz_sleep_check_init(struct mz_sleep_check *, struct mz_arena *,
                         const struct mz_happens_before *,
                         const struct mz_marks *, uint32_t capacity);

/* May this event be the head of a schedule that sleeps? */
bool mz_sleep_check_concerns(const struct mz_sleep_check *,
                             const struct mz_characterisation *,
                             const struct mz_follower *);

/* Is a follower, the one at `from` or a later one, the head of a schedule that
 * sleeps? */
bool mz_sleep_check_blocks(struct mz_sleep_check *,
                           const struct mz_characterisation *, uint32_t from);

#endif
