/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* getline */
#include "cli/link_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"

enum { GAP = 64 }; /* between parts of one piece, for alignment */

/* One part of the output, as a line tells it. */
struct part {
    char section[64];
    unsigned long long address, size;
    const char *file;
    size_t file_length;
};

/* ---- files --------------------------------------------------------------- */

static struct mz_link_file *add_file(struct mz_link_map *map,
                                     const struct part *part)
{
    struct mz_link_file *file;

    if (map->count == map->capacity) {
        map->capacity = 2 * map->capacity + 64;
        map->files = realloc(map->files, map->capacity * sizeof *map->files);
        if (!map->files)
            mz_out_of_memory();
    }
    file = &map->files[map->count++];
    *file = (struct mz_link_file){
        .name = strndup(part->file, part->file_length),
    };
    if (!file->name)
        mz_out_of_memory();
    return file;
}

/* Most lines repeat the file of the line before. */
static struct mz_link_file *file_of(struct mz_link_map *map,
                                    const struct part *part)
{
    for (size_t i = map->count; i-- > 0;) {
        struct mz_link_file *file = &map->files[i];

        if (!strncmp(file->name, part->file, part->file_length) &&
            !file->name[part->file_length])
            return file;
    }
    return add_file(map, part);
}

static void add_code(struct mz_link_file *file, uint64_t start, uint64_t end)
{
    if (start < file->last_end || start - file->last_end > GAP)
        file->last_start = start;
    file->last_end = end;
    if (end - file->last_start > file->end - file->start) {
        file->start = file->last_start;
        file->end = end;
    }
}

static void take(struct mz_link_map *map, const struct part *part)
{
    struct mz_link_file *file;

    if (!part->size || !part->file_length)
        return;
    file = file_of(map, part);
    if (!strncmp(part->section, ".text", 5) && part->address)
        add_code(file, part->address, part->address + part->size);
}

/* ---- lines --------------------------------------------------------------- */

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

static void note_section(struct part *part, const char *name, size_t length)
{
    snprintf(part->section, sizeof part->section, "%.*s", (int)length, name);
}

/* ` .text  0x1129  0xb foo.o`; a long name of a section is on a line of its
 * own, before the rest. */
static void read_gnu_line(struct mz_link_map *map, struct part *part,
                          const char *line)
{
    const char *rest = strstr(line, " 0x");

    if (line[0] != ' ')
        return;
    if (line[1] == '.')
        note_section(part, line + 1, strcspn(line + 1, " "));
    if (!rest || !take_number(&rest, &part->address) ||
        strncmp(skip_blanks(rest), "0x", 2) || !take_number(&rest, &part->size))
        return;
    part->file = skip_blanks(rest);
    part->file_length = strlen(part->file);
    take(map, part);
}

/* `1710 1710 f 16   foo.o:(.text)`: addresses, size, alignment in front. */
static void read_llvm_line(struct mz_link_map *map, struct part *part,
                           const char *line)
{
    unsigned long long other;
    const char *end;

    if (!take_number(&line, &part->address) || !take_number(&line, &other) ||
        !take_number(&line, &part->size) || !take_number(&line, &other))
        return;
    line = skip_blanks(line);
    end = strstr(line, ":(");
    if (!end || line[0] == '<')
        return;
    note_section(part, end + 2, strcspn(end + 2, ")+"));
    part->file = line;
    part->file_length = (size_t)(end - line);
    take(map, part);
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

bool mz_link_map_read(const char *path, struct mz_link_map *map)
{
    void (*read_line)(struct mz_link_map *, struct part *, const char *) = NULL;
    FILE *file = fopen(path, "re");
    struct part part = {.size = 0};
    size_t size = 0;
    char *line = NULL;

    while (file && getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (read_line)
            read_line(map, &part, line);
        else if (begins_gnu_map(line))
            read_line = read_gnu_line;
        else if (begins_llvm_map(line))
            read_line = read_llvm_line;
    }
    free(line);
    if (file)
        fclose(file);
    return map->count;
}
