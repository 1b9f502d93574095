/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks: how they are made, and what becomes of them when they are freed. */
#define _GNU_SOURCE
#include "runtime/heap_layout.h"

#include "arch/page.h"
#include "base/system_call.h"
#include "race/detector.h"
#include "runtime/audit.h"
#include "runtime/libc_owners.h"
#include "runtime/plain.h"
#include "runtime/unwritten.h"

#include <errno.h>
#include <sys/mman.h>

enum {
    BEHIND = 16, /* bytes of a red zone, at least */
    RED_BYTE = 0xfa,
    NEW_BYTE = MZ_HEAP_NEW_BYTE,
    FREED_BYTE = 0xdd,
    LARGE = MZ_HEAP_SLOT, /* from this size on: never filled */
    POISONED = MZ_PAGE,   /* bytes of a freed block */
    DISCARDED = 1 << 20,  /* from this size on, free returns the memory */
};

static const uint64_t max_size = (uint64_t)1 << 40;

mz_tset mz_heap_touched;

/* ---- bytes --------------------------------------------------------------- */

/* The room a block needs for its user's bytes, without the red zone. */
static inline uint64_t user_room(uint64_t size)
{
    return mz_heap_round_up(size, MZ_HEAP_GRANULE);
}

/* A red zone has 16 to 31 bytes: its first 16 and its last 16 are all of it. */
static inline void fill_red_zone(struct mz_heap_block *block)
{
    const mz_heap_granule red = {MZ_HEAP_BYTES(RED_BYTE),
                                 MZ_HEAP_BYTES(RED_BYTE)};

    *(mz_heap_granule *)(block->user + block->size) = red;
    *(mz_heap_granule *)(block->user + user_room(block->size)) = red;
}

static inline bool red_zone_is_intact(const struct mz_heap_block *block)
{
    const mz_heap_granule *first =
        (const mz_heap_granule *)(block->user + block->size);
    const mz_heap_granule *last =
        (const mz_heap_granule *)(block->user + user_room(block->size));
    const uint64_t red = MZ_HEAP_BYTES(RED_BYTE);

    return !((first->low ^ red) | (first->high ^ red) | (last->low ^ red) |
             (last->high ^ red));
}

/* Shows that a header is one, and that nobody has written over it. */
static inline uint32_t seal_of(const struct mz_heap_block *block)
{
    uint64_t where = (uint64_t)block / MZ_HEAP_GRANULE;

    return (uint32_t)(where ^ block->size ^ block->size >> 32) ^ 0x6d7a6b61u;
}

/* The shadow of `size` < 128 bytes as one word. */
static inline uint64_t shadow_word(uint64_t size)
{
    uint64_t bits = size / MZ_HEAP_GRANULE * 8;
    uint64_t whole = ((uint64_t)1 << bits) - 1;

    return (MZ_HEAP_BYTES(MZ_HEAP_GRANULE) & whole) | (size % MZ_HEAP_GRANULE)
                                                          << bits;
}

/* Beyond the newest block all is zero: a whole word may be written. */
static inline void shadow_new(uint64_t user, uint64_t size)
{
    int8_t *shadow = mz_heap_shadow_of(user);

    if (MZ_CHECK)
        MZ_ASSERT(!shadow[-1] && !*(const mz_heap_word *)shadow);
    shadow[-1] = MZ_HEAP_MARK;
    if (MZ_LIKELY(size < 128)) {
        *(mz_heap_word *)shadow = shadow_word(size);
        return;
    }
    mz_fill(shadow, MZ_HEAP_GRANULE, size / MZ_HEAP_GRANULE);
    shadow[size / MZ_HEAP_GRANULE] = size % MZ_HEAP_GRANULE;
}

static inline void shadow_freed(uint64_t user, uint64_t size)
{
    int8_t *shadow = mz_heap_shadow_of(user);

    if (MZ_LIKELY(size < 128))
        *(mz_heap_word *)shadow &= ~shadow_word(size);
    else
        mz_fill(shadow, 0, user_room(size) / MZ_HEAP_GRANULE);
}

/* ---- allocation ---------------------------------------------------------- */

static inline uint64_t take(uint64_t *next, uint64_t limit, uint64_t size,
                            uint64_t alignment)
{
    uint64_t user = mz_heap_round_up(*next + MZ_HEAP_HEADER, alignment);
    uint64_t end = user + user_room(size) + BEHIND;

    if (MZ_UNLIKELY(end > limit))
        mz_give_up("the heap of thread %u is full: %lu bytes more do not fit",
                   mz_rt.self, size);
    *next = end;
    return user;
}

static inline uint64_t take_small(struct mz_heap_arena *arena, uint64_t size,
                                  uint64_t alignment)
{
    uint64_t user = take(&arena->next, arena->limit, size, alignment);

    shadow_new(user, size);
    return user;
}

static MZ_COLD uint64_t take_large(struct mz_heap_arena *arena, uint64_t size,
                                   uint64_t alignment)
{
    uint64_t next = mz_heap_round_up(arena->large_next, MZ_HEAP_SLOT);
    uint64_t user = take(&next, arena->large_limit, size, alignment);
    struct mz_heap_block *block = mz_heap_block_of(user);

    arena->large_next = next;
    for (struct mz_heap_block **slot = mz_heap_slot_of((uint64_t)block);
         slot <= mz_heap_slot_of(next - 1); slot++)
        *slot = block;
    return user;
}

static __attribute__((noinline)) void tell_allocation(
    struct mz_heap_block *block)
{
    uint64_t user = (uint64_t)block->user;

    if (mz_rt.armed)
        mz_plain_wake();
    if (mz_rt.detecting)
        mz_race_detector_malloc(mz_rt.self, user, block->size);
    if (mz_rt.tracing)
        mz_trace_step(MZ_ACTION_MALLOC, user, 0, 1, block->size, 0,
                      block->allocated_pc);
    if (mz_rt.tracing && mz_rt.detecting)
        mz_plain_watch_block(user, block->size);
}

static inline void *seal(uint64_t user, uint64_t size, uint64_t pc)
{
    struct mz_heap_block *block = mz_heap_block_of(user);

    block->size = size;
    block->allocated_pc = pc;
    block->freed_pc = 0;
    block->freed = false;
    block->early = !mz_rt.active;
    block->reach = 0;
    block->made_by = MZ_HEAP_OF_MALLOC;
    block->unused = 0;
    block->allocated_by = mz_rt.self;
    block->freed_by = 0;
    block->seal = seal_of(block);
    fill_red_zone(block);
    mz_tset_add(&mz_heap_touched, mz_rt.self);
    if (mz_rt.active && (mz_rt.armed || mz_rt.detecting || mz_rt.tracing))
        tell_allocation(block);
    return block->user;
}

static inline void *allocate(size_t size, size_t alignment, uint64_t bytes,
                             uint64_t pc)
{
    struct mz_heap_arena *arena = &mz_heap_arenas[mz_rt.self];
    uint64_t user;

    if (MZ_LIKELY(size < LARGE && alignment <= MZ_PAGE)) {
        user = take_small(arena, size, alignment);
        mz_heap_fill((char *)user, user_room(size), bytes);
    } else {
        if (size > max_size || alignment > max_size) {
            errno = ENOMEM;
            return NULL;
        }
        user = take_large(arena, size, alignment);
    }
    return seal(user, size, pc);
}

/* The audit need not see what the heap does to its blocks. */
static inline void begin_work(const struct mz_heap_arena *arena)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_rest(arena->start, arena->large_limit);
}

static inline void end_work(const struct mz_heap_arena *arena)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_go_on(arena->start, arena->large_limit);
}

void *mz_heap_allocate(size_t size, size_t alignment, uint64_t pc)
{
    void *block;

    mz_effect_note();
    begin_work(&mz_heap_arenas[mz_rt.self]);
    block = allocate(size, alignment, MZ_HEAP_BYTES(NEW_BYTE), pc);
    if (MZ_UNLIKELY(mz_rt.seeks_unwritten) && block)
        mz_unwritten_begin((uint64_t)block, size, pc);
    end_work(&mz_heap_arenas[mz_rt.self]);
    return block;
}

void *mz_heap_allocate_zeroed(size_t size, uint64_t pc)
{
    void *block;

    mz_effect_note();
    begin_work(&mz_heap_arenas[mz_rt.self]);
    block = allocate(size, MZ_HEAP_GRANULE, 0, pc);
    if (MZ_UNLIKELY(mz_rt.seeks_unwritten) && block)
        mz_unwritten_end((uint64_t)block, size);
    end_work(&mz_heap_arenas[mz_rt.self]);
    return block;
}

/* ---- freeing ------------------------------------------------------------- */

/* Is this the address of a block, live or freed? */
static inline bool starts_small_block(uint64_t user)
{
    return mz_heap_shadow_of(user - MZ_HEAP_GRANULE)[0] == MZ_HEAP_MARK &&
           user % MZ_HEAP_GRANULE == 0;
}

static bool starts_large_block(uint64_t user)
{
    return *mz_heap_slot_of(user) &&
           *mz_heap_slot_of(user) == mz_heap_block_of(user);
}

/* What is done to a block that must be live, by which call. */
static const char to_free[] = "free", to_move[] = "realloc",
                  to_measure[] = "malloc_usable_size";

static _Noreturn MZ_COLD void not_a_block(uint64_t address, const char *call,
                                          uint64_t pc)
{
    const struct mz_heap_block *block =
        mz_heap_has(address) ? mz_heap_block_near(address) : NULL;
    uint64_t offset = block ? address - (uint64_t)block->user : 0;
    struct mz_failure failure = {
        .fault = MZ_FAULT_CALL_ON_NO_BLOCK,
        .address = address,
        .pc = pc,
        .numbers = {address},
        .text = call,
    };

    if (block && offset < block->size) {
        failure.fault = MZ_FAULT_CALL_INTO_BLOCK;
        failure.numbers[1] = offset;
        failure.numbers[2] = block->size;
        failure.numbers[3] = block->freed;
    }
    mz_fail(&failure);
}

static uint64_t first_byte_after(const struct mz_heap_block *block)
{
    uint64_t i = block->size;

    while ((uint8_t)block->user[i] == RED_BYTE)
        i++;
    return i - block->size;
}

static _Noreturn MZ_COLD void not_usable(const struct mz_heap_block *block,
                                         const char *call, uint64_t pc)
{
    struct mz_failure failure = {
        .address = (uint64_t)block->user,
        .pc = pc,
    };

    if (block->seal != seal_of(block)) {
        failure.fault = MZ_FAULT_BEFORE_BLOCK_WRITTEN;
    } else if (block->freed) {
        failure.fault =
            call == to_free ? MZ_FAULT_FREE_TWICE : MZ_FAULT_CALL_ON_FREED;
        failure.numbers[0] = block->size;
        failure.text = call;
    } else {
        failure.fault = MZ_FAULT_AFTER_BLOCK_WRITTEN;
        failure.numbers[0] = first_byte_after(block);
        failure.numbers[1] = block->size;
    }
    mz_fail(&failure);
}

static inline struct mz_heap_block *live_block(uint64_t user, const char *call,
                                               uint64_t pc)
{
    struct mz_heap_block *block = mz_heap_block_of(user);

    if (MZ_UNLIKELY(!mz_heap_has((uint64_t)block) ||
                    (!starts_small_block(user) && !starts_large_block(user))))
        not_a_block(user, call, pc);
    if (MZ_UNLIKELY(block->freed || block->seal != seal_of(block) ||
                    !red_zone_is_intact(block)))
        not_usable(block, call, pc);
    return block;
}

/* One that libc has allocated for itself, and gives up: what orders the two is
 * a lock of its own, which nobody sees. */
static bool is_libc_own(const struct mz_heap_block *block, uint64_t pc)
{
    return mz_owners_libc_code(pc) &&
           mz_owners_libc_code(block->allocated_pc);
}

/*
 * To free a block is to write to all of it: a race with any other access to it,
 * and one operation more when plain accesses are visible. While that waits for
 * its turn another thread may free the block.
 */
static __attribute__((noinline)) void tell_free(struct mz_heap_block *block,
                                                const char *call, uint64_t pc)
{
    uint64_t user = (uint64_t)block->user;
    struct mz_race race;

    if (mz_rt.interleaving && !mz_owners_libc_code(pc)) {
        mz_plain_write(block->user, block->size, (void *)pc);
        live_block(user, call, pc);
    }
    if (mz_rt.armed)
        mz_plain_wake();
    if (!mz_rt.detecting)
        return;
    if (mz_race_detector_free(mz_rt.self, user, block->size, pc, &race) ||
        (block->allocated_by != mz_rt.self && !is_libc_own(block, pc) &&
         !mz_race_detector_saw_malloc(mz_rt.self, user, pc, &race)))
        mz_plain_race_with(MZ_SIDE_FREE, &race);
}

static inline struct mz_heap_block *give_up_block(void *user, const char *call,
                                                  uint64_t pc)
{
    struct mz_heap_block *block = live_block((uint64_t)user, call, pc);

    if (mz_rt.active && (mz_rt.armed || mz_rt.detecting || mz_rt.interleaving))
        tell_free(block, call, pc);
    return block;
}

/* Gives memory back, as a program expects of a large block. Pages of before the
 * snapshot stay: it would not know that they have changed. */
static MZ_COLD void discard(const struct mz_heap_block *block)
{
    uint64_t user = (uint64_t)block->user;
    uint64_t from = mz_page_up(user + POISONED);
    uint64_t to = mz_page_down(user + block->size);

    if (user >= mz_heap_arena_of(user)->large_own)
        MZ_SYSTEM(madvise, from, to - from, MADV_DONTNEED);
}

static inline void retire(struct mz_heap_block *block, uint64_t pc)
{
    uint64_t user = (uint64_t)block->user;
    uint64_t room = user_room(block->size);

    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_settle();
    begin_work(mz_heap_arena_of(user));
    block->freed = true;
    block->freed_pc = pc;
    block->freed_by = mz_rt.self;
    if (MZ_LIKELY(starts_small_block(user)))
        shadow_freed(user, block->size);
    else if (block->size >= DISCARDED)
        discard(block);
    mz_heap_fill(block->user, room < POISONED ? room : POISONED,
                 MZ_HEAP_BYTES(FREED_BYTE));
    end_work(mz_heap_arena_of(user));
    if (mz_rt.tracing && mz_rt.active)
        mz_trace_step(MZ_ACTION_FREE, user, 0, 0, 0, 0, pc);
}

void mz_heap_set_maker(void *user, enum mz_heap_maker maker)
{
    struct mz_heap_arena *arena = mz_heap_arena_of((uint64_t)user);

    begin_work(arena);
    mz_heap_block_of((uint64_t)user)->made_by = maker;
    end_work(arena);
}

static _Noreturn MZ_COLD void made_otherwise(const struct mz_heap_block *block,
                                             enum mz_heap_maker by, uint64_t pc)
{
    struct mz_failure failure = {
        .fault = MZ_FAULT_FREE_OTHERWISE,
        .address = (uint64_t)block->user,
        .pc = pc,
        .numbers = {block->size, block->made_by, by},
    };

    mz_fail(&failure);
}

void mz_heap_free(void *user, enum mz_heap_maker by, uint64_t pc)
{
    struct mz_heap_block *block;

    mz_effect_note();
    if (!user)
        return;
    block = give_up_block(user, to_free, pc);
    if (MZ_UNLIKELY(block->made_by != by))
        made_otherwise(block, by, pc);
    retire(block, pc);
}

void *mz_heap_reallocate(void *user, size_t size, uint64_t pc)
{
    struct mz_heap_block *old = give_up_block(user, to_move, pc);
    void *new = mz_heap_allocate(size, MZ_HEAP_GRANULE, pc);

    if (!new)
        return NULL;
    mz_copy(new, old->user, size < old->size ? size : old->size);
    if (MZ_UNLIKELY(mz_rt.seeks_unwritten))
        mz_unwritten_copy((uint64_t)new, (uint64_t)old->user,
                          size < old->size ? size : old->size, pc);
    retire(old, pc);
    return new;
}

size_t mz_heap_size(void *user, uint64_t pc)
{
    return live_block((uint64_t)user, to_measure, pc)->size;
}
