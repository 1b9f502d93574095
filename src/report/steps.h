/* SPDX-License-Identifier: Apache-2.0 */
/* The interleaving: the numbered steps of the first error's account. */
#ifndef MZ_REPORT_STEPS_H
#define MZ_REPORT_STEPS_H

#include "report/narrator.h"

/* As a table. Unless verbose, a long one is told by its two ends. */
void mz_steps_print(const struct mz_narrator *, FILE *);

/* Of an execution that was stopped: what each thread is about to do, as it did
 * when it was not; nothing of others. */
void mz_steps_print_next(const struct mz_narrator *, FILE *);

/* Numbers of steps, from 1; 0: it is not told, or did not happen. */
uint64_t mz_steps_number(const struct mz_account *, uint32_t index);

/* Where memory is weak: the number of the access that is that event; 0: it is
 * not told. */
uint64_t mz_steps_of_event(const struct mz_account *, uint32_t event);

/* Is it the first that is stale, or stores what is not last? What comes before
 * it is as if memory were sequentially consistent. */
bool mz_steps_is_first_weak(const struct mz_account *, const struct mz_step *);
uint64_t mz_steps_locked(const struct mz_account *, unsigned thread,
                         uint64_t mutex);
uint64_t mz_steps_accessed(const struct mz_account *, unsigned thread,
                           uint64_t address, uint64_t pc);
uint64_t mz_steps_ended(const struct mz_account *, unsigned thread);

/* The last signal or broadcast of the condition variable, or NULL. */
const struct mz_step *mz_steps_signal(const struct mz_account *, uint64_t cond);

/* In an account of which no step is left out. */
unsigned mz_steps_context_switches(const struct mz_account *);
unsigned mz_steps_preemptions(const struct mz_account *);

#endif
