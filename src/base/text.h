/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing texts where libc's functions are the checked program's. */
#ifndef MZ_BASE_TEXT_H
#define MZ_BASE_TEXT_H

#include <stdbool.h>

static inline bool mz_text_begins(const char *text, const char *start)
{
    while (*start && *text == *start)
        text++, start++;
    return !*start;
}

static inline bool mz_text_equals(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

#endif
