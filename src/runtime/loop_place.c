/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/loop_place.h"

#include "runtime/module_notes.h"
#include "runtime/parts.h"

/* Code addresses, with a filter of bits by which most others are told. */
static struct {
    uint32_t count;
    uint64_t filter;
    struct {
        uint64_t pc;
        bool is_counted;
    } at[MZ_MAX_LOOP_PLACES];
} places;

static uint64_t filter_bit(uint64_t pc)
{
    return 1ull << (mz_hash_word(0, pc) >> 58);
}

bool mz_loop_place_is(uint64_t pc)
{
    if (MZ_LIKELY(!(places.filter & filter_bit(pc))))
        return false;
    for (uint32_t i = 0; i < places.count; i++)
        if (places.at[i].pc == pc)
            return true;
    return false;
}

bool mz_loop_place_is_counted(uint64_t pc)
{
    for (uint32_t i = 0; i < places.count; i++)
        if (places.at[i].pc == pc && places.at[i].is_counted)
            return true;
    return false;
}

bool mz_loop_place_some(void)
{
    return places.count;
}

void mz_loop_place_take(struct mz_arena *arena)
{
    const struct mz_loop_places *known = mz_loop_found();

    (void)arena;
    for (uint32_t i = 0; i < known->count; i++) {
        const struct mz_loop_place *place = &known->at[i];
        uint64_t pc = mz_rt.common->modules[place->module].bias + place->offset;

        places.at[i].pc = pc;
        places.at[i].is_counted = place->is_counted;
        places.filter |= filter_bit(pc);
    }
    places.count = known->count;
}

static struct mz_loop_place *find_place(uint32_t module, uint64_t offset)
{
    struct mz_loop_places *known = mz_loop_found();

    for (uint32_t i = 0; i < known->count; i++)
        if (known->at[i].module == module && known->at[i].offset == offset)
            return &known->at[i];
    if (known->count == MZ_MAX_LOOP_PLACES)
        return NULL;
    return &known->at[known->count];
}

/* For the next search. False: it is known, or there is no room. */
bool mz_loop_place_add(uint64_t pc, bool is_counted)
{
    struct mz_loop_places *known = mz_loop_found();
    uint32_t module = mz_module_of(pc);
    uint64_t offset = pc - mz_rt.common->modules[module].bias;
    struct mz_loop_place *place = find_place(module, offset);
    bool is_new = place == &known->at[known->count];

    if (!place || (!is_new && place->is_counted >= is_counted))
        return false;
    known->count += is_new;
    *place = (struct mz_loop_place){module, is_counted, offset};
    known->has_counted |= is_counted;
    return true;
}
