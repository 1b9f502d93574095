/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the document (report/document.h), as objects and arrays that the
 * caller owns, or as fields that are set in one of its objects.
 */
#ifndef MZ_REPORT_DOCUMENT_PARTS_H
#define MZ_REPORT_DOCUMENT_PARTS_H

#include <jansson.h>

#include "report/narrator.h"

/* The thread's number, and what it is called. */
void mz_document_set_thread(json_t *object, const struct mz_narrator *,
                            unsigned thread);

/* An error. The first has its account, if one was written. */
json_t *mz_document_error(const struct mz_narrator *,
                          const struct mz_finding *);

/* An error beyond the first, by its number, and what its replay needs. */
json_t *mz_document_further(const struct mz_narrator *, uint32_t error);

/* What a replay of the first error needs. */
json_t *mz_document_replay(const struct mz_report *);

/* ---- of the account ------------------------------------------------------ */

/* All that the account has of this error, the first. */
void mz_document_set_account(json_t *object, const struct mz_narrator *,
                             const struct mz_finding *);

/* The steps. */
json_t *mz_document_trace(const struct mz_narrator *);

/* The stacks of calls. */
json_t *mz_document_stacks(const struct mz_narrator *);

/* The threads that wait: as the account has them, and of an error that has
 * none. */
json_t *mz_document_blocked(const struct mz_narrator *);
json_t *mz_document_blocked_briefly(const struct mz_narrator *,
                                    const struct mz_finding *);

#endif
