/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *speaker = "";

void mz_message_speaker(const char *text)
{
    speaker = text;
}

static void say(const char *format, va_list values)
{
    char line[8192];
    size_t start =
        (size_t)snprintf(line, sizeof line / 2, "mazurka: %s", speaker);
    size_t room = sizeof line - start - 1; /* without the newline */
    int length = vsnprintf(line + start, room, format, values);
    size_t end = start + (length < 0               ? 0
                          : (size_t)length >= room ? room - 1
                                                   : (size_t)length);

    for (size_t i = start; i < end; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
            line[i] = ' '; /* one line, and nothing that moves a cursor */
    line[end++] = '\n';
    if (write(STDERR_FILENO, line, end) < 0)
        return; /* nobody to tell */
}

#define SAY(format)               \
    do {                          \
        va_list values;           \
        va_start(values, format); \
        say(format, values);      \
        va_end(values);           \
    } while (0)

void mz_note(const char *format, ...)
{
    SAY(format);
}

int mz_refuse(const char *format, ...)
{
    SAY(format);
    return MZ_EXIT_USAGE;
}

int mz_failed(const char *format, ...)
{
    SAY(format);
    return MZ_EXIT_FAILED;
}

void mz_out_of_memory(void)
{
    mz_note("out of memory");
    exit(MZ_EXIT_FAILED);
}
