/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/plain.h"

#include <sys/mman.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "runtime/account.h"
#include "runtime/across.h"
#include "runtime/additions.h"
#include "runtime/aside.h"
#include "runtime/asserted.h"
#include "runtime/atomic.h"
#include "runtime/audit.h"
#include "runtime/crossing.h"
#include "runtime/forked.h"
#include "runtime/heap.h"
#include "runtime/parts.h"
#include "runtime/private.h"
#include "runtime/residue.h"
#include "runtime/sent_signal.h"
#include "runtime/unwritten.h"

uint64_t mz_plain_lowest, mz_plain_span;

void mz_plain_init(void)
{
    bool heap_is_lower = mz_heap_start < mz_fiber_lowest;
    bool heap_is_higher = mz_heap_end > mz_fiber_highest;

    mz_plain_lowest = heap_is_lower ? mz_heap_start : mz_fiber_lowest;
    mz_plain_span =
        (heap_is_higher ? mz_heap_end : mz_fiber_highest) - mz_plain_lowest;
}

void mz_plain_snapshot(void)
{
    if (mz_rt.armed)
        mz_race_detector_init();
}

static uint64_t where_allocated(uint64_t address)
{
    struct mz_block_note note;

    return mz_heap_describe(address, &note) ? note.allocated_pc : 0;
}

static void note_sides(const struct mz_race *race, enum mz_side later)
{
    const struct mz_race_side *a = &race->later, *b = &race->earlier;
    struct mz_finding *finding = mz_account_finding();

    finding->other_thread = b->thread;
    finding->other_address = b->address;
    finding->other_pc = b->allocation ? where_allocated(b->address) : b->pc;
    finding->other_size = b->size;
    finding->other_is_write = b->write;
    finding->other_is_atomic = b->atomic;
    finding->other_ordinal = b->ordinal;
    finding->is_write = a->write;
    finding->is_atomic = a->atomic;
    finding->side = later;
    finding->other_side = b->allocation ? MZ_SIDE_ALLOCATION : MZ_SIDE_ACCESS;
}

_Noreturn void mz_plain_race(const struct mz_race *race)
{
    mz_plain_race_with(MZ_SIDE_ACCESS, race);
}

_Noreturn void mz_plain_race_with(enum mz_side later,
                                  const struct mz_race *race)
{
    const struct mz_race_side *a = &race->later;

    mz_additions_meet_race();
    mz_crossing_meets_race(race);
    note_sides(race, later);
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_RACE,
        .address = a->address,
        .size = a->size,
        .pc = a->pc,
    });
}

bool mz_plain_orders_uses(void)
{
    return mz_rt.region->settings.plain != MZ_PLAIN_CHECK &&
           !mz_turn_is_alone() && mz_turns.atomic == MZ_NO_THREAD;
}

static void note_other(enum mz_side side, mz_tid by, uint64_t pc)
{
    struct mz_finding *finding = mz_account_finding();

    finding->other_thread = by;
    finding->other_pc = pc;
    finding->other_side = side;
}

void mz_plain_destroyed(mz_tid by, uint64_t pc)
{
    note_other(MZ_SIDE_DESTROY, by, pc);
}

void mz_plain_waits(mz_tid t, uint64_t pc)
{
    note_other(MZ_SIDE_WAIT, t, pc);
}

void mz_plain_watch(void)
{
    mz_account_watch(mz_self(), mz_race_detector_ordinal(mz_self()));
}

void mz_plain_synchronise(const void *object, enum mz_sync sync, uint64_t pc)
{
    struct mz_race race;

    if (!mz_rt.detecting)
        return;
    if (mz_race_detector_use(mz_self(), (uint64_t)object, sync, pc, &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_plain_watch();
}

void mz_plain_watch_block(uint64_t address, uint64_t size)
{
    mz_account_watch_block(mz_self(), address, size);
}

/* What is in a few bytes before a plain access; for the record. */
static uint64_t value_at(uint64_t address, size_t size)
{
    uint64_t value = 0;

    if (size <= sizeof value)
        mz_copy(&value, (const void *)address, size);
    return value;
}

/* What is read is recorded, and must be the same when the event is replayed;
 * not of ranges, which may hold padding: that is what stacks were left with.
 * What is copied may be read before it is written. */
enum extent { SCALAR, VOLATILE, COPIED, BYTES, MOVED, PAGES };

static const enum mz_unwritten_use uses[] = {
    [SCALAR] = MZ_USE_SCALAR,
    [VOLATILE] = MZ_USE_SCALAR,
    [COPIED] = MZ_USE_COPIED,
    [BYTES] = MZ_USE_BYTES,
    [MOVED] = MZ_USE_PASSED_ON,
    [PAGES] = MZ_USE_BYTES,
};

static void take_turn_within(enum mz_op kind, uint64_t address, size_t size,
                             enum extent extent, uint64_t pc)
{
    struct mz_visible v = mz_visible_access(kind, address, size);
    uint64_t before;

    v.pc = pc;
    v.tells_all = extent < BYTES; /* others are part of a call */
    mz_visible_begin(&v);
    before = value_at(address, size);
    mz_visible_end(&v, kind, kind == MZ_READ && extent < BYTES ? before : 0,
                   before);
}

/* What is private of it is left out of the event. */
static void take_turn_across(enum mz_op kind, uint64_t address, size_t size)
{
    bool opened = mz_across_begin();

    for (uint64_t at = address, end = address + size, next; at < end;
         at = next) {
        next = (at | 7) + 1 < end ? (at | 7) + 1 : end;
        if (!opened || mz_private_leaves(at))
            mz_across_end(false, kind, at, next - at, (const void *)at, NULL);
    }
    if (opened)
        mz_atomic_block_end();
}

/* Pages that nobody has touched hold zeros, and are left so. */
static bool is_touched(uint64_t page)
{
    unsigned char there = 0;

    return !MZ_SYSTEM(mincore, page, MZ_PAGE, &there) && there & 1;
}

static void gather_page(enum mz_op kind, uint64_t page)
{
    bool is_zeros = !is_touched(page);

    for (uint64_t at = page; at < page + MZ_PAGE; at += sizeof(uint64_t)) {
        struct mz_visible v = mz_visible_access(kind, at, sizeof(uint64_t));
        uint64_t before = 0;

        if (!mz_private_leaves(at))
            continue;
        if (!is_zeros)
            mz_fault_read(at, &before);
        mz_visible_end(&v, kind, 0, before);
    }
}

/* Is it of the event that a call has begun? */
static bool is_of_call(enum extent extent)
{
    return extent == PAGES && mz_turns.atomic == mz_rt.self &&
           !mz_turns.atomic_universal;
}

static void take_turn(enum mz_op kind, uint64_t address, size_t size,
                      enum extent extent, uint64_t pc)
{
    if (is_of_call(extent))
        for (uint64_t page = address; page < address + size; page += MZ_PAGE)
            gather_page(kind, page);
    else if (mz_goes_across(address, size))
        take_turn_across(kind, address, size);
    else
        take_turn_within(kind, address, size, extent, pc);
}

static MZ_COLD void trace_plain(enum mz_op kind, uint64_t address, size_t size,
                                uint64_t pc)
{
    bool reads = kind == MZ_READ && size <= 8;
    bool is_told = mz_rt.interleaving || mz_account_watches(address, size);

    if (reads && mz_account_asserts())
        mz_asserted_read(address, size, pc);
    if (is_told && kind == MZ_WRITE && size <= 8)
        mz_trace_write(address, size, value_at(address, size), pc);
    else if (is_told)
        mz_trace_step(reads || kind == MZ_READ ? MZ_ACTION_READ
                                               : MZ_ACTION_WRITE,
                      address, size < 255 ? size : 0, reads,
                      reads ? value_at(address, size) : 0, 0, pc);
    if (mz_rt.detecting)
        mz_plain_watch();
}

void mz_plain_wake(void)
{
    if (mz_turn_is_alone())
        return;
    mz_turns.again = true;
    mz_execution_end(MZ_ABANDONED);
}

/* In an atomic block of the program plain accesses are as good as atomics. */
static MZ_COLD bool races_in_block(enum mz_op kind, uint64_t address,
                                   size_t size, uint64_t pc,
                                   struct mz_race *race)
{
    for (uint64_t end = address + size, next; address < end; address = next) {
        unsigned piece;

        next = (address | 7) + 1 < end ? (address | 7) + 1 : end;
        piece = next - address;
        if (kind == MZ_READ
                ? mz_race_detector_load(mz_rt.self, address, piece, MZ_SEQ_CST,
                                        pc, race)
                : mz_race_detector_update(mz_rt.self, address, piece,
                                          MZ_SEQ_CST, pc, race))
            return true;
    }
    return false;
}

static inline bool races(enum mz_op kind, uint64_t address, size_t size,
                         uint64_t pc, struct mz_race *race)
{
    if (MZ_UNLIKELY(mz_turns.atomic != MZ_NO_THREAD))
        return races_in_block(kind, address, size, pc, race);
    return kind == MZ_READ
               ? mz_race_detector_read(mz_rt.self, address, size, pc, race)
               : mz_race_detector_write(mz_rt.self, address, size, pc, race);
}

/* What compilers announce is still to come; calls may have done it. */
static void watch(enum mz_op kind, uint64_t address, size_t size,
                  enum extent extent)
{
    if (kind == MZ_READ)
        mz_loop_note_read(address, size);
    else
        mz_loop_note_write(address, size, extent <= COPIED);
}

/* Is the order of this access among those of others to be explored? */
static bool is_operation(enum mz_op kind, uint64_t address, size_t size,
                         enum extent extent)
{
    if (mz_turns.atomic == mz_rt.self && !is_of_call(extent))
        return true;
    return mz_rt.interleaving && !mz_turn_is_alone() &&
           !mz_frame_is_private(address) &&
           !mz_private_takes(kind, address, size);
}

static MZ_NOINLINE void look_closely(enum mz_op kind, uint64_t address,
                                     size_t size, enum extent extent,
                                     uint64_t pc)
{
    uint64_t who = extent == PAGES ? pc | MZ_RACE_BY_KERNEL : pc;
    struct mz_race race;

    if (MZ_UNLIKELY(mz_rt.sets_aside))
        mz_aside_look(address, size, kind != MZ_READ);
    if (MZ_UNLIKELY(mz_rt.watching))
        watch(kind, address, size, extent);
    if (MZ_UNLIKELY(mz_rt.signalling))
        mz_sent_signal_note_plain(address, size, kind != MZ_READ,
                                  extent == VOLATILE, pc);
    if (MZ_LIKELY(mz_rt.detecting)) {
        if (MZ_UNLIKELY(races(kind, address, size, who, &race)))
            mz_plain_race(&race);
    }
    if (is_operation(kind, address, size, extent)) {
        mz_plain_wake_for((const void *)address);
        take_turn(kind, address, size, extent, pc);
        /* Another thread may have freed it, or have ended, meanwhile. */
        mz_plain_check(address, size, mz_action_of(kind), pc);
    }
    if (MZ_UNLIKELY(mz_rt.tracing))
        trace_plain(kind, address, size, pc);
    if (MZ_LIKELY(!mz_rt.seeks_unwritten))
        return;
    if (kind == MZ_WRITE)
        mz_unwritten_end(address, size);
    else
        mz_unwritten_read(address, size, uses[extent], pc);
}

/* Somebody looks at plain accesses: the race detector, the search, a report. */
static MZ_NOINLINE void look_at(enum mz_op kind, uint64_t address, size_t size,
                                enum extent extent, uint64_t pc)
{
    look_closely(kind, address, size, extent, pc);
    if (MZ_UNLIKELY(mz_rt.watching))
        mz_residue_clear_little();
}

static MZ_NOINLINE void detect_read(uint64_t address, size_t size, uint64_t pc)
{
    struct mz_race race;

    if (MZ_UNLIKELY(
            mz_race_detector_read(mz_rt.self, address, size, pc, &race)))
        mz_plain_race(&race);
}

static MZ_NOINLINE void detect_write(uint64_t address, size_t size, uint64_t pc)
{
    struct mz_race race;

    if (MZ_UNLIKELY(
            mz_race_detector_write(mz_rt.self, address, size, pc, &race)))
        mz_plain_race(&race);
}

/* Of a copy that fork has made only that is looked at, whether the memory is
 * there: else an error of its own would pass. */
static MZ_NOINLINE void look_natively(enum mz_op kind, uint64_t address,
                                      size_t size, uint64_t pc)
{
    if (mz_forked && mz_heap_has(address))
        mz_heap_check(address, size, mz_action_of(kind), pc);
}

static MZ_COLD void note_unwritten(size_t size, uint64_t pc)
{
    struct mz_unwritten_read *seen = &mz_rt.region->unwritten;

    if (mz_rt.seeks_unwritten || (seen->pc && seen->pc <= pc))
        return;
    seen->pc = pc;
    seen->size = (uint32_t)size;
}

/* It costs little to compare with what new blocks are filled with, and says
 * that --uninitialised would have something to tell. */
MZ_INLINED void look_for_unwritten(uint64_t address, size_t size, uint64_t pc)
{
    const uint64_t fresh = 0x0101010101010101u * MZ_HEAP_NEW_BYTE;
    uint64_t word = 0;

    if ((size != 4 && size != 8) || !mz_heap_has(address))
        return;
    __builtin_memcpy(&word, (const void *)address, size);
    if (MZ_UNLIKELY(word == fresh >> (64 - 8 * size)))
        note_unwritten(size, pc);
}

/* What is to be done is called last, so that a hook saves no registers. */
MZ_INLINED void access(enum mz_op kind, uint64_t address, size_t size,
                       enum extent extent, uint64_t pc)
{
    if (MZ_UNLIKELY(!mz_rt.active || !size)) {
        look_natively(kind, address, size, pc);
        return;
    }
    if (MZ_UNLIKELY(mz_rt.armed) && !mz_fiber_owns(mz_rt.self, address))
        mz_plain_wake();
    mz_plain_check_place(address, size, mz_action_of(kind), pc);
    if (kind == MZ_READ && extent <= VOLATILE)
        look_for_unwritten(address, size, pc);
    if (extent == PAGES || MZ_UNLIKELY(mz_turns.atomic != MZ_NO_THREAD))
        look_at(kind, address, size, extent, pc);
    else if (mz_looks_at_plain() == MZ_ACTIVE_ALONE)
        return;
    else if (MZ_UNLIKELY(mz_looks_at_plain() != MZ_ACTIVE_DETECTING))
        look_at(kind, address, size, extent, pc);
    else if (kind == MZ_READ)
        detect_read(address, size, pc);
    else
        detect_write(address, size, pc);
}

/* The call that this access belongs to may be libc's to execute. */
static inline void tell_call(bool write, uint64_t address, size_t size)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_call(write, address, size, __builtin_frame_address(0));
}

void mz_plain_read(const void *address, size_t size, void *pc)
{
    mz_zones_check((uint64_t)address, size, MZ_ACTION_READ, (uint64_t)pc);
    tell_call(false, (uint64_t)address, size);
    access(MZ_READ, (uint64_t)address, size, BYTES, (uint64_t)pc);
}

void mz_plain_read_to_move(const void *address, size_t size, void *pc)
{
    mz_zones_check((uint64_t)address, size, MZ_ACTION_READ, (uint64_t)pc);
    tell_call(false, (uint64_t)address, size);
    access(MZ_READ, (uint64_t)address, size, MOVED, (uint64_t)pc);
}

void mz_plain_write(void *address, size_t size, void *pc)
{
    mz_zones_check((uint64_t)address, size, MZ_ACTION_WRITE, (uint64_t)pc);
    tell_call(true, (uint64_t)address, size);
    access(MZ_WRITE, (uint64_t)address, size, BYTES, (uint64_t)pc);
}

void mz_plain_pages(enum mz_op kind, uint64_t start, uint64_t size,
                    uint64_t pc)
{
    mz_zones_check(start, size, mz_action_of(kind), pc);
    tell_call(kind != MZ_READ, start, size);
    access(kind, start, size, PAGES, pc);
}

/* ---- what libc does not protect ---------------------------------------- */

enum { UNSAFE_SIZE = 4 }; /* of the object; as mz_plain_synchronise has it */

static bool unsafe_races(enum mz_op kind, uint64_t object, uint64_t pc,
                         struct mz_race *race)
{
    if (kind == MZ_RMW)
        return mz_race_detector_touch(mz_rt.self, object, UNSAFE_SIZE, pc,
                                      race);
    return races(kind, object, UNSAFE_SIZE, pc, race);
}

void mz_plain_unsafe(enum mz_op kind, const void *object, const char *name,
                     uint64_t pc)
{
    uint64_t address = (uint64_t)object;
    bool locks = kind == MZ_RMW;
    struct mz_race race;

    if (MZ_UNLIKELY(mz_rt.armed) && !locks)
        mz_plain_wake();
    if (mz_rt.detecting && unsafe_races(kind, address, pc, &race)) {
        note_sides(&race, MZ_SIDE_ACCESS);
        mz_fail(&(struct mz_failure){
            .fault = MZ_FAULT_UNSAFE_CALL, .pc = pc, .text = name});
    }
    if (!locks && ((mz_rt.interleaving && !mz_turn_is_alone()) ||
                   mz_turns.atomic == mz_rt.self))
        take_turn(kind, address, UNSAFE_SIZE, SCALAR, 0);
    if (MZ_UNLIKELY(mz_rt.tracing) && mz_rt.detecting)
        mz_plain_watch();
}

void mz_plain_forget_unsafe(const void *object)
{
    if (mz_rt.detecting)
        mz_race_detector_malloc(mz_self(), (uint64_t)object, UNSAFE_SIZE);
}

/* ---- what compilers insert -------------------------------------------- */

static MZ_NOINLINE void audited_hook(enum mz_op kind, uint64_t address,
                                     size_t size, enum extent extent,
                                     uint64_t pc, const void *frame)
{
    mz_audit_meets(address, size);
    access(kind, address, size, extent, pc);
    mz_audit_hook(kind == MZ_WRITE, address, size, pc, frame);
}

MZ_INLINED void hook_of(enum mz_op kind, uint64_t address, size_t size,
                        enum extent extent, uint64_t pc)
{
    /* What __builtin_frame_address(0) is, which would cost a register. */
    const void *frame = (const char *)__builtin_dwarf_cfa() - 16;

    if (MZ_UNLIKELY(mz_rt.auditing))
        audited_hook(kind, address, size, extent, pc, frame);
    else
        access(kind, address, size, extent, pc);
}

MZ_INLINED void hook(enum mz_op kind, uint64_t address, size_t size,
                     uint64_t pc)
{
    hook_of(kind, address, size, SCALAR, pc);
}

MZ_INLINED void copied_hook(enum mz_op kind, uint64_t address, size_t size,
                            uint64_t pc)
{
    hook_of(kind, address, size, COPIED, pc);
}

/* Larger ones, and those that are not aligned, are no single accesses. */
MZ_INLINED void volatile_hook(enum mz_op kind, uint64_t address,
                                 size_t size, uint64_t pc)
{
    struct mz_atomic_access one = {address, pc, size, MZ_RELAXED};

    if (MZ_LIKELY(!mz_rt.atomic_volatiles) || !mz_rt.active || size > 8 ||
        address % size)
        hook_of(kind, address, size, VOLATILE, pc);
    else if (kind == MZ_READ)
        mz_atomic_load(&one);
    else
        mz_atomic_store_unknown(&one);
}

#define HOOK_OF(name, hook, kind, size)                    \
    MZ_EXPORT void name(void *address);                    \
    MZ_EXPORT void name(void *address)                     \
    {                                                      \
        hook(kind, (uint64_t)address, size, MZ_PC);        \
    }

#define HOOK(name, kind, size) HOOK_OF(name, hook, kind, size)
#define VOLATILE(name, kind, size) HOOK_OF(name, volatile_hook, kind, size)

#define HOOKS(size)                                            \
    HOOK(__tsan_read##size, MZ_READ, size)                     \
    HOOK(__tsan_write##size, MZ_WRITE, size)                   \
    HOOK(__tsan_unaligned_read##size, MZ_READ, size)           \
    HOOK(__tsan_unaligned_write##size, MZ_WRITE, size)         \
    VOLATILE(__tsan_volatile_read##size, MZ_READ, size)        \
    VOLATILE(__tsan_volatile_write##size, MZ_WRITE, size)      \
    VOLATILE(__tsan_unaligned_volatile_read##size, MZ_READ, size) \
    VOLATILE(__tsan_unaligned_volatile_write##size, MZ_WRITE, size)

HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

/* By our plugins: what is read is only put somewhere else, as it is, or as part
 * of a word. */
HOOK_OF(__tsan_copied_read1, copied_hook, MZ_READ, 1)
HOOK_OF(__tsan_copied_read2, copied_hook, MZ_READ, 2)
HOOK_OF(__tsan_copied_read4, copied_hook, MZ_READ, 4)
HOOK_OF(__tsan_copied_read8, copied_hook, MZ_READ, 8)

/* clang joins a read and a write of the same place into one call. */
#define COMPOUND(name, size)                               \
    MZ_EXPORT void name(void *address);                    \
    MZ_EXPORT void name(void *address)                     \
    {                                                      \
        hook(MZ_READ, (uint64_t)address, size, MZ_PC);     \
        hook(MZ_WRITE, (uint64_t)address, size, MZ_PC);    \
    }

#define COMPOUNDS(size)                                    \
    COMPOUND(__tsan_read_write##size, size)                \
    COMPOUND(__tsan_unaligned_read_write##size, size)

COMPOUNDS(1)
COMPOUNDS(2)
COMPOUNDS(4)
COMPOUNDS(8)
COMPOUNDS(16)

/* What they are used for is not known. */
#define RANGE(name, kind)                                  \
    MZ_EXPORT void name(void *address, size_t size);       \
    MZ_EXPORT void name(void *address, size_t size)        \
    {                                                      \
        mz_zones_check((uint64_t)address, size,            \
                       mz_action_of(kind), MZ_PC);         \
        copied_hook(kind, (uint64_t)address, size, MZ_PC); \
    }

RANGE(__tsan_read_range, MZ_READ)
RANGE(__tsan_write_range, MZ_WRITE)

/* Constructors and destructors set the pointer to the virtual table; setting it
 * to what it is already races with nobody. But whether there is an event must
 * not depend on what was in fresh memory. */
MZ_EXPORT void __tsan_vptr_update(void **address, void *value);
MZ_EXPORT void __tsan_vptr_update(void **address, void *value)
{
    if (mz_rt.active && (*address != value || mz_rt.interleaving ||
                         mz_turns.atomic == mz_rt.self))
        access(MZ_WRITE, (uint64_t)address, sizeof value, SCALAR, MZ_PC);
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_hook(true, (uint64_t)address, sizeof value, MZ_PC,
                      __builtin_frame_address(0));
}

HOOK(__tsan_vptr_read, MZ_READ, sizeof(void *))

MZ_EXPORT void __tsan_init(void);
MZ_EXPORT void __tsan_init(void)
{
}

MZ_EXPORT void __tsan_func_entry(void *caller);
MZ_EXPORT void __tsan_func_entry(void *caller)
{
    (void)caller;
}

MZ_EXPORT void __tsan_func_exit(void);
MZ_EXPORT void __tsan_func_exit(void)
{
}

MZ_EXPORT void __tsan_ignore_thread_begin(void);
MZ_EXPORT void __tsan_ignore_thread_begin(void)
{
}

MZ_EXPORT void __tsan_ignore_thread_end(void);
MZ_EXPORT void __tsan_ignore_thread_end(void)
{
}
