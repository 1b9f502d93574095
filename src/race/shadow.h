/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shadow memory: from an address of the program to the cell that holds what
 * the race detector has to remember of it.
 *
 *   address -> page, 4 KiB of the program -> cell, 8 bytes of it (a granule)
 *
 * A cell speaks for the bytes of its granule that were always accessed
 * together. When accesses overlap without being equal, it is cut: the list
 * that starts in the page then holds one cell for each part, so that no byte
 * ever loses or borrows history. Invariant: the parts of a granule are
 * disjoint.
 *
 * Beginning an execution touches no cell. Epochs only grow, also from one
 * execution to the next, so a cell whose write is older than `start` is stale:
 * all that it holds counts as nothing. Cells in pages and the pages themselves
 * stay for the next execution; what is taken besides (parts, tables by thread)
 * is given back as a whole at its beginning. So memory stays flat for a program
 * that repeats its accesses.
 *
 * Of what an execution changes the undo log knows, so that the next one may go
 * on from a prefix of it.
 */
#ifndef MZ_RACE_SHADOW_H
#define MZ_RACE_SHADOW_H

#include "op/op.h"
#include "race/undo.h"

/*
 * A stretch of one thread's execution between two releases: a time, unique
 * and growing over all threads and executions, times 64, plus the thread.
 */
typedef uint64_t mz_epoch;

#define MZ_EPOCH_UNKNOWN UINT64_MAX /* seen by nobody */

static inline mz_tid mz_epoch_thread(mz_epoch epoch)
{
    return epoch % MZ_MAX_THREADS;
}

/* An access, as much of it as a report needs; or an allocation (allocation.h),
 * of which nothing but the epoch is here. */
struct mz_last_access {
    mz_epoch epoch;
    uint64_t pc;
    uint32_t ordinal;
    uint8_t bytes; /* of the granule, bit 0 for the first */
};

/*
 * The state of some bytes. The last plain write counts for all that happened
 * before it; the rest is what came after. Without an atomic access there is no
 * `atomic`, without concurrent plain reads there are no `readers`.
 */
struct mz_cell {
    struct mz_last_access write; /* plain; none: epoch mz_shadow.start */
    union {
        struct mz_last_access read; /* plain; none: epoch 0 */
        struct {
            mz_epoch shared; /* MZ_EPOCH_UNKNOWN: there are several */
            struct mz_readers *readers;
        };
    };
    uint64_t next : 48;  /* address of the next part, or 0 */
    uint64_t bytes : 16; /* of the granule; above bit 7: a lock, no bytes */
    struct mz_atomic *atomic;
};
_Static_assert(sizeof(struct mz_cell) == 64, "a cell is one cache line");

/* The last plain read of each thread in `set`. */
struct mz_readers {
    mz_tset set;
    struct mz_readers *next_free;
    uint32_t capacity;
    struct mz_last_access last[];
};

/*
 * The synchronisation clock of an atomic object or a lock, and the last atomic
 * accesses of each thread in `writers`, `readers`. A clock entry not below
 * `width` counts as nothing. Who has seen `epoch` has seen the whole clock: 0
 * when it is empty, MZ_EPOCH_UNKNOWN when there is no such epoch.
 */
struct mz_atomic {
    mz_tset writers, readers;
    struct mz_added *added; /* NULL, or what additions have released since the
                               last other access, that is not in `clock` */
    mz_epoch epoch;
    uint32_t width;
    uint32_t capacity;
    mz_epoch clock[]; /* then capacity last writes, capacity last reads */
};

struct mz_added {
    mz_epoch epoch; /* 0: nothing */
    uint32_t width;
    uint32_t capacity;
    mz_epoch clock[];
};

static inline struct mz_last_access *mz_atomic_writes(struct mz_atomic *atomic)
{
    return (struct mz_last_access *)(atomic->clock + atomic->capacity);
}

static inline struct mz_last_access *mz_atomic_reads(struct mz_atomic *atomic)
{
    return mz_atomic_writes(atomic) + atomic->capacity;
}

static inline bool mz_access_is_allocation(const struct mz_last_access *access)
{
    return !access->bytes;
}

enum {
    MZ_GRANULE = 8,
    MZ_SHADOW_PAGE = 4096,
    MZ_SHADOW_CELLS = MZ_SHADOW_PAGE / MZ_GRANULE,
};

struct mz_shadow_page {
    struct mz_cell cells[MZ_SHADOW_CELLS];
    mz_epoch touched; /* `start` of the last execution that used a cell */
    uint64_t unused[7];
};

struct mz_shadow_slot {
    uint64_t key; /* as mz_shadow_key has it; 0: empty */
    struct mz_shadow_page *page;
};

extern struct mz_shadow {
    struct mz_shadow_slot *slots; /* open addressing, at most a quarter full */
    uint64_t slot_mask;           /* their number - 1; a power of 2 */
    mz_epoch start;               /* all of this execution is later */
    uint64_t heap_start, heap_span; /* see allocation.h */
} mz_shadow __attribute__((visibility("hidden")));

/* Memory of its own, outside of any rollback; taken as it is written. */
void *mz_shadow_map(size_t size);

void mz_shadow_init(void);
void mz_shadow_begin(mz_epoch start); /* later than all before */

/* All is as it was when the undo log had this length. */
void mz_shadow_go_back(uint64_t mark);

/* The page of an address; made when there is none. */
struct mz_shadow_page *mz_shadow_page(uint64_t address);

/* The page of an address if this execution has touched it, or NULL. */
struct mz_shadow_page *mz_shadow_touched_page(uint64_t address);

/*
 * Cuts and adds parts such that some of them make up `bytes` exactly: no part
 * is half in `bytes`. The granule must be current.
 */
void mz_shadow_cut(struct mz_cell *first, uint64_t address, unsigned bytes);

/*
 * A stale granule becomes one part for `bytes`, and one for a lock, which it
 * gives. Both have empty tables for `width` threads. Of all that the undo log
 * knows only that it is new: until it goes back before that nothing of it has
 * to be saved.
 */
struct mz_cell *mz_shadow_new_lock(struct mz_cell *first, uint64_t address,
                                   unsigned bytes, unsigned lock_bytes,
                                   unsigned width);

/* A cell's `atomic`, its `readers`: made or enlarged for `width` threads. New
 * ones are empty. */
struct mz_atomic *mz_shadow_atomic_grow(struct mz_cell *, unsigned width);
struct mz_added *mz_shadow_added_grow(struct mz_atomic *, unsigned width);
struct mz_readers *mz_shadow_readers_grow(struct mz_readers *, unsigned width);
void mz_shadow_readers_drop(struct mz_readers *);

/* Asserts the invariants of each granule this execution has touched. */
void mz_shadow_check(void);

/* The last byte of the page. */
static inline uint64_t mz_shadow_key(uint64_t address)
{
    return address | (MZ_SHADOW_PAGE - 1);
}

static inline struct mz_shadow_slot *mz_shadow_slot(uint64_t address)
{
    uint64_t hash = address / MZ_SHADOW_PAGE * 0x9E3779B97F4A7C15u;

    return &mz_shadow.slots[hash >> 32 & mz_shadow.slot_mask];
}

/* The first cell of an address's granule, perhaps stale. */
static inline struct mz_cell *mz_shadow_cell(uint64_t address)
{
    struct mz_shadow_slot *slot = mz_shadow_slot(address);
    struct mz_shadow_page *page = slot->page;

    if (MZ_UNLIKELY(slot->key != mz_shadow_key(address)))
        page = mz_shadow_page(address);
    return &page->cells[address / MZ_GRANULE % MZ_SHADOW_CELLS];
}

static inline bool mz_cell_is_current(const struct mz_cell *cell)
{
    return cell->write.epoch >= mz_shadow.start;
}

static inline struct mz_cell *mz_cell_next(const struct mz_cell *cell)
{
    return (struct mz_cell *)(uintptr_t)cell->next;
}

/* Makes a cell one for `bytes` that nobody has accessed. */
static inline void mz_cell_clear(struct mz_cell *cell, unsigned bytes)
{
    cell->write.epoch = mz_shadow.start;
    cell->read.epoch = 0;
    cell->next = 0;
    cell->bytes = bytes;
    cell->atomic = NULL;
}

/* What there is of the granule at this address, which is in the heap, has been
 * written by its allocation, if that was in this execution. */
void mz_shadow_allocate(struct mz_cell *, uint64_t address);

static inline bool mz_shadow_in_heap(uint64_t address)
{
    return address - mz_shadow.heap_start < mz_shadow.heap_span;
}

/* A stale granule becomes one part, for these bytes. */
static inline void mz_shadow_refresh(struct mz_cell *first, uint64_t address,
                                     unsigned bytes)
{
    unsigned index = address / MZ_GRANULE % MZ_SHADOW_CELLS;

    ((struct mz_shadow_page *)(first - index))->touched = mz_shadow.start;
    mz_undo_note_new(first);
    mz_cell_clear(first, bytes);
    if (mz_shadow_in_heap(address))
        mz_shadow_allocate(first, address);
}

/* The part for these bytes, no less and no more, or NULL. */
static inline struct mz_cell *mz_shadow_part(struct mz_cell *first,
                                             uint64_t address, unsigned bytes)
{
    struct mz_cell *part = first;

    if (MZ_UNLIKELY(!mz_cell_is_current(first)))
        mz_shadow_refresh(first, address, bytes);
    while (MZ_UNLIKELY(part->bytes != bytes))
        if (!(part = mz_cell_next(part)))
            return NULL;
    return part;
}

/*
 * The same, as far as it costs nothing: NULL may mean that a look at it is
 * needed. The part may be stale, if it is the first; then its epochs are those
 * of no thread.
 */
static inline struct mz_cell *mz_shadow_known_part(uint64_t address,
                                                   unsigned bytes)
{
    struct mz_shadow_slot *slot = mz_shadow_slot(address);
    struct mz_cell *part;

    if (MZ_UNLIKELY(slot->key != mz_shadow_key(address)))
        return NULL;
    part = &slot->page->cells[address / MZ_GRANULE % MZ_SHADOW_CELLS];
    if (MZ_LIKELY(part->bytes == bytes))
        return part;
    if (!mz_cell_is_current(part))
        return NULL;
    while ((part = mz_cell_next(part)))
        if (part->bytes == bytes)
            return part;
    return NULL;
}

#endif
