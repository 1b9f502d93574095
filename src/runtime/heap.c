/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address space. A unit is 8 GiB, or what can be had:
 *
 *   HEAP     8 units for main, then 1 for each other thread. The lower half of
 *            an arena is for small blocks, the upper half for large ones.
 *   SHADOW   a byte for each 16 bytes of HEAP (a granule): how many of them,
 *            from the first, are in a live small block; or MARK, the granule
 *            just below a small block, live or freed.
 *   SLOTS    a pointer for each 256 KiB of HEAP: to the large block, live or
 *            freed, that owns this slot.
 *
 * A block: a header of 32 bytes, the user's bytes from an aligned address on, a
 * red zone up to the second next multiple of 16. Blocks lie in the order of
 * their allocation; a large one begins in a slot of its own.
 *
 *   ... gap | header | user's bytes | red zone | gap | header | ...
 *                MARK  16 16 .. 16 7   0
 *
 * Beyond arena->next, shadow and slots are zero: what an execution has changed
 * there is what it has allocated, and rollback costs as much. The shadow of
 * blocks of before the snapshot is restored by the snapshot, as they are.
 */
#define _GNU_SOURCE
#include "runtime/heap.h"

#include "base/system_call.h"
#include "race/detector.h"
#include "runtime/audit.h"
#include "runtime/libc_owners.h"
#include "runtime/plain.h"
#include "runtime/state.h"

#include <errno.h>
#include <sys/mman.h>

#define HEAP 0x530000000000u
#define SHADOW 0x540000000000u
#define SLOTS 0x541000000000u

enum {
    GRANULE = 16,
    MARK = -1,
    RED_ZONE = 16, /* at least */
    RED_BYTE = 0xfa,
    NEW_BYTE = 0xbe,
    FREED_BYTE = 0xdd,
    SLOT_SHIFT = 18,
    SLOT = 1 << SLOT_SHIFT,
    LARGE = SLOT,            /* from this size on: never filled */
    POISONED = MZ_PAGE,         /* bytes of a freed block */
    DISCARDED = 1 << 20,     /* from this size on, free returns the memory */
    SNAPSHOT_UNIT = 1 << 19, /* 8 pages of shadow, which the snapshot tracks
                                instead of copying them each time */
    MAIN_UNITS = 8,
    UNITS = MAIN_UNITS + MZ_MAX_THREADS - 1,
};

static const uint64_t max_size = (uint64_t)1 << 40;

struct block {
    uint64_t size;
    uint64_t allocated_pc;
    uint64_t freed_pc;
    bool freed;
    mz_tid allocated_by;
    mz_tid freed_by;
    uint8_t unused;
    uint32_t seal; /* see seal_of; last: an underflow hits it first */
    char user[];
};

enum { HEADER = sizeof(struct block) };
_Static_assert(HEADER == 2 * GRANULE, "the user's bytes are aligned");

/* Small blocks from `start` to `limit`, large ones on to `large_limit`. */
struct arena {
    uint64_t next, limit;
    uint64_t large_next, large_limit;
    uint64_t own, large_own; /* where the blocks of the execution begin */
    uint64_t start;
};

uint64_t mz_heap_start, mz_heap_end;
enum mz_heap_server mz_heap_server;

static struct arena arenas[MZ_MAX_THREADS];
static mz_tset touched; /* arenas the execution has allocated from */
static unsigned unit_shift;

static inline uint64_t round_up(uint64_t n, uint64_t unit)
{
    return (n + unit - 1) & -unit;
}

static inline int8_t *shadow_of(uint64_t address)
{
    return (int8_t *)(SHADOW + (address - HEAP) / GRANULE);
}

static inline struct block **slot_of(uint64_t address)
{
    return (struct block **)SLOTS + (address - HEAP) / SLOT;
}

static inline struct block *block_of(uint64_t user)
{
    return (struct block *)(user - HEADER);
}

static struct arena *arena_of(uint64_t address)
{
    uint64_t unit = (address - HEAP) >> unit_shift;

    return &arenas[unit < MAIN_UNITS ? 0 : unit - MAIN_UNITS + 1];
}

/* ---- address space ------------------------------------------------------- */

static bool reserve(uint64_t address, uint64_t size)
{
    int flags =
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    long got =
        MZ_SYSTEM(mmap, address, size, PROT_READ | PROT_WRITE, flags, -1, 0);

    if ((uint64_t)got == address) {
        /* A huge page would cost its 2 MiB at the first byte. */
        MZ_SYSTEM(madvise, address, size, MADV_NOHUGEPAGE);
        MZ_SYSTEM(madvise, address, size, MADV_DONTDUMP);
        return true;
    }
    if (got > 0) /* a kernel before 4.17 takes the address for a hint */
        MZ_SYSTEM(munmap, got, size);
    return false;
}

static bool reserve_all(void)
{
    uint64_t size = (uint64_t)UNITS << unit_shift;
    struct range {
        uint64_t address, size;
    } ranges[] = {
        {HEAP, size},
        {SHADOW, size / GRANULE + MZ_PAGE},
        {SLOTS, size / SLOT * sizeof(struct block *) + MZ_PAGE},
    };

    for (unsigned i = 0; i < MZ_COUNT(ranges); i++) {
        if (reserve(ranges[i].address, ranges[i].size))
            continue;
        while (i-- > 0)
            MZ_SYSTEM(munmap, ranges[i].address, ranges[i].size);
        return false;
    }
    return true;
}

void mz_heap_init(void)
{
    uint64_t start = HEAP;

    if (mz_heap_end)
        return;
    unit_shift = 33;
    while (!reserve_all())
        if (--unit_shift < 24)
            mz_give_up("cannot reserve address space for the heap");
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++) {
        uint64_t size = (uint64_t)(t ? 1 : MAIN_UNITS) << unit_shift;

        arenas[t] = (struct arena){
            .start = start,
            .next = start,
            .own = start,
            .limit = start + size / 2,
            .large_next = start + size / 2,
            .large_own = start + size / 2,
            .large_limit = start + size,
        };
        start += size;
    }
    mz_heap_start = HEAP;
    mz_heap_end = start;
}

/* ---- who serves ---------------------------------------------------------- */

/* argc, argv, NULL, environment, NULL: as the kernel has laid them out. */
extern void *__libc_stack_end;
extern char **__environ;

static bool sets_variable(const char *setting, const char *name)
{
    while (*name && *setting == *name)
        setting++, name++;
    return !*name && *setting == '=';
}

static bool has_supervisor(void)
{
    char **environment = __environ;

    if (__libc_stack_end) {
        long *argc = __libc_stack_end;

        environment = (char **)(argc + 1) + *argc + 1;
    }
    for (; environment && *environment; environment++)
        if (sets_variable(*environment, MZ_REGION_VARIABLE))
            return true;
    return false;
}

bool mz_heap_decide(void)
{
    if (mz_heap_server == MZ_HEAP_UNDECIDED) {
        if (mz_rt.supervised || has_supervisor()) {
            mz_heap_init();
            mz_heap_server = MZ_HEAP_OURS;
        } else {
            mz_heap_server = MZ_HEAP_LIBC;
        }
    }
    return mz_heap_server == MZ_HEAP_OURS;
}

/* ---- bytes --------------------------------------------------------------- */

typedef uint64_t word __attribute__((may_alias, aligned(1)));
typedef struct {
    uint64_t low, high;
} __attribute__((may_alias, packed)) granule;

#define BYTES(byte) (0x0101010101010101u * (byte))

/* The room a block needs for its user's bytes, without the red zone. */
static inline uint64_t user_room(uint64_t size)
{
    return round_up(size, GRANULE);
}

static inline void fill_granules(char *at, uint64_t size, uint64_t bytes)
{
    if (size > 256) {
        mz_fill(at, (uint8_t)bytes, size);
        return;
    }
    for (char *end = at + size; at < end; at += GRANULE) {
        *(granule *)at = (granule){bytes, bytes};
        __asm__ volatile("" : : : "memory"); /* clang: not a memset */
    }
}

/* A red zone has 16 to 31 bytes: its first 16 and its last 16 are all of it. */
static inline void fill_red_zone(struct block *block)
{
    const granule red = {BYTES(RED_BYTE), BYTES(RED_BYTE)};

    *(granule *)(block->user + block->size) = red;
    *(granule *)(block->user + user_room(block->size)) = red;
}

static inline bool red_zone_is_intact(const struct block *block)
{
    const granule *first = (const granule *)(block->user + block->size);
    const granule *last =
        (const granule *)(block->user + user_room(block->size));
    const uint64_t red = BYTES(RED_BYTE);

    return !((first->low ^ red) | (first->high ^ red) | (last->low ^ red) |
             (last->high ^ red));
}

/* Shows that a header is one, and that nobody has written over it. */
static inline uint32_t seal_of(const struct block *block)
{
    uint64_t where = (uint64_t)block / GRANULE;

    return (uint32_t)(where ^ block->size ^ block->size >> 32) ^ 0x6d7a6b61u;
}

/* The shadow of `size` < 128 bytes as one word. */
static inline uint64_t shadow_word(uint64_t size)
{
    uint64_t bits = size / GRANULE * 8;
    uint64_t whole = ((uint64_t)1 << bits) - 1;

    return (BYTES(GRANULE) & whole) | (size % GRANULE) << bits;
}

/* Beyond the newest block all is zero: a whole word may be written. */
static inline void shadow_new(uint64_t user, uint64_t size)
{
    int8_t *shadow = shadow_of(user);

    if (MZ_CHECK)
        MZ_ASSERT(!shadow[-1] && !*(const word *)shadow);
    shadow[-1] = MARK;
    if (MZ_LIKELY(size < 128)) {
        *(word *)shadow = shadow_word(size);
        return;
    }
    mz_fill(shadow, GRANULE, size / GRANULE);
    shadow[size / GRANULE] = size % GRANULE;
}

static inline void shadow_freed(uint64_t user, uint64_t size)
{
    int8_t *shadow = shadow_of(user);

    if (MZ_LIKELY(size < 128))
        *(word *)shadow &= ~shadow_word(size);
    else
        mz_fill(shadow, 0, user_room(size) / GRANULE);
}

/* ---- allocation ---------------------------------------------------------- */

static inline uint64_t take(uint64_t *next, uint64_t limit, uint64_t size,
                            uint64_t alignment)
{
    uint64_t user = round_up(*next + HEADER, alignment);
    uint64_t end = user + user_room(size) + RED_ZONE;

    if (MZ_UNLIKELY(end > limit))
        mz_give_up("the heap of thread %u is full: %lu bytes more do not fit",
                   mz_rt.self, size);
    *next = end;
    return user;
}

static inline uint64_t take_small(struct arena *arena, uint64_t size,
                                  uint64_t alignment)
{
    uint64_t user = take(&arena->next, arena->limit, size, alignment);

    shadow_new(user, size);
    return user;
}

static MZ_COLD uint64_t take_large(struct arena *arena, uint64_t size,
                                   uint64_t alignment)
{
    uint64_t next = round_up(arena->large_next, SLOT);
    uint64_t user = take(&next, arena->large_limit, size, alignment);
    struct block *block = block_of(user);

    arena->large_next = next;
    for (struct block **slot = slot_of((uint64_t)block);
         slot <= slot_of(next - 1); slot++)
        *slot = block;
    return user;
}

static __attribute__((noinline)) void tell_allocation(struct block *block)
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
    struct block *block = block_of(user);

    block->size = size;
    block->allocated_pc = pc;
    block->freed_pc = 0;
    block->freed = false;
    block->allocated_by = mz_rt.self;
    block->freed_by = 0;
    block->seal = seal_of(block);
    fill_red_zone(block);
    touched |= mz_tset_of(mz_rt.self);
    if (mz_rt.active && (mz_rt.armed || mz_rt.detecting || mz_rt.tracing))
        tell_allocation(block);
    return block->user;
}

static inline void *allocate(size_t size, size_t alignment, uint64_t bytes,
                             uint64_t pc)
{
    struct arena *arena = &arenas[mz_rt.self];
    uint64_t user;

    if (MZ_LIKELY(size < LARGE && alignment <= MZ_PAGE)) {
        user = take_small(arena, size, alignment);
        fill_granules((char *)user, user_room(size), bytes);
    } else {
        if (size > max_size || alignment > max_size) {
            errno = ENOMEM;
            return NULL;
        }
        user = take_large(arena, size, alignment);
    }
    return seal(user, size, pc);
}

void mz_heap_parts(mz_tid t, struct mz_heap_part parts[2])
{
    const struct arena *arena = &arenas[t];

    parts[0] = (struct mz_heap_part){arena->start,
                                     round_up(arena->next, MZ_PAGE)};
    parts[1] = (struct mz_heap_part){arena->limit,
                                     round_up(arena->large_next, MZ_PAGE)};
}

/* The audit need not see what the heap does to its blocks. */
static inline void begin_work(const struct arena *arena)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_rest(arena->start, arena->large_limit);
}

static inline void end_work(const struct arena *arena)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_go_on(arena->start, arena->large_limit);
}

void *mz_heap_allocate(size_t size, size_t alignment, uint64_t pc)
{
    void *block;

    begin_work(&arenas[mz_rt.self]);
    block = allocate(size, alignment, BYTES(NEW_BYTE), pc);
    end_work(&arenas[mz_rt.self]);
    return block;
}

void *mz_heap_allocate_zeroed(size_t size, uint64_t pc)
{
    void *block;

    begin_work(&arenas[mz_rt.self]);
    block = allocate(size, GRANULE, 0, pc);
    end_work(&arenas[mz_rt.self]);
    return block;
}

/* ---- finding blocks ------------------------------------------------------ */

/* Is this the address of a block, live or freed? */
static inline bool starts_small_block(uint64_t user)
{
    return shadow_of(user - GRANULE)[0] == MARK && user % GRANULE == 0;
}

static bool starts_large_block(uint64_t user)
{
    return *slot_of(user) && *slot_of(user) == block_of(user);
}

/* The first small block in a part of an arena, by increasing address. */
static struct block *first_small(uint64_t from, uint64_t to)
{
    for (int8_t *shadow = shadow_of(from); shadow < shadow_of(to); shadow++)
        if (*shadow == MARK)
            return block_of(HEAP + (shadow + 1 - shadow_of(HEAP)) * GRANULE);
    return NULL;
}

/* The same, by decreasing address; the granule of `from` included. */
static struct block *last_small(uint64_t from, uint64_t start)
{
    for (int8_t *shadow = shadow_of(from); shadow >= shadow_of(start); shadow--)
        if (*shadow == MARK)
            return block_of(HEAP + (shadow + 1 - shadow_of(HEAP)) * GRANULE);
    return NULL;
}

static struct block *last_large(uint64_t from, uint64_t start)
{
    for (struct block **slot = slot_of(from); slot >= slot_of(start); slot--)
        if (*slot)
            return *slot;
    return NULL;
}

/*
 * The block whose room an address is in: from its header to the next header.
 * Takes time with the distance: for reports.
 */
static struct block *block_near(uint64_t address)
{
    struct arena *arena = arena_of(address);

    if (address >= arena->limit) {
        if (address >= arena->large_next)
            address = arena->large_next - 1;
        return last_large(address, arena->limit);
    }
    if (address >= arena->next)
        address = arena->next - 1;
    if (address < arena->start)
        return NULL;
    /* The first granule of a header has no mark, the second has. */
    if (*shadow_of(address + GRANULE) == MARK)
        address += GRANULE;
    return last_small(address, arena->start);
}

bool mz_heap_describe(uint64_t address, struct mz_block_note *out)
{
    struct block *block = mz_heap_has(address) ? block_near(address) : NULL;

    if (!block)
        return false;
    *out = (struct mz_block_note){
        .address = (uint64_t)block->user,
        .size = block->size,
        .allocated_pc = block->allocated_pc,
        .freed_pc = block->freed_pc,
        .allocated_by = block->allocated_by,
        .freed_by = block->freed_by,
    };
    return true;
}

/* ---- accesses ------------------------------------------------------------ */

static enum mz_fault fault_of(const struct block *block, uint64_t address)
{
    uint64_t user = (uint64_t)block->user;

    if (address < user)
        return MZ_FAULT_HEAP_UNDERFLOW;
    return block->freed && address < user + block->size
               ? MZ_FAULT_HEAP_FREED
               : MZ_FAULT_HEAP_OVERFLOW;
}

/* Of an overflow, where the first byte is that should not have been accessed;
 * else, how far before the block or into it. */
static uint64_t distance_of(const struct block *block, uint64_t address)
{
    uint64_t user = (uint64_t)block->user, end = user + block->size;

    switch (fault_of(block, address)) {
    case MZ_FAULT_HEAP_UNDERFLOW: return user - address;
    case MZ_FAULT_HEAP_FREED: return address - user;
    default: return address < end ? 0 : address - end;
    }
}

static _Noreturn MZ_COLD void bad_access(uint64_t address, size_t size,
                                         enum mz_action action, uint64_t pc)
{
    const struct block *block = block_near(address);
    struct mz_failure failure = {
        .fault = MZ_FAULT_HEAP_WILD,
        .action = action,
        .address = address,
        .size = size < UINT32_MAX ? size : UINT32_MAX,
        .pc = pc,
        .numbers = {size},
    };

    if (block) {
        failure.fault = fault_of(block, address);
        failure.numbers[1] = distance_of(block, address);
        failure.numbers[2] = block->size;
        failure.numbers[3] = block->freed;
    }
    mz_fail(&failure);
}

/* More than the rest of a granule: all of that, whole ones, a part of one. */
static bool in_small_block(uint64_t address, size_t size)
{
    const int8_t *shadow = shadow_of(address);

    size += address % GRANULE;
    for (; size >= 8 * GRANULE; size -= 8 * GRANULE, shadow += 8)
        if (*(const word *)shadow != BYTES(GRANULE))
            return false;
    for (; size >= GRANULE; size -= GRANULE)
        if (*shadow++ != GRANULE)
            return false;
    return (int)size <= *shadow || !size;
}

static bool in_large_block(uint64_t address, size_t size)
{
    const struct block *block = *slot_of(address);
    uint64_t offset;

    if (!block || block->freed)
        return false;
    offset = address - (uint64_t)block->user;
    return offset <= block->size && size <= block->size - offset;
}

static inline bool is_live(uint64_t address, size_t size)
{
    uint64_t offset = address % GRANULE;

    if (MZ_LIKELY(size <= GRANULE - offset)) {
        if (MZ_LIKELY((int)(offset + size) <= *shadow_of(address)))
            return true;
    } else if (size < -(uint64_t)GRANULE && in_small_block(address, size)) {
        return true;
    }
    return !size || in_large_block(address, size);
}

void mz_heap_check(uint64_t address, size_t size, enum mz_action action,
                   uint64_t pc)
{
    if (MZ_UNLIKELY(!is_live(address, size)))
        bad_access(address, size, action, pc);
}

bool mz_heap_is_live(uint64_t address, size_t size)
{
    return is_live(address, size);
}

/* ---- freeing ------------------------------------------------------------- */

/* What is done to a block that must be live, by which call. */
static const char to_free[] = "free", to_move[] = "realloc",
                  to_measure[] = "malloc_usable_size";

static _Noreturn MZ_COLD void not_a_block(uint64_t address, const char *call,
                                          uint64_t pc)
{
    const struct block *block =
        mz_heap_has(address) ? block_near(address) : NULL;
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

static uint64_t first_byte_after(const struct block *block)
{
    uint64_t i = block->size;

    while ((uint8_t)block->user[i] == RED_BYTE)
        i++;
    return i - block->size;
}

static _Noreturn MZ_COLD void not_usable(const struct block *block,
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

static inline struct block *live_block(uint64_t user, const char *call,
                                       uint64_t pc)
{
    struct block *block = block_of(user);

    if (MZ_UNLIKELY(!mz_heap_has((uint64_t)block) ||
                    (!starts_small_block(user) && !starts_large_block(user))))
        not_a_block(user, call, pc);
    if (MZ_UNLIKELY(block->freed || block->seal != seal_of(block) ||
                    !red_zone_is_intact(block)))
        not_usable(block, call, pc);
    return block;
}

/*
 * To free a block is to write to all of it: a race with any other access to it,
 * and one operation more when plain accesses are visible. While that waits for
 * its turn another thread may free the block.
 */
static __attribute__((noinline)) void tell_free(struct block *block,
                                                const char *call,
                                                uint64_t pc)
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
        (block->allocated_by != mz_rt.self &&
         !mz_race_detector_saw_malloc(mz_rt.self, user, pc, &race)))
        mz_plain_race(&race);
}

static inline struct block *give_up_block(void *user, const char *call,
                                          uint64_t pc)
{
    struct block *block = live_block((uint64_t)user, call, pc);

    if (mz_rt.active &&
        (mz_rt.armed || mz_rt.detecting || mz_rt.interleaving))
        tell_free(block, call, pc);
    return block;
}

/* Gives memory back, as a program expects of a large block. Pages of before the
 * snapshot stay: it would not know that they have changed. */
static MZ_COLD void discard(const struct block *block)
{
    uint64_t user = (uint64_t)block->user;
    uint64_t from = round_up(user + POISONED, MZ_PAGE);
    uint64_t to = (user + block->size) & -(uint64_t)MZ_PAGE;

    if (user >= arena_of(user)->large_own)
        MZ_SYSTEM(madvise, from, to - from, MADV_DONTNEED);
}

static inline void retire(struct block *block, uint64_t pc)
{
    uint64_t user = (uint64_t)block->user;
    uint64_t room = user_room(block->size);

    begin_work(arena_of(user));
    block->freed = true;
    block->freed_pc = pc;
    block->freed_by = mz_rt.self;
    if (MZ_LIKELY(starts_small_block(user)))
        shadow_freed(user, block->size);
    else if (block->size >= DISCARDED)
        discard(block);
    fill_granules(block->user, room < POISONED ? room : POISONED,
                  BYTES(FREED_BYTE));
    end_work(arena_of(user));
    if (mz_rt.tracing && mz_rt.active)
        mz_trace_step(MZ_ACTION_FREE, user, 0, 0, 0, 0, pc);
}

void mz_heap_free(void *user, uint64_t pc)
{
    if (user)
        retire(give_up_block(user, to_free, pc), pc);
}

void *mz_heap_reallocate(void *user, size_t size, uint64_t pc)
{
    struct block *old = give_up_block(user, to_move, pc);
    void *new = mz_heap_allocate(size, GRANULE, pc);

    if (!new)
        return NULL;
    mz_copy(new, old->user, size < old->size ? size : old->size);
    retire(old, pc);
    return new;
}

size_t mz_heap_size(void *user, uint64_t pc)
{
    return live_block((uint64_t)user, to_measure, pc)->size;
}

/* ---- rollback ------------------------------------------------------------ */

/*
 * The execution's blocks share no page with those of before, shadow included.
 * Padding costs address space only, and lets the snapshot track the pages.
 */
static void snapshot_arena(struct arena *arena)
{
    if (arena->next != arena->start) {
        arena->next = round_up(arena->next, SNAPSHOT_UNIT);
        mz_snapshot_add((void *)arena->start, arena->next - arena->start);
        mz_snapshot_add(shadow_of(arena->start),
                        (arena->next - arena->start) / GRANULE);
    }
    if (arena->large_next != arena->limit) {
        arena->large_next = round_up(arena->large_next, SLOT);
        mz_snapshot_add((void *)arena->limit, arena->large_next - arena->limit);
    }
    arena->own = arena->next;
    arena->large_own = arena->large_next;
}

void mz_heap_snapshot(void)
{
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        snapshot_arena(&arenas[t]);
    /* Each arena's halves give out addresses in the order of time. */
    mz_race_detector_set_heap(mz_heap_start, mz_heap_end, unit_shift - 1);
    touched = 0;
}

static void roll_back_arena(struct arena *arena)
{
    uint64_t used, end;

    /* Shadow of whole granules; what follows is zero already. */
    used = round_up((arena->next - arena->own) / GRANULE, GRANULE);
    fill_granules((char *)shadow_of(arena->own), used, 0);
    arena->next = arena->own;
    if (arena->large_next == arena->large_own)
        return;
    end = round_up(arena->large_next, SLOT);
    mz_fill(slot_of(arena->large_own), 0,
            (end - arena->large_own) / SLOT * sizeof(struct block *));
    MZ_SYSTEM(madvise, arena->large_own, end - arena->large_own, MADV_DONTNEED);
    arena->large_next = arena->large_own;
}

void mz_heap_rollback(void)
{
    for (; touched; touched &= touched - 1)
        roll_back_arena(&arenas[mz_tset_first(touched)]);
}

/* ---- leaks --------------------------------------------------------------- */

static void count_leak(struct block *block, struct mz_block_note *out,
                       unsigned *count)
{
    if (!block->freed && !(*count)++)
        mz_heap_describe((uint64_t)block->user, out);
}

bool mz_heap_first_leak(struct mz_block_note *out, unsigned *count)
{
    *count = 0;
    for (mz_tset left = touched; left; left &= left - 1) {
        struct arena *arena = &arenas[mz_tset_first(left)];
        struct block *block, *last = NULL;

        for (uint64_t at = arena->own; (block = first_small(at, arena->next));
             at = (uint64_t)block->user)
            count_leak(block, out, count);
        for (uint64_t at = arena->large_own; at < arena->large_next; at += SLOT)
            if ((block = *slot_of(at)) && block != last)
                count_leak(last = block, out, count);
    }
    return *count;
}

/* ---- its state ----------------------------------------------------------- */

/* What was there before main is of the snapshot. */
uint64_t mz_heap_state(uint64_t hash)
{
    for (mz_tset left = touched; left; left &= left - 1) {
        const struct arena *a = &arenas[mz_tset_first(left)];

        hash = mz_hash_word(hash, a->next);
        hash = mz_hash_word(hash, a->large_next);
        hash = mz_state_bytes(hash, (void *)a->own, a->next - a->own);
        hash = mz_state_bytes(hash, (void *)a->large_own,
                              a->large_next - a->large_own);
    }
    return hash;
}
