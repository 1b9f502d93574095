/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What sleeps: which schedules of the path have a characterisation that is in
 * force, and whether one of them forbids another schedule ([AADJS24] Alg. 1,
 * lines 7 and 13).
 */
#ifndef MZ_POP_SLEEPERS_H
#define MZ_POP_SLEEPERS_H

#include "pop/path.h"
#include "pop/sleep_check.h"

struct mz_pop_sleepers {
    const struct mz_pop_path *path;
    struct mz_sleep_check check;
    struct mz_pop_schedule pending; /* scratch */
};

void mz_pop_sleepers_init(struct mz_pop_sleepers *, struct mz_arena *,
                          const struct mz_pop_path *, uint32_t capacity);

/* The characterisation of a schedule of which something may sleep, if it does
 * after the prefix of that length; or NULL. After e nothing does. */
const struct mz_characterisation *mz_pop_sleeper(const struct mz_pop_sleepers *,
                                                 const struct mz_execution *,
                                                 uint32_t schedule,
                                                 uint32_t length);

/* Line 7: UpdSeq(sigma, SSChar[E1]) = block? */
bool mz_pop_is_blocked(struct mz_pop_sleepers *, struct mz_pop_schedule *);

/* Line 13: is this operation, at the end of the execution, what a schedule that
 * sleeps would end with? */
bool mz_pop_is_asleep(struct mz_pop_sleepers *, const struct mz_execution *,
                      const struct mz_event *pending);

#endif
