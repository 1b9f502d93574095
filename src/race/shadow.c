/* SPDX-License-Identifier: Apache-2.0 */
#include "race/shadow.h"

#include <sys/mman.h>

#include "base/system_call.h"
#include "race/allocation.h"
#include "race/epoch_names.h"
#include "race/undo.h"

enum { SLAB_SIZE = 1 << 20, FIRST_SLOTS = 1 << 10 };

struct mz_shadow mz_shadow;

/* A slab of what is given back at the beginning of an execution. */
struct slab {
    struct slab *next;
    uint64_t unused[7];
};

static struct {
    struct slab *first;
    struct {
        struct slab *current;
        char *free, *end; /* in `current` */
    } taken;
    struct mz_readers *free_readers;
    unsigned widest; /* threads in any execution: tables grow but once */

    char *free_page, *end_page; /* in the last slab of pages */
    size_t page_count;
} own;

void *mz_shadow_map(size_t size)
{
    long memory = MZ_SYSTEM(mmap, 0, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    MZ_ASSERT(memory > 0);
    return (void *)memory;
}

/* ---- what lasts for an execution ----------------------------------------- */

static MZ_COLD void enter_next_slab(void)
{
    struct slab **next =
        own.taken.current ? &own.taken.current->next : &own.first;

    if (!*next)
        *next = mz_shadow_map(SLAB_SIZE);
    own.taken.current = *next;
    own.taken.free = (char *)(own.taken.current + 1);
    own.taken.end = (char *)own.taken.current + SLAB_SIZE;
}

/* Of the last executions, so not zero-filled; 64-byte aligned. */
static void *take(size_t size)
{
    void *taken;

    size = (size + 63) & ~(size_t)63;
    mz_undo_save(&own.taken, sizeof own.taken);
    if (MZ_UNLIKELY((size_t)(own.taken.end - own.taken.free) < size))
        enter_next_slab();
    taken = own.taken.free;
    own.taken.free += size;
    return taken;
}

static size_t readers_size(unsigned capacity)
{
    return sizeof(struct mz_readers) + capacity * sizeof(struct mz_last_access);
}

static size_t atomic_size(unsigned capacity)
{
    return sizeof(struct mz_atomic) +
           capacity * (sizeof(mz_epoch) + 2 * sizeof(struct mz_last_access));
}

static unsigned capacity_for(unsigned width)
{
    if (own.widest < width)
        own.widest = width;
    return own.widest;
}

struct mz_readers *mz_shadow_readers_grow(struct mz_readers *old,
                                          unsigned width)
{
    struct mz_readers *readers = own.free_readers;
    unsigned capacity = capacity_for(width);

    if (readers && readers->capacity >= capacity) {
        mz_undo_save(readers, readers_size(readers->capacity));
        mz_undo_save(&own.free_readers, sizeof own.free_readers);
        own.free_readers = readers->next_free;
    } else {
        readers = take(readers_size(capacity));
        readers->capacity = capacity;
    }
    readers->set = MZ_TSET_EMPTY;
    if (old) {
        mz_copy(readers->last, old->last,
                old->capacity * sizeof(struct mz_last_access));
        readers->set = old->set;
    }
    return readers;
}

void mz_shadow_readers_drop(struct mz_readers *readers)
{
    mz_undo_save(&readers->next_free, sizeof readers->next_free);
    mz_undo_save(&own.free_readers, sizeof own.free_readers);
    readers->next_free = own.free_readers;
    own.free_readers = readers;
}

struct mz_added *mz_shadow_added_grow(struct mz_atomic *atomic, unsigned width)
{
    unsigned capacity = capacity_for(width);
    const struct mz_added *old = atomic->added;
    struct mz_added *added =
        take(sizeof *added + capacity * sizeof(mz_epoch));

    added->epoch = added->width = 0;
    added->capacity = capacity;
    if (old && old->epoch) {
        added->epoch = old->epoch;
        added->width = old->width;
        mz_copy(added->clock, old->clock, old->width * sizeof(mz_epoch));
    }
    mz_undo_save(&atomic->added, sizeof atomic->added);
    return atomic->added = added;
}

static void copy_added(struct mz_atomic *to, const struct mz_added *from)
{
    struct mz_added *added = mz_shadow_added_grow(to, from->capacity);

    added->epoch = from->epoch;
    added->width = from->width;
    mz_copy(added->clock, from->clock, from->width * sizeof(mz_epoch));
}

static void copy_atomic(struct mz_atomic *to, struct mz_atomic *from)
{
    size_t accesses = from->capacity * sizeof(struct mz_last_access);

    if (from->added)
        copy_added(to, from->added);
    to->epoch = from->epoch;
    to->writers = from->writers;
    to->readers = from->readers;
    to->width = from->width;
    mz_copy(to->clock, from->clock, from->width * sizeof(mz_epoch));
    if (mz_tset_some(from->writers))
        mz_copy(mz_atomic_writes(to), mz_atomic_writes(from), accesses);
    if (mz_tset_some(from->readers))
        mz_copy(mz_atomic_reads(to), mz_atomic_reads(from), accesses);
}

static struct mz_atomic *clear_atomic(void *at, unsigned capacity)
{
    struct mz_atomic *atomic = at;

    atomic->added = NULL;
    atomic->epoch = 0;
    atomic->writers = atomic->readers = MZ_TSET_EMPTY;
    atomic->width = 0;
    atomic->capacity = capacity;
    return atomic;
}

struct mz_atomic *mz_shadow_atomic_grow(struct mz_cell *cell, unsigned width)
{
    unsigned capacity = capacity_for(width);
    struct mz_atomic *atomic =
        clear_atomic(take(atomic_size(capacity)), capacity);

    if (cell->atomic)
        copy_atomic(atomic, cell->atomic);
    mz_undo_save(&cell->atomic, sizeof cell->atomic);
    return cell->atomic = atomic;
}

/* ---- parts of a granule -------------------------------------------------- */

/* `next` and `bytes`: what cutting changes of a cell. */
static void save_place(struct mz_cell *cell)
{
    mz_undo_save((mz_undo_word *)&cell->atomic - 1, sizeof(mz_undo_word));
}

static struct mz_cell *insert_after(struct mz_cell *cell)
{
    struct mz_cell *part = take(sizeof *part);

    save_place(cell);
    part->next = cell->next;
    cell->next = (uintptr_t)part;
    return part;
}

/* The bytes of `cell` that are not in `kept` get the same history apart. */
static void split(struct mz_cell *cell, unsigned kept)
{
    struct mz_cell *rest = insert_after(cell);
    uint64_t next = rest->next;

    *rest = *cell;
    rest->next = next;
    rest->bytes = cell->bytes & ~kept;
    cell->bytes = kept;
    if (cell->shared == MZ_EPOCH_UNKNOWN)
        rest->readers =
            mz_shadow_readers_grow(cell->readers, cell->readers->capacity);
    if (cell->atomic)
        mz_shadow_atomic_grow(rest, cell->atomic->capacity);
}

void mz_shadow_allocate(struct mz_cell *cell, uint64_t address)
{
    mz_epoch epoch = mz_allocation_of(address);

    if (epoch)
        cell->write = (struct mz_last_access){.epoch = epoch};
}

void mz_shadow_cut(struct mz_cell *first, uint64_t address, unsigned bytes)
{
    unsigned left = bytes;

    for (struct mz_cell *p = first; p; p = mz_cell_next(p)) {
        unsigned kept = p->bytes & bytes;

        if (kept && kept != p->bytes)
            split(p, kept);
        left &= ~kept;
    }
    if (left) {
        struct mz_cell *part = insert_after(first);
        uint64_t next = part->next;

        mz_cell_clear(part, left);
        part->next = next;
        if (mz_shadow_in_heap(address))
            mz_shadow_allocate(part, address);
    }
}

struct mz_cell *mz_shadow_new_lock(struct mz_cell *first, uint64_t address,
                                   unsigned bytes, unsigned lock_bytes,
                                   unsigned width)
{
    unsigned capacity = capacity_for(width);
    size_t size = (atomic_size(capacity) + 63) & ~(size_t)63;
    struct mz_cell *lock = take(sizeof *lock + 2 * size);

    mz_shadow_refresh(first, address, bytes);
    mz_cell_clear(lock, lock_bytes);
    lock->write = first->write; /* none, or the allocation */
    first->next = (uintptr_t)lock;
    first->atomic = clear_atomic(lock + 1, capacity);
    lock->atomic = clear_atomic((char *)first->atomic + size, capacity);
    return lock;
}

/* ---- pages --------------------------------------------------------------- */

/* Where a page is, or else the empty slot where it would be. */
static struct mz_shadow_slot *probe(uint64_t address)
{
    struct mz_shadow_slot *slot = mz_shadow_slot(address);
    uint64_t key = mz_shadow_key(address);

    while (slot->key && slot->key != key)
        if (++slot > mz_shadow.slots + mz_shadow.slot_mask)
            slot = mz_shadow.slots;
    return slot;
}

static void resize(size_t count)
{
    struct mz_shadow_slot *old = mz_shadow.slots;
    size_t old_count = old ? mz_shadow.slot_mask + 1 : 0;

    mz_shadow.slots = mz_shadow_map(count * sizeof *old);
    mz_shadow.slot_mask = count - 1;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].key)
            *probe(old[i].key) = old[i];
    if (old)
        MZ_SYSTEM(munmap, old, old_count * sizeof *old);
}

/* Zero-filled, so that all cells are stale. */
static struct mz_shadow_page *new_page(void)
{
    struct mz_shadow_page *page;
    size_t slab = 32 * sizeof *page;

    if (own.free_page == own.end_page) {
        own.free_page = mz_shadow_map(slab);
        own.end_page = own.free_page + slab;
    }
    page = (struct mz_shadow_page *)own.free_page;
    own.free_page += sizeof *page;
    return page;
}

struct mz_shadow_page *mz_shadow_page(uint64_t address)
{
    struct mz_shadow_slot *home = mz_shadow_slot(address);
    struct mz_shadow_slot *slot = probe(address);
    struct mz_shadow_slot found = *slot;

    if (!found.key) {
        if (++own.page_count > mz_shadow.slot_mask / 4) {
            resize(2 * (mz_shadow.slot_mask + 1));
            slot = probe(address);
        }
        slot->key = mz_shadow_key(address);
        return slot->page = new_page();
    }
    /* Next time it is found at once. The slots between are all in use, so
     * the other page is still found, too. */
    *slot = *home;
    *home = found;
    return found.page;
}

struct mz_shadow_page *mz_shadow_touched_page(uint64_t address)
{
    struct mz_shadow_slot *slot = probe(address);

    if (!slot->key || slot->page->touched < mz_shadow.start)
        return NULL;
    return slot->page;
}

void mz_shadow_init(void)
{
    mz_undo_init();
    if (!mz_shadow.slots)
        resize(FIRST_SLOTS);
    own.widest = 0;
}

void mz_shadow_begin(mz_epoch start)
{
    mz_undo_begin();
    own.taken.current = NULL;
    enter_next_slab();
    own.free_readers = NULL;
    mz_shadow.start = start;
}

/* A cell that was stale is stale again, and was accessed by nobody. */
static void forget(void *cell)
{
    ((struct mz_cell *)cell)->write.epoch = 0;
    ((struct mz_cell *)cell)->read.epoch = 0;
}

void mz_shadow_go_back(uint64_t mark)
{
    mz_undo_go_back(mark, forget);
}

/* ---- what there is ------------------------------------------------------- */

static void tell_access(struct mz_epoch_names *n,
                        const struct mz_last_access *access)
{
    mz_epoch_names_tell_epoch(n, access->epoch);
    if (access->epoch <= mz_shadow.start)
        return;
    mz_epoch_names_tell(n, access->pc);
    mz_epoch_names_tell(n, access->ordinal | (uint64_t)access->bytes << 32);
}

static void tell_each(struct mz_epoch_names *n, mz_tset threads,
                      const struct mz_last_access *last)
{
    n->hash = mz_tset_hash(n->hash, threads);
    MZ_EACH(rest, threads)
        tell_access(n, &last[mz_tset_first(rest)]);
}

static void tell_clock(struct mz_epoch_names *n, mz_epoch epoch,
                       const mz_epoch *clock, unsigned width)
{
    mz_epoch_names_tell_epoch(n, epoch);
    for (unsigned i = 0; epoch && i < width; i++)
        mz_epoch_names_tell_epoch(n, clock[i]);
}

static void tell_atomic(struct mz_epoch_names *n, struct mz_atomic *atomic)
{
    const struct mz_added *added = atomic->added;

    tell_clock(n, atomic->epoch, atomic->clock, atomic->width);
    if (added && added->epoch)
        tell_clock(n, added->epoch, added->clock, added->width);
    tell_each(n, atomic->writers, mz_atomic_writes(atomic));
    tell_each(n, atomic->readers, mz_atomic_reads(atomic));
}

static void tell_cell(struct mz_epoch_names *n, const struct mz_cell *cell)
{
    mz_epoch_names_tell(n, cell->bytes);
    tell_access(n, &cell->write);
    if (cell->shared == MZ_EPOCH_UNKNOWN)
        tell_each(n, cell->readers->set, cell->readers->last);
    else
        tell_access(n, &cell->read);
    if (cell->atomic)
        tell_atomic(n, cell->atomic);
}

/* The parts of a granule are in whatever order they were cut in. */
static uint64_t tell_granule(struct mz_epoch_names *n, uint64_t address,
                             const struct mz_cell *first)
{
    uint64_t sum = 0;

    for (const struct mz_cell *p = first; p; p = mz_cell_next(p)) {
        n->hash = address;
        tell_cell(n, p);
        sum += n->hash;
    }
    return sum;
}

void mz_shadow_tell(struct mz_epoch_names *n)
{
    uint64_t before = n->hash, sum = 0;

    for (size_t i = 0; i <= mz_shadow.slot_mask; i++) {
        const struct mz_shadow_slot *slot = &mz_shadow.slots[i];

        if (!slot->key || slot->page->touched < mz_shadow.start)
            continue;
        for (unsigned c = 0; c < MZ_SHADOW_CELLS; c++)
            if (mz_cell_is_current(&slot->page->cells[c]))
                sum += tell_granule(n, slot->key - c * MZ_GRANULE,
                                    &slot->page->cells[c]);
    }
    n->hash = mz_hash_word(before, sum);
}

/* ---- self-check ---------------------------------------------------------- */

static void check_granule(const struct mz_cell *first)
{
    unsigned all = 0;

    for (const struct mz_cell *p = first; p; p = mz_cell_next(p)) {
        MZ_ASSERT(mz_cell_is_current(p));
        MZ_ASSERT(!(all & p->bytes));
        all |= p->bytes;
        if (p->shared == MZ_EPOCH_UNKNOWN)
            MZ_ASSERT(mz_tset_some(p->readers->set));
        if (p->atomic)
            MZ_ASSERT(p->atomic->width <= p->atomic->capacity);
    }
}

void mz_shadow_check(void)
{
    for (size_t i = 0; i <= mz_shadow.slot_mask; i++) {
        const struct mz_shadow_slot *slot = &mz_shadow.slots[i];

        if (!slot->key || slot->page->touched < mz_shadow.start)
            continue;
        for (unsigned c = 0; c < MZ_SHADOW_CELLS; c++)
            if (mz_cell_is_current(&slot->page->cells[c]))
                check_granule(&slot->page->cells[c]);
    }
}
