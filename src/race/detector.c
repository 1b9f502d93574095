/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FastTrack [Flanagan and Freund, PLDI 2009] with the C11 orders, and with
 * atomic accesses beside plain ones. As long as there was no race,
 *  - a plain write is ordered with every access to its bytes, so the last one
 *    stands for all that came before it;
 *  - of plain reads after it only the unordered ones count: one epoch, or when
 *    there are several, the last of each thread;
 *  - atomic accesses need not be ordered: the last write and the last read of
 *    each thread are kept.
 * An access in the same epoch as an earlier one of its thread adds nothing:
 * what is unordered with either is unordered with both. The first is kept.
 */
#include "race/detector.h"

#include "race/allocation.h"
#include "race/clocks.h"

bool (*mz_race_detector_forgives)(const struct mz_race *);

/*
 * An access under way. It is passed by value and lives in registers, as what
 * takes it is inlined; only the way to a race stores it. (Copying it costs a
 * failed store forwarding, 10 ns.)
 */
#ifdef __SANITIZE_ADDRESS__ /* by -Og, which cannot inline all of it */
#define INLINE inline
#else
#define INLINE inline __attribute__((always_inline))
#endif
struct access {
    struct mz_race_thread *thread;
    uint64_t address, size, pc;
    struct mz_race *race;
    mz_tid tid;
    bool write, atomic;
    enum mz_order order;
};

/* A read, until it is said otherwise. */
static INLINE struct access plain_access(mz_tid t, uint64_t address,
                                         uint64_t size, uint64_t pc,
                                         struct mz_race *race)
{
    return (struct access){.thread = &mz_race_clocks.threads[t],
                           .address = address,
                           .size = size,
                           .pc = pc,
                           .race = race,
                           .tid = t};
}

/* ---- what is about to be changed ----------------------------------------- */

/* The clock of an atomic object or a lock. */
static inline void save_sync(struct mz_atomic *atomic)
{
    uint64_t width = atomic->epoch ? atomic->width : 0;

    mz_undo_save(&atomic->epoch, offsetof(struct mz_atomic, clock) -
                                     offsetof(struct mz_atomic, epoch) +
                                     width * sizeof *atomic->clock);
}

/* The plain accesses to a part: mostly there was no read since the write. */
static inline void save_accesses(struct mz_cell *part)
{
    if (part->read.epoch)
        mz_undo_save(part, sizeof part->write + sizeof part->read);
    else
        mz_undo_save(&part->write, sizeof part->write);
}

/* ---- synchronisation ----------------------------------------------------- */

/* The location's clock becomes this one. */
static inline void replace_clock(struct mz_atomic *atomic, mz_epoch epoch,
                                 const mz_epoch *clock, unsigned width)
{
    save_sync(atomic);
    atomic->epoch = epoch;
    atomic->width = width;
    mz_clock_copy(atomic->clock, clock, width);
}

static void add_to_clock(struct mz_atomic *atomic, mz_epoch epoch,
                         const mz_epoch *clock, unsigned width)
{
    unsigned old = atomic->width < width ? atomic->width : width;

    if (mz_clock_has_seen(clock, atomic->epoch)) {
        replace_clock(atomic, epoch, clock, width);
        return;
    }
    save_sync(atomic);
    mz_clock_join(atomic->clock, clock, old);
    mz_clock_copy(atomic->clock + old, clock + old, width - old);
    if (atomic->width < width)
        atomic->width = width;
    atomic->epoch = MZ_EPOCH_UNKNOWN;
}

static void add_to_pending(struct mz_race_thread *thread,
                           const struct mz_atomic *atomic)
{
    mz_clock_save(thread->pending, atomic->width);
    thread->has_pending = true; /* else `pending` is old, and so no harm */
    mz_clock_join(thread->pending, atomic->clock, atomic->width);
}

static void save_added(struct mz_added *added)
{
    uint64_t width = added->epoch ? added->width : 0;

    mz_undo_save(added, offsetof(struct mz_added, clock) +
                            width * sizeof *added->clock);
}

/* What additions have released is there for whoever comes now, whose order
 * among them is another trace. */
static MZ_NOINLINE void seal_added(struct mz_atomic *atomic)
{
    struct mz_added *added = atomic->added;

    if (!added->epoch)
        return;
    add_to_clock(atomic, added->epoch, added->clock, added->width);
    save_added(added);
    added->epoch = 0;
}

static inline void seal(struct mz_atomic *atomic)
{
    if (MZ_UNLIKELY(atomic && atomic->added))
        seal_added(atomic);
}

/* Joins this clock into what additions have released. */
static void add_to_added(struct mz_atomic *atomic, mz_epoch epoch,
                         const mz_epoch *clock, unsigned width)
{
    struct mz_added *added = atomic->added;
    unsigned old;

    if (!added || added->capacity < width)
        added = mz_shadow_added_grow(atomic, mz_race_clocks.width);
    save_added(added);
    old = added->epoch ? added->width : 0;
    added->epoch = !old || mz_clock_has_seen(clock, added->epoch)
                       ? epoch
                       : MZ_EPOCH_UNKNOWN;
    if (old > width)
        old = width;
    else
        added->width = width;
    mz_clock_join(added->clock, clock, old);
    mz_clock_copy(added->clock + old, clock + old, width - old);
}

/* The thread reads from the location. Also a relaxed read counts, if an acquire
 * fence follows. */
static inline void read_clock(struct mz_race_thread *thread,
                              const struct mz_atomic *atomic,
                              enum mz_order order)
{
    if (!atomic || mz_clock_has_seen(thread->clock, atomic->epoch))
        return;
    if (mz_order_acquires(order))
        mz_clock_learn(thread->clock, atomic->clock, atomic->width);
    else
        add_to_pending(thread, atomic);
}

/* A store begins a new release sequence, or none. */
static inline void store_clock(const struct mz_race_thread *thread,
                               struct mz_atomic *atomic, enum mz_order order)
{
    const struct mz_published *fence = &thread->fence;

    if (mz_order_releases(order))
        replace_clock(atomic, thread->epoch, thread->clock,
                      mz_race_clocks.width);
    else if (fence->epoch)
        replace_clock(atomic, fence->epoch, fence->clock, fence->width);
    else if (atomic->epoch) {
        save_sync(atomic);
        atomic->epoch = 0;
    }
}

/* An addition releases, beside others. */
static inline void publish_clock(const struct mz_race_thread *thread,
                                 struct mz_atomic *atomic, enum mz_order order)
{
    const struct mz_published *fence = &thread->fence;

    if (mz_order_releases(order))
        add_to_added(atomic, thread->epoch, thread->clock,
                     mz_race_clocks.width);
    else if (fence->epoch)
        add_to_added(atomic, fence->epoch, fence->clock, fence->width);
}

/* It does not read from other additions, as far as the detector is concerned.
 */
static inline void note_skipped(const struct mz_race_thread *thread,
                                const struct mz_atomic *atomic)
{
    const struct mz_added *added = atomic ? atomic->added : NULL;

    if (!added || !added->epoch ||
        mz_clock_has_seen(thread->clock, added->epoch))
        return;
    mz_undo_save(&mz_race_clocks.has_skipped,
                 sizeof mz_race_clocks.has_skipped);
    mz_race_clocks.has_skipped = true;
}

/* A read-modify-write continues the release sequence that it reads from. */
static inline void update_clock(const struct mz_race_thread *thread,
                                struct mz_atomic *atomic, enum mz_order order)
{
    const struct mz_published *fence = &thread->fence;

    if (mz_order_releases(order))
        add_to_clock(atomic, thread->epoch, thread->clock,
                     mz_race_clocks.width);
    else if (fence->epoch)
        add_to_clock(atomic, fence->epoch, fence->clock, fence->width);
}

/* ---- the rules of races: all on one part --------------------------------- */

static void describe(struct mz_race_side *side, uint64_t granule,
                     unsigned bytes)
{
    side->address = granule + __builtin_ctz(bytes);
    side->size = 32 - __builtin_clz(bytes) - __builtin_ctz(bytes);
}

static inline uint64_t granule_of(uint64_t address)
{
    return address & ~(uint64_t)(MZ_GRANULE - 1);
}

/* Which bytes of the granule lie in the range, which overlaps it. */
static inline unsigned bytes_in(uint64_t granule, uint64_t address,
                                uint64_t size)
{
    unsigned bytes = 0xff;

    if (address > granule)
        bytes = 0xff << (address - granule) & 0xff;
    if (address + size - granule < MZ_GRANULE)
        bytes &= (1u << (address + size - granule)) - 1;
    return bytes;
}

static uint64_t pc_of(uint64_t pc)
{
    return pc & ~MZ_RACE_BY_KERNEL;
}

static bool is_by_kernel(uint64_t pc)
{
    return pc & MZ_RACE_BY_KERNEL;
}

static MZ_COLD bool tell_race(struct access now, uint64_t granule,
                              const struct mz_last_access *earlier, bool write,
                              bool atomic)
{
    struct mz_race *race = now.race;
    unsigned bytes;

    bytes = earlier->bytes ? earlier->bytes
                           : bytes_in(granule, now.address, now.size);
    race->earlier = (struct mz_race_side){
        .pc = pc_of(earlier->pc),
        .by_kernel = is_by_kernel(earlier->pc),
        .thread = mz_epoch_thread(earlier->epoch),
        .write = write,
        .atomic = atomic,
        .allocation = mz_access_is_allocation(earlier),
        .ordinal = earlier->ordinal,
    };
    describe(&race->earlier, granule, bytes);
    race->later = (struct mz_race_side){
        .pc = pc_of(now.pc),
        .by_kernel = is_by_kernel(now.pc),
        .thread = now.tid,
        .write = now.write,
        .atomic = now.atomic,
        .ordinal = now.thread->ordinal,
    };
    describe(&race->later, granule, bytes_in(granule, now.address, now.size));
    return !mz_race_detector_forgives || !mz_race_detector_forgives(race);
}

/* The last accesses of these threads: is one of them unseen? */
static INLINE bool races_with_any(struct access now, uint64_t granule,
                                  const struct mz_last_access *last,
                                  mz_tset threads, bool write, bool atomic)
{
    MZ_EACH(rest, threads) {
        mz_tid t = mz_tset_first(rest);

        if (last[t].epoch > now.thread->clock[t] &&
            tell_race(now, granule, &last[t], write, atomic))
            return true;
    }
    return false;
}

static INLINE void note(struct access now, struct mz_last_access *access,
                        unsigned bytes)
{
    access->epoch = now.thread->epoch;
    access->pc = now.pc;
    access->ordinal = now.thread->ordinal;
    access->bytes = bytes;
}

static INLINE bool races_with_write(struct access now, uint64_t granule,
                                    const struct mz_cell *part)
{
    if (MZ_LIKELY(mz_clock_has_seen(now.thread->clock, part->write.epoch)))
        return false;
    return tell_race(now, granule, &part->write, true, false);
}

static INLINE bool races_with_read(struct access now, uint64_t granule,
                                   const struct mz_cell *part)
{
    if (MZ_UNLIKELY(part->shared == MZ_EPOCH_UNKNOWN))
        return races_with_any(now, granule, part->readers->last,
                              part->readers->set, false, false);
    if (MZ_LIKELY(mz_clock_has_seen(now.thread->clock, part->read.epoch)))
        return false;
    return tell_race(now, granule, &part->read, false, false);
}

static INLINE bool races_with_atomic_write(struct access now, uint64_t granule,
                                           const struct mz_cell *part)
{
    return races_with_any(now, granule, mz_atomic_writes(part->atomic),
                          part->atomic->writers, true, true);
}

static INLINE bool races_with_atomic_read(struct access now, uint64_t granule,
                                          const struct mz_cell *part)
{
    return races_with_any(now, granule, mz_atomic_reads(part->atomic),
                          part->atomic->readers, false, true);
}

/* Among the last accesses of these threads, which are in the set. An entry that
 * is not may have been, and the set emptied since the mark. */
static INLINE void note_among(struct access now, mz_tset *set,
                              struct mz_last_access *last, unsigned bytes)
{
    mz_undo_save(&last[now.tid], sizeof *last);
    if (!mz_tset_has(*set, now.tid)) {
        mz_undo_save(set, sizeof *set);
        mz_tset_add(set, now.tid);
    }
    note(now, &last[now.tid], bytes);
}

static INLINE void note_reader(struct access now, struct mz_cell *part,
                               unsigned bytes)
{
    struct mz_readers *readers = part->readers;

    if (readers->capacity < mz_race_clocks.width) {
        mz_undo_save(&part->readers, sizeof part->readers);
        readers = part->readers =
            mz_shadow_readers_grow(readers, mz_race_clocks.width);
    }
    note_among(now, &readers->set, readers->last, bytes);
}

static void share_reads(struct mz_cell *part)
{
    struct mz_readers *readers =
        mz_shadow_readers_grow(NULL, mz_race_clocks.width);
    mz_tid t = mz_epoch_thread(part->read.epoch);

    readers->set = mz_tset_of(t);
    readers->last[t] = part->read;
    mz_undo_save(&part->read, sizeof part->read);
    part->shared = MZ_EPOCH_UNKNOWN;
    part->readers = readers;
}

static INLINE bool has_read(struct access now, const struct mz_cell *part)
{
    mz_epoch epoch = now.thread->epoch;

    if (part->write.epoch == epoch || part->read.epoch == epoch)
        return true;
    return part->shared == MZ_EPOCH_UNKNOWN &&
           mz_tset_has(part->readers->set, now.tid) &&
           part->readers->last[now.tid].epoch == epoch;
}

static INLINE bool read_part(struct access now, uint64_t granule,
                             struct mz_cell *part, unsigned bytes)
{
    if (has_read(now, part))
        return false;
    if (races_with_write(now, granule, part))
        return true;
    if (part->atomic && races_with_atomic_write(now, granule, part))
        return true;
    if (part->shared != MZ_EPOCH_UNKNOWN) {
        if (mz_clock_has_seen(now.thread->clock, part->read.epoch)) {
            mz_undo_save(&part->read, sizeof part->read);
            note(now, &part->read, bytes);
            return false;
        }
        share_reads(part);
    }
    note_reader(now, part, bytes);
    return false;
}

/* A plain write that comes now would race. */
static INLINE bool write_races(struct access now, uint64_t granule,
                               const struct mz_cell *part)
{
    return races_with_write(now, granule, part) ||
           races_with_read(now, granule, part) ||
           (part->atomic && (races_with_atomic_write(now, granule, part) ||
                             races_with_atomic_read(now, granule, part)));
}

static INLINE bool write_part(struct access now, uint64_t granule,
                              struct mz_cell *part, unsigned bytes)
{
    /* An allocation gives way to the write that is to be told of. */
    if (part->write.epoch == now.thread->epoch &&
        !mz_access_is_allocation(&part->write))
        return false;
    if (write_races(now, granule, part))
        return true;
    save_accesses(part);
    note(now, &part->write, bytes);
    if (part->shared == MZ_EPOCH_UNKNOWN)
        mz_shadow_readers_drop(part->readers);
    part->read.epoch = 0;
    /* The clock may stay: all of it happened before this write, so whoever
     * acquires it in the future has seen it already. */
    if (part->atomic) {
        mz_undo_save(&part->atomic->writers, 2 * sizeof(mz_tset));
        part->atomic->writers = part->atomic->readers = MZ_TSET_EMPTY;
    }
    return false;
}

/* The tables for atomic accesses, with room for all threads. */
static inline struct mz_atomic *atomic_of(struct mz_cell *part)
{
    struct mz_atomic *atomic = part->atomic;

    if (MZ_UNLIKELY(!atomic || atomic->capacity < mz_race_clocks.width))
        atomic = mz_shadow_atomic_grow(part, mz_race_clocks.width);
    return atomic;
}

static INLINE bool acquire_part(struct access now, uint64_t granule,
                                struct mz_cell *part, unsigned bytes)
{
    (void)granule, (void)bytes;
    seal(part->atomic);
    read_clock(now.thread, part->atomic, now.order);
    return false;
}

static INLINE bool acquire_for_addition(struct access now, uint64_t granule,
                                        struct mz_cell *part, unsigned bytes)
{
    (void)granule, (void)bytes;
    note_skipped(now.thread, part->atomic);
    read_clock(now.thread, part->atomic, now.order);
    return false;
}

static INLINE bool publish_addition(struct access now, uint64_t granule,
                                    struct mz_cell *part, unsigned bytes)
{
    (void)granule, (void)bytes;
    publish_clock(now.thread, part->atomic, now.order);
    return false;
}

static INLINE bool publish_store(struct access now, uint64_t granule,
                                 struct mz_cell *part, unsigned bytes)
{
    (void)granule, (void)bytes;
    seal(part->atomic);
    store_clock(now.thread, part->atomic, now.order);
    return false;
}

static INLINE bool publish_update(struct access now, uint64_t granule,
                                  struct mz_cell *part, unsigned bytes)
{
    (void)granule, (void)bytes;
    update_clock(now.thread, part->atomic, now.order);
    return false;
}

static INLINE bool load_part(struct access now, uint64_t granule,
                             struct mz_cell *part, unsigned bytes)
{
    struct mz_atomic *atomic = atomic_of(part);

    if (races_with_write(now, granule, part))
        return true;
    note_among(now, &atomic->readers, mz_atomic_reads(atomic), bytes);
    return false;
}

/* A store, or an update: what it writes conflicts with more than its read. */
static INLINE bool store_part(struct access now, uint64_t granule,
                              struct mz_cell *part, unsigned bytes)
{
    struct mz_atomic *atomic = atomic_of(part);

    if (races_with_write(now, granule, part) ||
        races_with_read(now, granule, part))
        return true;
    note_among(now, &atomic->writers, mz_atomic_writes(atomic), bytes);
    return false;
}

/* ---- from an address to parts ------------------------------------------- */

/* What an access does to one part of its granule; true: it is a race. */
typedef bool rule(struct access, uint64_t granule, struct mz_cell *,
                  unsigned bytes);

static INLINE bool visit_parts(struct access now, uint64_t granule,
                               unsigned bytes, rule *apply)
{
    struct mz_cell *first = mz_shadow_cell(granule);
    struct mz_cell *part = mz_shadow_part(first, granule, bytes);

    if (part)
        return apply(now, granule, part, bytes);
    mz_shadow_cut(first, granule, bytes);
    for (part = first; part; part = mz_cell_next(part))
        if (part->bytes & bytes && apply(now, granule, part, bytes))
            return true;
    return false;
}

/* The same of all bytes in one granule. */
typedef bool granule_rule(struct access, uint64_t granule, unsigned bytes,
                          rule *);

static INLINE bool visit_range(struct access now, granule_rule *visit,
                               rule *apply)
{
    uint64_t end = now.address + now.size;

    for (uint64_t granule = granule_of(now.address); granule < end;
         granule += MZ_GRANULE)
        if (visit(now, granule, bytes_in(granule, now.address, now.size),
                  apply))
            return true;
    return false;
}

/* [size][offset in the granule]; 0: none, or more than one granule. */
static const uint8_t bytes_of[MZ_GRANULE + 1][MZ_GRANULE] = {
    [1] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80},
    [2] = {0x03, 0x06, 0x0c, 0x18, 0x30, 0x60, 0xc0},
    [3] = {0x07, 0x0e, 0x1c, 0x38, 0x70, 0xe0},
    [4] = {0x0f, 0x1e, 0x3c, 0x78, 0xf0},
    [5] = {0x1f, 0x3e, 0x7c, 0xf8},
    [6] = {0x3f, 0x7e, 0xfc},
    [7] = {0x7f, 0xfe},
    [8] = {0xff},
};

/* The bytes of an access within one granule; 0: it is another. */
static inline unsigned simple_bytes(uint64_t address, size_t size)
{
    return MZ_LIKELY(size <= MZ_GRANULE) ? bytes_of[size][address % MZ_GRANULE]
                                         : 0;
}

/* ---- plain accesses ------------------------------------------------------ */

/* All but the most frequent: the same access in the same epoch again. `part` is
 * mz_shadow_known_part. */
static __attribute__((noinline)) bool read_slowly(mz_tid t, uint64_t address,
                                                  size_t size, uint64_t pc,
                                                  struct mz_race *race,
                                                  struct mz_cell *part)
{
    struct access now = plain_access(t, address, size, pc, race);

    if (part) {
        if (!mz_cell_is_current(part))
            mz_shadow_refresh(part, address, part->bytes);
        return read_part(now, granule_of(address), part, part->bytes);
    }
    return size && visit_range(now, visit_parts, read_part);
}

/* A write to bytes of a granule. There is nothing to be compared with where
 * this execution has not been: the initialisation of many objects. */
static INLINE bool write_granule(struct access now, uint64_t granule,
                                 unsigned bytes, rule *apply)
{
    struct mz_cell *first = mz_shadow_cell(granule);

    if (mz_cell_is_current(first) || mz_shadow_in_heap(granule))
        return visit_parts(now, granule, bytes, apply);
    mz_shadow_refresh(first, granule, bytes);
    note(now, &first->write, bytes);
    return false;
}

static __attribute__((noinline)) bool write_slowly(mz_tid t, uint64_t address,
                                                   size_t size, uint64_t pc,
                                                   struct mz_race *race,
                                                   struct mz_cell *part)
{
    struct access now = plain_access(t, address, size, pc, race);

    now.write = true;
    if (part) {
        if (!mz_cell_is_current(part))
            mz_shadow_refresh(part, address, part->bytes);
        return write_part(now, granule_of(address), part, part->bytes);
    }
    return size && visit_range(now, write_granule, write_part);
}

bool mz_race_detector_read(mz_tid t, uint64_t address, size_t size, uint64_t pc,
                           struct mz_race *race)
{
    struct mz_race_thread *thread = &mz_race_clocks.threads[t];
    unsigned bytes = simple_bytes(address, size);
    struct mz_cell *part = NULL;

    thread->ordinal++;
    if (MZ_LIKELY(bytes) && (part = mz_shadow_known_part(address, bytes)) &&
        (part->read.epoch == thread->epoch ||
         part->write.epoch == thread->epoch))
        return false;
    return read_slowly(t, address, size, pc, race, part);
}

bool mz_race_detector_write(mz_tid t, uint64_t address, size_t size,
                            uint64_t pc, struct mz_race *race)
{
    struct mz_race_thread *thread = &mz_race_clocks.threads[t];
    unsigned bytes = simple_bytes(address, size);
    struct mz_cell *part = NULL;

    thread->ordinal++;
    if (MZ_LIKELY(bytes) && (part = mz_shadow_known_part(address, bytes)) &&
        part->write.epoch == thread->epoch)
        return false;
    return write_slowly(t, address, size, pc, race, part);
}

/* ---- atomic accesses ----------------------------------------------------- */

static MZ_COLD bool visit_odd(struct access now, rule *apply)
{
    return visit_range(now, visit_parts, apply);
}

/* An atomic object is one part, but in odd cases. */
static INLINE bool visit_object(struct access now, struct mz_cell *part,
                                rule *apply)
{
    if (MZ_LIKELY(part))
        return apply(now, granule_of(now.address), part, part->bytes);
    return visit_odd(now, apply);
}

static inline struct mz_cell *object_part(uint64_t address, unsigned size)
{
    unsigned bytes = simple_bytes(address, size);

    if (MZ_UNLIKELY(!bytes))
        return NULL;
    return mz_shadow_part(mz_shadow_cell(address), address, bytes);
}

static INLINE struct access atomic_access(mz_tid t, uint64_t address,
                                          unsigned size, enum mz_order order,
                                          uint64_t pc, struct mz_race *race)
{
    struct access now = plain_access(t, address, size, pc, race);

    now.atomic = true;
    now.order = order;
    now.thread->ordinal++;
    return now;
}

bool mz_race_detector_load(mz_tid t, uint64_t address, unsigned size,
                           enum mz_order order, uint64_t pc,
                           struct mz_race *race)
{
    struct access now = atomic_access(t, address, size, order, pc, race);
    struct mz_cell *part = object_part(address, size);

    visit_object(now, part, acquire_part);
    return visit_object(now, part, load_part);
}

bool mz_race_detector_store(mz_tid t, uint64_t address, unsigned size,
                            enum mz_order order, uint64_t pc,
                            struct mz_race *race)
{
    struct access now = atomic_access(t, address, size, order, pc, race);
    struct mz_cell *part = object_part(address, size);

    now.write = true;
    if (visit_object(now, part, store_part))
        return true;
    visit_object(now, part, publish_store);
    if (mz_order_releases(order))
        mz_race_thread_enter_epoch(now.thread, t);
    return false;
}

bool mz_race_detector_update(mz_tid t, uint64_t address, unsigned size,
                             enum mz_order order, uint64_t pc,
                             struct mz_race *race)
{
    struct access now = atomic_access(t, address, size, order, pc, race);
    struct mz_cell *part = object_part(address, size);

    now.write = true;
    visit_object(now, part, acquire_part);
    if (visit_object(now, part, store_part))
        return true;
    visit_object(now, part, publish_update);
    if (mz_order_releases(order))
        mz_race_thread_enter_epoch(now.thread, t);
    return false;
}

bool mz_race_detector_add(mz_tid t, uint64_t address, unsigned size,
                          enum mz_order order, uint64_t pc,
                          struct mz_race *race)
{
    struct access now = atomic_access(t, address, size, order, pc, race);
    struct mz_cell *part = object_part(address, size);

    now.write = true;
    visit_object(now, part, acquire_for_addition);
    if (visit_object(now, part, store_part))
        return true;
    visit_object(now, part, publish_addition);
    if (mz_order_releases(order))
        mz_race_thread_enter_epoch(now.thread, t);
    return false;
}

bool mz_race_detector_touch(mz_tid t, uint64_t address, unsigned size,
                            uint64_t pc, struct mz_race *race)
{
    struct access now = atomic_access(t, address, size, MZ_RELAXED, pc, race);
    struct mz_cell *part = object_part(address, size);

    now.write = true;
    return visit_object(now, part, store_part);
}

/* ---- where memory is weak ------------------------------------------------ */

static struct mz_published *messages; /* [event] */

void mz_race_detector_keep_messages(uint32_t events)
{
    messages = mz_shadow_map(events * sizeof *messages);
}

static void acquire_message(struct mz_race_thread *thread,
                            const struct mz_published *message,
                            enum mz_order order)
{
    if (!message->epoch)
        return;
    if (mz_order_acquires(order)) {
        mz_clock_learn(thread->clock, message->clock, message->width);
        return;
    }
    mz_clock_save(thread->pending, message->width);
    thread->has_pending = true;
    mz_clock_join(thread->pending, message->clock, message->width);
}

static void join_message(struct mz_published *to,
                         const struct mz_published *from)
{
    if (!from->epoch)
        return;
    if (!to->epoch)
        to->width = 0;
    for (unsigned i = to->width; i < from->width; i++)
        to->clock[i] = 0;
    to->width = to->width < from->width ? from->width : to->width;
    mz_clock_join(to->clock, from->clock, from->width);
    to->epoch = MZ_EPOCH_UNKNOWN;
}

/* An update continues the release sequence that it reads from. */
static void publish_message(const struct mz_race_thread *thread, uint32_t event,
                            uint32_t source, enum mz_order order)
{
    struct mz_published *message = &messages[event];

    message->epoch = 0;
    if (mz_order_releases(order)) {
        message->epoch = thread->epoch;
        message->width = mz_race_clocks.width;
        mz_clock_copy(message->clock, thread->clock, mz_race_clocks.width);
    } else if (thread->fence.epoch) {
        message->epoch = thread->fence.epoch;
        message->width = thread->fence.width;
        mz_clock_copy(message->clock, thread->fence.clock, thread->fence.width);
    }
    if (source != MZ_NONE)
        join_message(message, &messages[source]);
}

bool mz_race_detector_serve(mz_tid t, enum mz_op kind, uint32_t event,
                            uint32_t source, uint64_t address, unsigned size,
                            enum mz_order order, uint64_t pc,
                            struct mz_race *race)
{
    struct access now = atomic_access(t, address, size, order, pc, race);
    struct mz_cell *part = object_part(address, size);

    now.write = mz_op_writes(kind);
    if (source != MZ_NONE)
        acquire_message(now.thread, &messages[source], order);
    if (!now.write)
        return visit_object(now, part, load_part);
    if (visit_object(now, part, store_part))
        return true;
    publish_message(now.thread, event, source, order);
    if (mz_order_releases(order))
        mz_race_thread_enter_epoch(now.thread, t);
    return false;
}

static void publish(struct mz_published *published,
                    const struct mz_race_thread *thread)
{
    mz_published_save(published);
    published->epoch = thread->epoch;
    published->width = mz_race_clocks.width;
    mz_clock_copy(published->clock, thread->clock, mz_race_clocks.width);
}

void mz_race_detector_fence(mz_tid t, enum mz_order order)
{
    struct mz_race_thread *thread = &mz_race_clocks.threads[t];
    struct mz_published *sc = &mz_race_clocks.sc_fence;

    if (messages && order == MZ_SEQ_CST)
        order = MZ_ACQ_REL;

    if (mz_order_acquires(order) && thread->has_pending) {
        mz_clock_learn(thread->clock, thread->pending, mz_race_clocks.width);
        thread->has_pending = false;
    }
    if (order == MZ_SEQ_CST) {
        if (!mz_clock_has_seen(thread->clock, sc->epoch))
            mz_clock_learn(thread->clock, sc->clock, sc->width);
        publish(sc, thread);
    }
    if (mz_order_releases(order)) {
        publish(&thread->fence, thread);
        mz_race_thread_enter_epoch(thread, t);
    }
}

/* ---- locks --------------------------------------------------------------- */

/* A lock has a part of its granule to itself, which no access can reach. */
static inline unsigned lock_bytes(uint64_t object)
{
    return 0x100u << object % MZ_GRANULE;
}

static inline struct mz_atomic *lock_clock_in(struct mz_cell *first,
                                              uint64_t object)
{
    unsigned bytes = lock_bytes(object);
    struct mz_cell *part = mz_shadow_part(first, object, bytes);

    if (!part) {
        mz_shadow_cut(first, object, bytes);
        part = mz_shadow_part(first, object, bytes);
    }
    return atomic_of(part);
}

static INLINE void synchronise(mz_tid t, struct mz_atomic *clock,
                               enum mz_sync sync)
{
    struct mz_race_thread *thread = &mz_race_clocks.threads[t];

    if (sync == MZ_SYNC_ACQUIRE) {
        read_clock(thread, clock, MZ_ACQUIRE);
        return;
    }
    if (sync == MZ_SYNC_RELEASE)
        store_clock(thread, clock, MZ_RELEASE);
    else
        update_clock(thread, clock, MZ_RELEASE);
    mz_race_thread_enter_epoch(thread, t);
}

void mz_race_detector_synchronise(mz_tid t, uint64_t object, enum mz_sync sync)
{
    synchronise(t, lock_clock_in(mz_shadow_cell(object), object), sync);
}

/* The first use of a lock in an execution: nothing can race with it but an
 * allocation, and there is nothing to acquire. */
static INLINE bool use_first(struct access now, struct mz_cell *first,
                             unsigned bytes, enum mz_sync sync)
{
    struct mz_cell *lock =
        mz_shadow_new_lock(first, now.address, bytes, lock_bytes(now.address),
                           mz_race_clocks.width);

    if (races_with_write(now, granule_of(now.address), first))
        return true;
    first->atomic->writers = mz_tset_of(now.tid);
    note(now, &mz_atomic_writes(first->atomic)[now.tid], bytes);
    if (sync != MZ_SYNC_ACQUIRE)
        synchronise(now.tid, lock->atomic, sync);
    return false;
}

bool mz_race_detector_use(mz_tid t, uint64_t object, enum mz_sync sync,
                          uint64_t pc, struct mz_race *race)
{
    struct access now = atomic_access(t, object, 4, MZ_RELAXED, pc, race);
    struct mz_cell *first = mz_shadow_cell(object);
    unsigned bytes = simple_bytes(object, 4);

    now.write = true;
    if (!mz_cell_is_current(first) && bytes && sync != MZ_SYNC_NONE)
        return use_first(now, first, bytes, sync);
    if (visit_object(now, bytes ? mz_shadow_part(first, object, bytes) : NULL,
                     store_part))
        return true;
    if (sync != MZ_SYNC_NONE)
        synchronise(t, lock_clock_in(first, object), sync);
    return false;
}

/* ---- the heap ------------------------------------------------------------ */

/* As visit_range, in whole granules, where this execution has been: nothing is
 * made or cut. */
static INLINE bool visit_touched(struct access now, rule *apply)
{
    uint64_t end = now.address + now.size;

    for (uint64_t granule = granule_of(now.address); granule < end;) {
        uint64_t page_end = mz_shadow_key(granule) + 1;
        uint64_t stop = page_end < end ? page_end : end;
        struct mz_shadow_page *page = mz_shadow_touched_page(granule);

        for (; page && granule < stop; granule += MZ_GRANULE) {
            struct mz_cell *cell =
                &page->cells[granule / MZ_GRANULE % MZ_SHADOW_CELLS];

            if (mz_cell_is_current(cell) &&
                apply(now, granule, cell,
                      bytes_in(granule, now.address, now.size)))
                return true;
        }
        granule = page_end;
    }
    return false;
}

static INLINE bool free_granule(struct access now, uint64_t granule,
                                struct mz_cell *cell, unsigned bytes)
{
    for (; cell; cell = mz_cell_next(cell))
        if (cell->bytes & bytes && write_races(now, granule, cell))
            return true;
    return false;
}

bool mz_race_detector_free(mz_tid t, uint64_t address, size_t size, uint64_t pc,
                           struct mz_race *race)
{
    struct mz_race_thread *thread = &mz_race_clocks.threads[t];
    struct access now = plain_access(t, address, size, pc, race);

    now.write = true;
    thread->ordinal++;
    return size && visit_touched(now, free_granule);
}

static INLINE bool forget_granule(struct access now, uint64_t granule,
                                  struct mz_cell *cell, unsigned bytes)
{
    (void)now, (void)granule;
    if (bytes == 0xff) {
        /* Stale, with all its parts and locks; and read by nobody. */
        mz_undo_save(cell, sizeof *cell);
        cell->write.epoch = cell->read.epoch = 0;
        return false;
    }
    mz_shadow_cut(cell, granule, bytes);
    for (; cell; cell = mz_cell_next(cell)) {
        uint64_t next = cell->next;

        if (!(cell->bytes & (bytes | bytes << 8)))
            continue;
        mz_undo_save(cell, sizeof *cell);
        mz_cell_clear(cell, cell->bytes);
        cell->next = next;
    }
    return false;
}

/* In the heap no address is used twice in an execution. To allocate there is as
 * good as an access (mz_race_detector_has_seen), but has no ordinal. */
static inline void note_allocation(struct mz_race_thread *thread,
                                   uint64_t address, size_t size)
{
    thread->before = MZ_NONE;
    mz_allocation_note(address, size, thread->epoch);
}

void mz_race_detector_malloc(mz_tid t, uint64_t address, size_t size)
{
    struct access now = {.address = address, .size = size, .tid = t};

    if (mz_shadow_in_heap(address))
        note_allocation(&mz_race_clocks.threads[t], address, size);
    else if (size)
        visit_touched(now, forget_granule);
}

bool mz_race_detector_saw_malloc(mz_tid t, uint64_t address, uint64_t pc,
                                 struct mz_race *race)
{
    struct access now = plain_access(t, address, 1, pc, race);
    struct mz_last_access allocation = {.epoch = mz_allocation_of(address)};

    now.write = true;
    return mz_clock_has_seen(now.thread->clock, allocation.epoch) ||
           !tell_race(now, granule_of(address), &allocation, true, false);
}
