/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/phrase.h"

#include <stdarg.h>
#include <stdio.h>

struct mz_phrase mz_phrase_in(char *buffer, size_t size)
{
    struct mz_phrase phrase = {buffer, size, 0};

    mz_phrase_cut(&phrase, 0);
    return phrase;
}

void mz_phrase_add(struct mz_phrase *phrase, const char *format, ...)
{
    size_t room = phrase->size - phrase->used;
    va_list arguments;
    int length;

    if (room <= 1)
        return;
    va_start(arguments, format);
    length = vsnprintf(phrase->text + phrase->used, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        phrase->used += (size_t)length < room ? (size_t)length : room - 1;
}

void mz_phrase_cut(struct mz_phrase *phrase, size_t used)
{
    phrase->used = used;
    if (used < phrase->size)
        phrase->text[used] = 0;
}
