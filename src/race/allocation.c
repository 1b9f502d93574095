/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "race/allocation.h"

#include <sys/mman.h>

#include "base/system_call.h"
#include "race/epoch_names.h"
#include "race/undo.h"

enum { FIRST_BYTES = 1 << 16, MAX_AREAS = 4 * MZ_MAX_THREADS };

struct allocation {
    uint64_t address;
    mz_epoch epoch; /* of all from there on, up to the next */
};

struct area {
    struct allocation *list;
    uint64_t count; /* a word, for the undo log */
    uint32_t capacity;
    bool used;      /* in this execution */
};

static struct area areas[MAX_AREAS];
static uint16_t used[MAX_AREAS];
static unsigned used_count;
static unsigned area_shift;

void mz_allocation_init(uint64_t start, uint64_t end, unsigned shift)
{
    MZ_ASSERT((end - start) >> shift <= MAX_AREAS);
    mz_shadow.heap_start = start;
    mz_shadow.heap_span = end - start;
    area_shift = shift;
}

static uint64_t area_of(uint64_t address)
{
    return (address - mz_shadow.heap_start) >> area_shift;
}

static MZ_COLD void enlarge(struct area *area)
{
    size_t size = area->capacity * sizeof *area->list;
    size_t more = size ? 2 * size : FIRST_BYTES;
    long list = size ? MZ_SYSTEM(mremap, area->list, size, more, MREMAP_MAYMOVE)
                     : MZ_SYSTEM(mmap, 0, more, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    MZ_ASSERT(list > 0);
    area->list = (struct allocation *)list;
    area->capacity = more / sizeof *area->list;
}

static void append(uint64_t index, uint64_t address, mz_epoch epoch)
{
    struct area *area = &areas[index];

    if (area->count && area->list[area->count - 1].epoch == epoch)
        return;
    if (MZ_UNLIKELY(area->count == area->capacity))
        enlarge(area);
    if (!area->used) {
        area->used = true;
        used[used_count++] = index;
    }
    mz_undo_save(&area->count, sizeof area->count);
    area->list[area->count++] = (struct allocation){address, epoch};
}

void mz_allocation_note(uint64_t address, uint64_t size, mz_epoch epoch)
{
    uint64_t last = area_of(address + (size ? size - 1 : 0));

    for (uint64_t i = area_of(address); i <= last; i++)
        append(i, address, epoch);
}

/* The last one from an address not above this; the first is not above it. */
static uint32_t find(const struct area *area, uint64_t address)
{
    uint32_t from = 0, to = area->count;

    while (to - from > 1) {
        uint32_t middle = from + (to - from) / 2;

        if (area->list[middle].address <= address)
            from = middle;
        else
            to = middle;
    }
    return from;
}

mz_epoch mz_allocation_of(uint64_t address)
{
    const struct area *area = &areas[area_of(address)];
    const struct allocation *last = &area->list[area->count - 1];

    if (!area->count || address < area->list[0].address)
        return 0;
    return address >= last->address ? last->epoch
                                    : area->list[find(area, address)].epoch;
}

void mz_allocation_begin(void)
{
    for (; used_count > 0; used_count--) {
        struct area *area = &areas[used[used_count - 1]];

        area->count = 0;
        area->used = false;
    }
}

void mz_allocation_tell(struct mz_epoch_names *n)
{
    uint64_t before = n->hash, sum = 0;

    for (unsigned i = 0; i < used_count; i++) {
        const struct area *area = &areas[used[i]];

        n->hash = used[i];
        for (uint64_t k = 0; k < area->count; k++) {
            mz_epoch_names_tell(n, area->list[k].address);
            mz_epoch_names_tell_epoch(n, area->list[k].epoch);
        }
        if (area->count)
            sum += n->hash;
    }
    n->hash = mz_hash_word(before, sum);
}
