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

/* Of an object that anybody may have written: where there is no such field, or
 * it has another type, "", 0, false, or an empty array. */
const char *mz_field_text(const json_t *, const char *key);
long long mz_field_number(const json_t *, const char *key);
bool mz_field_is_true(const json_t *, const char *key);
const json_t *mz_field_array(const json_t *, const char *key);

/* Of a step, an error, who is blocked. */
bool mz_is_of_thread(const json_t *, const char *name);

/* Both have an address, and the same: a name may be that of several objects. */
bool mz_is_same_object(const json_t *, const json_t *);

/* The text of the line that a place is at, or NULL. */
const char *mz_document_source(const json_t *document, const json_t *place);

#endif
