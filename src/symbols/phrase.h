/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text that grows in a buffer of its caller's. What does not fit is cut off;
 * the text always ends with a zero, unless the buffer has no byte for it.
 */
#ifndef MZ_SYMBOLS_PHRASE_H
#define MZ_SYMBOLS_PHRASE_H

#include <stddef.h>

struct mz_phrase {
    char *text;
    size_t size; /* of the buffer */
    size_t used; /* without the zero; cut back with mz_phrase_cut */
};

struct mz_phrase mz_phrase_in(char *buffer, size_t size);

void mz_phrase_add(struct mz_phrase *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void mz_phrase_cut(struct mz_phrase *, size_t used);

#endif
