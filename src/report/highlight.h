/* SPDX-License-Identifier: Apache-2.0 */
/* A line of C or C++ as HTML: its words in spans of a class each: hk (keyword),
 * hs (string, character), hn (number), hc (comment), hp (preprocessor), and ho
 * (an operator that no line is to end in the midst of).
 * Whatever the line is, all of its text is there, and escaped. */
#ifndef MZ_REPORT_HIGHLIGHT_H
#define MZ_REPORT_HIGHLIGHT_H

#include <stdio.h>

void mz_highlight(const char *line, FILE *out);

/* Of any text: what HTML takes for its own is escaped, in attributes with
 * quotes, too; control characters become spaces. */
void mz_escape(const char *text, size_t length, FILE *out);

#endif
