/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which live blocks can be reached: a search through all words that may be
 * pointers. Blocks that are yet to be looked into are a list, through headers:
 * of a live block `freed_pc` has no other use, and is zero before and after.
 */
#include "arch/arch.h"
#include "arch/page.h"
#include "runtime/heap_layout.h"

enum mz_heap_reach {
    NOT_REACHED, /* so far */
    REACHED,
    FIRST,       /* lost; none that was looked at leads to it */
    LED_TO,      /* lost; one of these does */
};

static struct mz_heap_block *to_do; /* empty between calls */

/* ---- the block that a word points into ----------------------------------- */

static struct mz_heap_block *small_block_at(uint64_t address)
{
    const int8_t *shadow = mz_heap_shadow_of(address);

    if (shadow[-1] != MZ_HEAP_MARK) {
        if (*shadow <= (int)(address % MZ_HEAP_GRANULE))
            return NULL;
        while (shadow[-1] != MZ_HEAP_MARK)
            shadow--;
    }
    return mz_heap_block_of(
        MZ_HEAP_ADDRESS +
        (uint64_t)(shadow - mz_heap_shadow_of(MZ_HEAP_ADDRESS)) *
            MZ_HEAP_GRANULE);
}

/* To point at the end of a block is not to point into it, but at an empty one.
 */
static struct mz_heap_block *block_at(uint64_t address)
{
    const struct mz_heap_arena *arena = mz_heap_arena_of(address);
    struct mz_heap_block *block;
    uint64_t offset;

    /* Below the first block's header there is no shadow to look at. */
    if (address < arena->limit)
        block = address < arena->start + MZ_HEAP_HEADER ||
                        address >= arena->next
                    ? NULL
                    : small_block_at(address);
    else
        block = *mz_heap_slot_of(address);
    if (!block || block->freed)
        return NULL;
    offset = address - (uint64_t)block->user;
    return offset < block->size || !offset ? block : NULL;
}

/* ---- the search ---------------------------------------------------------- */

static void come_to(struct mz_heap_block *block, enum mz_heap_reach reach)
{
    bool is_new = block->reach == NOT_REACHED;

    if (block->reach == REACHED)
        return;
    block->reach = reach;
    if (!is_new)
        return;
    block->freed_pc = (uint64_t)to_do;
    to_do = block;
}

/* Mappings of the program may have no rights, and files may end. */
static void look_at_words(uint64_t from, uint64_t to, enum mz_heap_reach reach)
{
    uint64_t word;

    from = mz_heap_round_up(from, sizeof word);
    while (from < to && to - from >= sizeof word) {
        struct mz_heap_block *block;

        if (!mz_fault_read(from, &word)) {
            from = mz_page_down(from) + MZ_PAGE;
            continue;
        }
        from += sizeof word;
        if (!mz_heap_has(word))
            continue;
        block = block_at(word);
        if (block)
            come_to(block, reach);
    }
}

static void follow(enum mz_heap_reach reach)
{
    while (to_do) {
        struct mz_heap_block *block = to_do;
        uint64_t user = (uint64_t)block->user;

        to_do = (struct mz_heap_block *)block->freed_pc;
        block->freed_pc = 0;
        look_at_words(user, user + block->size, reach);
    }
}

void mz_heap_reach(uint64_t from, uint64_t to)
{
    look_at_words(from, to, REACHED);
    follow(REACHED);
}

/* ---- all blocks ---------------------------------------------------------- */

typedef void visit(struct mz_heap_block *, void *);

static void visit_small(const struct mz_heap_arena *arena, visit *f, void *data)
{
    const int8_t *shadow = mz_heap_shadow_of(arena->start);
    const int8_t *end = mz_heap_shadow_of(arena->next);
    uint64_t user = arena->start;

    for (; shadow < end; shadow++, user += MZ_HEAP_GRANULE) {
        struct mz_heap_block *block =
            mz_heap_block_of(user + MZ_HEAP_GRANULE);

        if (*shadow == MZ_HEAP_MARK && !block->freed)
            f(block, data);
    }
}

static void visit_large(const struct mz_heap_arena *arena, visit *f, void *data)
{
    uint64_t at = arena->limit;

    for (; at < arena->large_next; at += MZ_HEAP_SLOT) {
        struct mz_heap_block *block = *mz_heap_slot_of(at);

        if (block && !block->freed &&
            mz_heap_slot_of((uint64_t)block) == mz_heap_slot_of(at))
            f(block, data);
    }
}

static void visit_all(visit *f, void *data)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++) {
        const struct mz_heap_arena *arena = &mz_heap_arenas[t];

        if (arena->next != arena->start)
            visit_small(arena, f, data);
        if (arena->large_next != arena->limit)
            visit_large(arena, f, data);
    }
}

struct keeper {
    bool (*is_kept)(uint64_t pc, bool is_early);
};

static void keep(struct mz_heap_block *block, void *data)
{
    const struct keeper *keeper = data;

    if (!block->reach && keeper->is_kept(block->allocated_pc, block->early)) {
        come_to(block, REACHED);
        follow(REACHED);
    }
}

void mz_heap_reach_kept(bool (*is_kept)(uint64_t pc, bool is_early))
{
    struct keeper keeper = {is_kept};

    visit_all(keep, &keeper);
}

static void note_lost(struct mz_heap_block *block, void *data)
{
    bool *is_any = data;

    *is_any |= block->reach == NOT_REACHED;
}

bool mz_heap_reached_all(void)
{
    bool is_any = false;

    visit_all(note_lost, &is_any);
    return !is_any;
}

/* It may turn out that another one leads to this, or, in a circle, itself. */
static void follow_lost(struct mz_heap_block *block, void *data)
{
    (void)data;
    if (block->reach != NOT_REACHED)
        return;
    come_to(block, FIRST);
    follow(LED_TO);
}

struct sum {
    struct mz_heap_loss loss;
    enum mz_heap_reach first;
};

static void add_lost(struct mz_heap_block *block, void *data)
{
    struct sum *sum = data;
    enum mz_heap_reach reach = block->reach;

    block->reach = NOT_REACHED;
    if (reach == REACHED)
        return;
    sum->loss.blocks++;
    sum->loss.bytes += block->size;
    if (sum->loss.blocks == 1 || (reach == FIRST && sum->first != FIRST)) {
        sum->first = reach;
        mz_heap_describe((uint64_t)block->user, &sum->loss.first);
    }
}

struct mz_heap_loss mz_heap_lost(void)
{
    struct sum sum = {.first = NOT_REACHED};

    visit_all(follow_lost, NULL);
    visit_all(add_lost, &sum);
    return sum.loss;
}
