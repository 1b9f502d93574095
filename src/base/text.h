/* SPDX-License-Identifier: Apache-2.0 */
/* Texts, where libc's functions are the checked program's. */
#ifndef MZ_BASE_TEXT_H
#define MZ_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

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

/* Of a path: what is behind its last slash. */
static inline const char *mz_text_last_part(const char *path)
{
    const char *part = path;

    for (; *path; path++)
        if (*path == '/')
            part = path + 1;
    return part;
}

static inline size_t mz_text_length(const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    return length;
}

/* Of the setting NAME=VALUE in an environment, its value; NULL: it has none. */
static inline const char *mz_text_variable(char *const *environment,
                                           const char *name)
{
    size_t length = mz_text_length(name);

    for (; environment && *environment; environment++)
        if (mz_text_begins(*environment, name) && (*environment)[length] == '=')
            return *environment + length + 1;
    return NULL;
}

#endif
