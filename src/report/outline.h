/* SPDX-License-Identifier: Apache-2.0 */
/* An error of the document in plain text, in brief: what and where, the other
 * side, who waits, the steps that are not folded. For formats that have a place
 * for a text. */
#ifndef MZ_REPORT_OUTLINE_H
#define MZ_REPORT_OUTLINE_H

#include <jansson.h>
#include <stdio.h>

/* From malloc. NULL: no memory. */
char *mz_outline(const json_t *error);

/* The calls of mz_linearizable, a column a thread, and why no order of them
 * will do. Nothing if there are none. */
void mz_outline_calls(const json_t *error, FILE *);

/* What a blocked thread waits for, without its name: `waits for the end of
 * main.1`. From malloc. NULL: no memory. */
char *mz_outline_waiting(const json_t *blocked);

/* The first place that an error has: its own, or where a thread is blocked.
 * Fields file, line, function; NULL: none. */
const json_t *mz_outline_place(const json_t *error);

/* Why there is no error, or that there is nothing to be said: one line, from
 * malloc. NULL: no memory. */
char *mz_outline_verdict(const json_t *document);

#endif
