/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* getline */
#include "cli/link_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most lines repeat the file of the line before. */
static void add_once(struct mz_arguments *files, const char *name)
{
    for (size_t i = files->count; i-- > 0;)
        if (!strcmp(files->items[i], name))
            return;
    mz_arguments_add(files, name);
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* A number in hex; false, and `*text` stays: there is none. */
static bool take_number(const char **text, unsigned long long *value)
{
    const char *from = skip_blanks(*text);
    char *end;

    if (!isxdigit((unsigned char)*from))
        return false;
    *value = strtoull(from, &end, 16);
    if (!isspace((unsigned char)*end))
        return false;
    *text = end;
    return true;
}

/* ` .text  0x1129  0xb foo.o`; a long name of a section is on a line of its
 * own, before the rest. */
static void read_gnu_line(struct mz_arguments *files, const char *line)
{
    const char *rest = strstr(line, " 0x");
    unsigned long long address, size;

    if (line[0] != ' ' || !rest || !take_number(&rest, &address) ||
        strncmp(skip_blanks(rest), "0x", 2) || !take_number(&rest, &size))
        return;
    rest = skip_blanks(rest);
    if (size && *rest)
        add_once(files, rest);
}

/* `1710 1710 f 16   foo.o:(.text)`: addresses, size, alignment in front. */
static void read_llvm_line(struct mz_arguments *files, const char *line)
{
    unsigned long long numbers[4];
    const char *end;
    char *name;

    for (int i = 0; i < 4; i++)
        if (!take_number(&line, &numbers[i]))
            return;
    line = skip_blanks(line);
    end = strstr(line, ":(");
    if (!end || !numbers[2] || line[0] == '<')
        return;
    name = strndup(line, (size_t)(end - line));
    if (name)
        add_once(files, name);
    free(name);
}

/* What GNU's says before has been left out of the output. */
static bool begins_gnu_map(const char *line)
{
    return !strncmp(line, "Linker script and memory map", 28) ||
           !strncmp(line, "Memory map", 10);
}

static bool begins_llvm_map(const char *line)
{
    return !strncmp(skip_blanks(line), "VMA ", 4);
}

bool mz_link_map_read(const char *path, struct mz_arguments *files)
{
    void (*read_line)(struct mz_arguments *, const char *) = NULL;
    FILE *map = fopen(path, "re");
    size_t size = 0;
    char *line = NULL;

    while (map && getline(&line, &size, map) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (read_line)
            read_line(files, line);
        else if (begins_gnu_map(line))
            read_line = read_gnu_line;
        else if (begins_llvm_map(line))
            read_line = read_llvm_line;
    }
    free(line);
    if (map)
        fclose(map);
    return files->count;
}
