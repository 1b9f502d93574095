/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 79 };

/* How much of the text, up to a blank, there is room for: a word at least. */
static size_t fitting(const char *text, size_t room)
{
    size_t end = strcspn(text, " \n");

    while (text[end] == ' ') {
        size_t next = end + 1 + strcspn(text + end + 1, " \n");

        if (next > room)
            break;
        end = next;
    }
    return end;
}

/* From where the cursor is, which is at that column. */
static void print_from(const char *text, unsigned column)
{
    for (;;) {
        size_t length = fitting(text, WIDTH - column);

        printf("%.*s\n", (int)length, text);
        text += length;
        if (!*text)
            return;
        text++;
        if (*text != '\n')
            printf("%*s", (int)column, "");
    }
}

void mz_help_option(char letter, const char *name, const char *value,
                    const char *text, unsigned column)
{
    int width = letter ? printf("  -%c, --%s", letter, name)
                       : printf("      --%s", name);

    if (value)
        width += printf("=%s", value);
    if (width + 2 > (int)column) {
        putchar('\n');
        width = 0;
    }
    printf("%*s", (int)column - width, "");
    print_from(text, column);
}

void mz_help_text(const char *text)
{
    print_from(text, 0);
}
