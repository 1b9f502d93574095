/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/maps.h"

#include <fcntl.h>

#include "base/system_call.h"
#include "runtime/runtime.h"

static uint64_t number(const char **text)
{
    uint64_t value = 0;

    for (;; (*text)++) {
        char c = **text;

        if (c >= '0' && c <= '9')
            value = value * 16 + c - '0';
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + c - 'a' + 10;
        else
            return value;
    }
}

/* START-END rights offset device inode path. */
static void take_line(const char *line, void (*take)(const struct mz_map *))
{
    struct mz_map map = {.start = number(&line)};

    line++;
    map.end = number(&line);
    map.is_writable = line[2] == 'w';
    map.is_shared = line[4] == 's';
    line += 6;
    map.offset = number(&line);
    line++;
    map.device = number(&line) << 32;
    line++;
    map.device |= number(&line);
    line++;
    map.is_file = *line != '0';
    map.file = number(&line);
    take(&map);
}

void mz_maps_each(void (*take)(const struct mz_map *))
{
    static char text[1 << 20];
    int fd =
        MZ_SYSTEM(openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
    long size = 0, part;

    while (size < (long)sizeof text - 1 &&
           (part = MZ_SYSTEM(read, fd, text + size, sizeof text - 1 - size)) >
               0)
        size += part;
    MZ_SYSTEM(close, fd);
    if (fd < 0 || size == sizeof text - 1)
        mz_unsupported(MAPS);
    for (long at = 0; at < size; at++) {
        long end = at;

        while (end < size && text[end] != '\n')
            end++;
        if (end < size)
            take_line(text + at, take);
        at = end;
    }
}
