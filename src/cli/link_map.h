/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The map that a linker writes (-Map): which files, and which members of which
 * archives, the output was made of, and where their code went. Of the linkers
 * of GNU (ld, gold) and of LLVM (lld, whose map mold's is like).
 */
#ifndef MZ_CLI_LINK_MAP_H
#define MZ_CLI_LINK_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mz_link_file {
    char *name;          /* foo.o, lib/libx.a(bar.o) */
    uint64_t start, end; /* of its code, the longest piece; 0: it has none */
    uint64_t last_start, last_end; /* the piece that was read last */
};

struct mz_link_map {
    struct mz_link_file *files;
    size_t count, capacity;
};

/* Adds each file with a part in the output, once. False: the map cannot be
 * read, or names none. */
bool mz_link_map_read(const char *path, struct mz_link_map *);

#endif
