/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fallocate */
#include "cli/shift.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system_call.h"

/* What is read there can be anything. */
static bool is_inside(const struct mz_shared_memory *m, uint64_t at,
                      uint64_t size)
{
    return at >= m->head && at % 8 == 0 && at <= m->size &&
           size <= m->size - at;
}

bool mz_shift_has_room(const struct mz_shared_memory *m,
                       const struct mz_rest *rest)
{
    const struct mz_region *region = m->region;

    return !rest || (rest->size <= region->shifts.rest_room &&
                     is_inside(m, region->rest, rest->size));
}

static bool read_back(const struct mz_shared_memory *m, char *to, uint64_t from,
                      size_t size)
{
    return pread(m->file, to, size, (off_t)from) == (ssize_t)size;
}

/* The fields that the process had filled in: see runtime/shift.c. */
bool mz_shift_restore(const struct mz_shared_memory *m, bool goes_on)
{
    struct mz_region *region = m->region;
    uint64_t prepared = region->shifts.prepared, rest = region->rest;
    size_t first = offsetof(struct mz_region, findings);
    size_t behind = offsetof(struct mz_region, search_offset);
    size_t last = sizeof *region - behind;
    char *copy = malloc(first + last);
    bool is_read =
        copy && is_inside(m, prepared, sizeof *region) &&
        read_back(m, copy, prepared, first) &&
        read_back(m, copy + first, prepared + behind, last) &&
        !fallocate(m->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                   (off_t)m->head);

    if (is_read) {
        memcpy(region, copy, first);
        memcpy((char *)region + behind, copy + first, last);
        region->taken_up = goes_on ? rest : 0;
    }
    free(copy);
    return is_read;
}

void mz_shift_begin(struct mz_region *region, uint32_t number)
{
    __atomic_store_n(&region->shifts.begun, number, __ATOMIC_SEQ_CST);
    MZ_SYSTEM(futex, &region->shifts.begun, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
