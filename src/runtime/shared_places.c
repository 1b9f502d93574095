/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/shared_places.h"

#include <link.h>

#include "runtime/heap.h"
#include "runtime/module_notes.h"
#include "runtime/parts.h"

enum {
    MAX_SEGMENTS = 512,
    SLOTS = 4 * MZ_MAX_SHARED,
    ONE_GRANULE = 3, /* bytes of a place, as a power of two */
    WHOLE = 63,
};

/* Where the variables of modules lie. */
static struct segment {
    uint64_t start, size, bias;
    uint32_t module;
} segments[MAX_SEGMENTS];
static unsigned segment_count;

/* By their hash, the numbers of the places, from 1; 0: free. And whether some
 * are on the heap. */
static uint16_t slots[SLOTS];
static bool has_heap;

/* The block that was asked for last. */
static struct mz_block_note block;

static struct mz_shared *known(void)
{
    return &mz_rt.region->settings.shared;
}

/* ---- names --------------------------------------------------------------- */

static void note_segment(const struct dl_phdr_info *info, uint32_t module,
                         const ElfW(Phdr) *p)
{
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_W) ||
        segment_count == MAX_SEGMENTS)
        return;
    segments[segment_count++] = (struct segment){
        .start = info->dlpi_addr + p->p_vaddr,
        .size = p->p_memsz,
        .bias = info->dlpi_addr,
        .module = module,
    };
}

static int note_module(struct dl_phdr_info *info, size_t size, void *count)
{
    extern const char __ehdr_start[] __attribute__((visibility("hidden")));
    uint32_t module = (*(uint32_t *)count)++;

    (void)size;
    if (module >= MZ_MAX_MODULES)
        return 1;
    if (info->dlpi_addr != (uint64_t)__ehdr_start) /* ours */
        for (int i = 0; i < info->dlpi_phnum; i++)
            note_segment(info, module, &info->dlpi_phdr[i]);
    return 0;
}

void mz_shared_places_init(void)
{
    uint32_t count = 0;

    dl_iterate_phdr(note_module, &count);
}

static bool name_variable(uint64_t address, struct mz_shared_place *place)
{
    for (unsigned i = 0; i < segment_count; i++) {
        const struct segment *s = &segments[i];

        if (address - s->start >= s->size)
            continue;
        *place = (struct mz_shared_place){
            .module = s->module,
            .part = (address - s->bias) >> known()->shift,
        };
        return true;
    }
    return false;
}

/* A block keeps its place as long as the execution lasts. */
static bool find_block(uint64_t address)
{
    return address - block.address < block.size ||
           (mz_heap_describe(address, &block) &&
            address - block.address < block.size);
}

static bool name_block(uint64_t address, struct mz_shared_place *place)
{
    uint32_t module;

    if (!find_block(address))
        return false;
    module = mz_module_of(block.allocated_pc);
    *place = (struct mz_shared_place){
        .module = module,
        .is_heap = 1,
        .offset = block.allocated_pc - mz_rt.common->modules[module].bias,
        .part = (address - block.address) >> known()->shift,
    };
    return true;
}

static bool name(uint64_t address, struct mz_shared_place *place)
{
    return mz_heap_has(address) ? name_block(address, place)
                                : name_variable(address, place);
}

/* ---- the set ------------------------------------------------------------- */

static bool is_same(const struct mz_shared_place *a,
                    const struct mz_shared_place *b)
{
    return a->module == b->module && a->is_heap == b->is_heap &&
           a->offset == b->offset && a->part == b->part;
}

/* Where the place is in the table, or would be. */
static uint16_t *slot_of(const struct mz_shared_place *place)
{
    uint64_t hash = mz_hash_word(place->module, place->offset);
    uint32_t i = mz_hash_word(hash, place->part) % SLOTS;

    while (slots[i] && !is_same(&known()->at[slots[i] - 1], place))
        i = (i + 1) % SLOTS;
    return &slots[i];
}

/* Makes the table of the list, from which it takes what is there twice. */
static void index_places(void)
{
    struct mz_shared *shared = known();
    uint32_t count = shared->count;

    mz_fill(slots, 0, sizeof slots);
    shared->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t *slot = slot_of(&shared->at[i]);

        if (*slot)
            continue;
        shared->at[shared->count] = shared->at[i];
        has_heap |= shared->at[i].is_heap;
        *slot = ++shared->count;
    }
}

void mz_shared_places_take(struct mz_arena *arena)
{
    (void)arena;
    if (!known()->shift)
        known()->shift = ONE_GRANULE;
    index_places();
}

void mz_shared_places_begin(void)
{
    block = (struct mz_block_note){0};
}

bool mz_shared_place_has(uint64_t address)
{
    struct mz_shared_place place;

    if (known()->all)
        return true;
    if (!has_heap && mz_heap_has(address))
        return false;
    return !name(address, &place) || *slot_of(&place);
}

/* Places of so many bytes; in the end one of each module, one of all blocks
 * that are allocated in one place. */
static uint32_t shift_after(uint32_t shift)
{
    return shift < 12 ? shift + 3 : WHOLE;
}

static void make_room(struct mz_shared *shared)
{
    while (shared->count == MZ_MAX_SHARED && !shared->all) {
        uint32_t more = shift_after(shared->shift) - shared->shift;

        if (!more) {
            shared->all = 1;
            return;
        }
        for (uint32_t i = 0; i < shared->count; i++)
            shared->at[i].part >>= more;
        shared->shift += more;
        index_places();
    }
}

void mz_shared_place_add(uint64_t address)
{
    struct mz_shared *shared = known();
    struct mz_shared_place place;

    make_room(shared);
    shared->all |= !name(address, &place);
    if (shared->all || *slot_of(&place))
        return;
    shared->at[shared->count++] = place;
    *slot_of(&place) = shared->count;
    has_heap |= place.is_heap;
}

void mz_shared_place_add_all(void)
{
    known()->all = 1;
}
