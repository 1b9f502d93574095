/* SPDX-License-Identifier: Apache-2.0 */
/* Who is blocked at the end of the execution, for what, and where. */
#ifndef MZ_REPORT_WAITING_H
#define MZ_REPORT_WAITING_H

#include "report/narrator.h"

/* Beside other errors, who waits is no news. */
bool mz_waiting_is_told(const struct mz_finding *);

void mz_waiting_print(const struct mz_narrator *, FILE *);

/* The same of an error that has no account. */
void mz_waiting_print_briefly(const struct mz_narrator *,
                              const struct mz_finding *, FILE *);

/* Of the account: where the lock was taken that it waits for. False: it waits
 * for no lock, or that is not known. */
bool mz_waiting_taken(const struct mz_narrator *,
                      const struct mz_blocked_thread *, struct mz_frame *);

/* Who signalled last, though not for this thread; or NULL. */
const struct mz_step *mz_waiting_signal(const struct mz_narrator *,
                                        const struct mz_blocked_thread *);

#endif
