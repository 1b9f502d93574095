/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"

static void grow(struct mz_arguments *list)
{
    size_t capacity = list->capacity ? 2 * list->capacity : 16;
    char **items = realloc(list->items, capacity * sizeof *items);

    if (!items)
        mz_out_of_memory();
    list->items = items;
    list->capacity = capacity;
}

void mz_arguments_add(struct mz_arguments *list, const char *item)
{
    if (list->count + 2 > list->capacity)
        grow(list);
    list->items[list->count] = strdup(item);
    if (!list->items[list->count])
        mz_out_of_memory();
    list->items[++list->count] = NULL;
}

void mz_arguments_add_all(struct mz_arguments *list, char *const *items)
{
    for (; items && *items; items++)
        mz_arguments_add(list, *items);
}

void mz_arguments_split(struct mz_arguments *list, const char *text)
{
    static const char blank[] = " \t\n";
    char *copy = strdup(text);
    char *rest;

    if (!copy)
        mz_out_of_memory();
    for (char *word = strtok_r(copy, blank, &rest); word;
         word = strtok_r(NULL, blank, &rest))
        mz_arguments_add(list, word);
    free(copy);
}

static void print_quoted(const char *word, FILE *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz"
                                "0123456789-_=+./:,@%";

    if (*word && strspn(word, plain) == strlen(word)) {
        fputs(word, out);
        return;
    }
    putc('\'', out);
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\'", out);
        putc(*word, out);
    }
    putc('\'', out);
}

char *mz_arguments_text(char *const *items)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        mz_out_of_memory();
    for (char *const *item = items; item && *item; item++) {
        if (item != items)
            putc(' ', out);
        print_quoted(*item, out);
    }
    if (fclose(out) || !text)
        mz_out_of_memory();
    return text;
}

char *mz_arguments_enumerate(char *const *items, const char *last)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        mz_out_of_memory();
    fputs(items[0], out);
    for (char *const *item = items + 1; *item; item++)
        if (item[1])
            fprintf(out, ", %s", *item);
        else
            fprintf(out, " %s %s", last, *item);
    if (fclose(out) || !text)
        mz_out_of_memory();
    return text;
}
