/* SPDX-License-Identifier: Apache-2.0 */
/* The mappings of the process, as the kernel tells them (/proc/self/maps). */
#ifndef MZ_RUNTIME_MAPS_H
#define MZ_RUNTIME_MAPS_H

#include <stdbool.h>
#include <stdint.h>

struct mz_map {
    uint64_t start, end;
    bool is_writable;
    bool is_shared;
    bool is_file;
    /* Of which file, and where in it; no more than names, to be compared. */
    uint64_t device, file, offset;
};

/* For each, by increasing address. */
void mz_maps_each(void (*take)(const struct mz_map *));

#endif
