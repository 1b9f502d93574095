/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/strength.h"

#include "runtime/module_notes.h"
#include "runtime/parts.h"

enum { SLOTS = 4 * MZ_MAX_STRENGTHS };

/* In the search's memory, since an execution may have a process to itself. */
static struct places {
    uint32_t known; /* so many of the region's are in the table */
    uint32_t slots[SLOTS]; /* a number of these, plus one; 0: none */
} * places;

static struct mz_strengths *strengths(void)
{
    return &mz_rt.region->settings.strengths;
}

void mz_strength_take(struct mz_arena *arena)
{
    if (strengths()->is_wanted)
        places = mz_arena_take(arena, sizeof *places);
}

void mz_strength_reset(void)
{
    if (!places || !mz_rt.tracing)
        return;
    for (uint32_t i = 0; i < strengths()->count; i++)
        strengths()->at[i].is_told = false;
}

/* ---- which place --------------------------------------------------------- */

static uint32_t *slot_of(uint64_t offset, uint32_t module, unsigned role,
                         unsigned order, uint32_t after)
{
    uint64_t hash = mz_hash_word(mz_hash_word(module, offset),
                                 role * 8u + order);

    return &places->slots[(hash + after) % SLOTS];
}

static void enter(uint32_t number)
{
    const struct mz_strength *s = &strengths()->at[number];
    uint32_t after = 0, *slot;

    while (*(slot = slot_of(s->offset, s->module, s->role, s->written, after)))
        after++;
    *slot = number + 1;
}

/* Those that the supervisor knew come first. */
static void enter_known(void)
{
    while (places->known < strengths()->count)
        enter(places->known++);
}

static bool is_same(const struct mz_strength *a, const struct mz_strength *b,
                    enum mz_order failure)
{
    return a->module == b->module && a->offset == b->offset &&
           a->role == b->role && a->written == b->written &&
           (a->role != MZ_STRENGTH_COMPARE ||
            strengths()->at[a->partner].written == failure);
}

static uint32_t find(const struct mz_strength *wanted, enum mz_order failure)
{
    for (uint32_t after = 0;; after++) {
        uint32_t number = *slot_of(wanted->offset, wanted->module,
                                   wanted->role, wanted->written, after);

        if (!number)
            return MZ_NONE;
        if (is_same(&strengths()->at[number - 1], wanted, failure))
            return number - 1;
    }
}

/* A compare-exchange takes two, one behind the other. */
static uint32_t add(const struct mz_strength *s, enum mz_order failure)
{
    struct mz_strengths *all = strengths();
    bool is_pair = s->role == MZ_STRENGTH_COMPARE;
    uint32_t number = all->count;

    if (number + 1 + is_pair > MZ_MAX_STRENGTHS) {
        all->left_out++;
        return MZ_NONE;
    }
    all->at[number] = *s;
    if (is_pair) {
        all->at[number].partner = number + 1;
        all->at[number + 1] = *s;
        all->at[number + 1].role = MZ_STRENGTH_FAILURE;
        all->at[number + 1].written = all->at[number + 1].counts = failure;
        all->at[number + 1].partner = number;
    }
    all->count += 1 + is_pair;
    enter_known();
    return number;
}

/* ---- what counts there --------------------------------------------------- */

bool mz_strength_is_wanted(void)
{
    return places;
}

void mz_strength_apply(struct mz_strength_use *use)
{
    struct mz_strength s;
    uint32_t number;

    use->number = MZ_NONE;
    if (!places)
        return;
    enter_known();
    s = (struct mz_strength){
        .module = mz_module_of(use->pc),
        .partner = MZ_NONE,
        .address = use->address,
        .size = use->size,
        .role = use->role,
        .written = use->order,
        .counts = use->order,
    };
    s.offset = use->pc - mz_rt.common->modules[s.module].bias;
    number = find(&s, use->failure);
    if (number == MZ_NONE)
        number = add(&s, use->failure);
    use->number = number;
    if (number == MZ_NONE)
        return;
    if (strengths()->at[number].address != use->address)
        strengths()->at[number].is_of_several = true;
    use->order = strengths()->at[number].counts;
    if (use->role == MZ_STRENGTH_COMPARE)
        use->failure = strengths()->at[strengths()->at[number].partner].counts;
}

void mz_strength_tell(const struct mz_strength_use *use, bool has_failed)
{
    if (use->number == MZ_NONE || !mz_rt.tracing)
        return;
    strengths()
        ->at[has_failed ? strengths()->at[use->number].partner : use->number]
        .is_told = true;
}
