/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The document: all that a report says, as one JSON object, which
 * docs/report.schema.json describes. It is what is kept of an error; formats
 * but the text are views of it, and so can be made of a kept report, too.
 */
#ifndef MZ_REPORT_DOCUMENT_H
#define MZ_REPORT_DOCUMENT_H

#include <jansson.h>

#include "report/report.h"

/* The caller's to release. NULL: no memory. */
json_t *mz_document(const struct mz_report *);

#endif
