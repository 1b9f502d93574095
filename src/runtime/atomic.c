/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic operations: the __tsan_atomic interface of gcc and clang. Each is one
 * visible operation, sequentially consistent whatever its memory order; the
 * order counts for the race detector only. An object that crosses a granule
 * (16 bytes, or unaligned) is an event of several accesses. A weak
 * compare-exchange does not fail spuriously, but for --fail.
 */
#pragma GCC target("cx16")
#include "runtime/atomic.h"

#include "runtime/across.h"
#include "runtime/additions.h"
#include "runtime/forked.h"
#include "runtime/audit.h"
#include "runtime/crossing.h"
#include "runtime/failing.h"
#include "runtime/library_waiters.h"
#include "runtime/private.h"
#include "runtime/progress.h"
#include "runtime/unwritten.h"
#include "runtime/weak.h"

typedef unsigned __int128 u128;

/* One operation on its way: which bytes of which granules. */
enum way {
    WITHIN,     /* a granule */
    ACROSS,
    IN_PRIVATE, /* memory: it is no operation */
};

struct target {
    uint64_t address;
    uint64_t pc;
    unsigned size;
    bool opened;    /* an atomic block of its own */
    enum way way;
};

/* Private memory is treated as by plain.c. Of an update note_private tells
 * whether it writes. */
static MZ_NOINLINE enum way way_of(const struct target *t, enum mz_op kind)
{
    if (mz_goes_across(t->address, t->size)) {
        if (mz_rt.weak)
            mz_unsupported(WEAK_ACROSS);
        return ACROSS;
    }
    if (mz_rt.weak && kind == MZ_READ)
        mz_library_waiters_come(t->address);
    if (!mz_is_observing())
        return WITHIN;
    if (mz_rt.weak)
        mz_weak_expect();
    if (!mz_private_takes_atomic(kind == MZ_READ ? MZ_READ : MZ_WRITE,
                                 t->address))
        return WITHIN;
    if (mz_rt.watching && kind != MZ_WRITE)
        mz_loop_note_read(t->address, t->size);
    return IN_PRIVATE;
}

static MZ_COLD void look_for_unwritten(const struct target *t, enum mz_op kind)
{
    if (kind != MZ_WRITE)
        mz_unwritten_read(t->address, t->size, MZ_USE_SCALAR, t->pc);
    if (kind != MZ_READ)
        mz_unwritten_end(t->address, t->size);
}

/* The whole way of an atomic operation is inlined: 5 % of fib-bench, 8 % of
 * linuxlocks. */
MZ_INLINED void take_turn_with(struct target *t, enum mz_op kind,
                               uint64_t expected, uint64_t operand,
                               const void *place)
{
    bool stays = t->address - mz_plain_lowest >= mz_plain_span;
    struct mz_visible v = mz_visible_access(kind, t->address, t->size);

    v.number = expected;
    v.operands[0] = operand;
    v.operands[1] = (uint64_t)place;
    v.tells_all = true;
    v.pc = t->pc;
    if (!stays)
        mz_plain_wake_for((const void *)t->address);
    t->way = WITHIN;
    if (MZ_UNLIKELY(mz_goes_across(t->address, t->size) | mz_rt.observing)) {
        t->way = way_of(t, kind);
        if (t->way == WITHIN && MZ_UNLIKELY(mz_is_observing()))
            mz_visible_come(&v);
    }
    if (MZ_LIKELY(t->way == WITHIN))
        mz_visible_take(&v);
    else if (t->way == ACROSS)
        t->opened = mz_across_begin();
    if (!stays)
        mz_plain_check_place(t->address, t->size, mz_action_of(kind), t->pc);
    if (MZ_UNLIKELY(mz_rt.seeks_unwritten))
        look_for_unwritten(t, kind);
}

MZ_INLINED void take_turn(struct target *t, enum mz_op kind)
{
    take_turn_with(t, kind, 0, 0, NULL);
}

static void note_private(const struct target *t, enum mz_op outcome)
{
    if (outcome == MZ_READ || outcome == MZ_CAS_FAIL)
        return;
    if (!mz_rt.watching)
        mz_effect_note();
    else if (outcome != MZ_RMW)
        mz_loop_note_write(t->address, t->size, false);
}

static MZ_COLD void record_apart(const struct target *t, enum mz_op outcome,
                                 uint64_t value, u128 before)
{
    if (t->way == IN_PRIVATE)
        note_private(t, outcome);
    else
        mz_across_end(t->opened, outcome, t->address, t->size, &before,
                      &value);
}

/* `other` is told of an operation within a granule only; of one that crosses,
 * what was there before, which is still there if it is a failed exchange. */
MZ_INLINED void record(struct target *t, enum mz_op outcome, uint64_t value,
                       uint64_t other, u128 before)
{
    const struct mz_visible v =
        mz_visible_access(outcome, t->address, t->size);

    if (MZ_UNLIKELY(t->way != WITHIN))
        record_apart(t, outcome, value, before);
    else
        mz_visible_end(&v, outcome, value, other);
}

typedef bool (*race_check)(mz_tid, uint64_t, unsigned, enum mz_order, uint64_t,
                           struct mz_race *);

/* What the race detector has to say of it; before the operation, so that an
 * execution ends where the program would have gone wrong. */
MZ_INLINED void detect(const struct target *t, race_check races, int order)
{
    struct mz_race race;

    if (MZ_UNLIKELY(order != MZ_SEQ_CST))
        mz_atomic_note_weak(t->pc);
    if (!mz_rt.detecting)
        return;
    if (MZ_UNLIKELY(races(mz_rt.self, t->address, t->size, order & 7, t->pc,
                          &race)))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_crossings_count) && races != mz_race_detector_store)
        mz_crossing_reads(order & 7);
    if (MZ_UNLIKELY(mz_crossings_count) && races != mz_race_detector_load)
        mz_crossing_writes(order & 7);
    if (MZ_UNLIKELY(mz_rt.tracing)) {
        mz_trace_order(order & 7);
        mz_plain_watch();
    }
}

static inline void tell(const struct target *t, enum mz_action action,
                        uint64_t value, uint64_t second, bool has_second)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, t->address, t->size, 1 | has_second << 1, value,
                      second, t->pc);
}

/* For the audit: what the program is about to do. */
static MZ_COLD void tell_audit(const struct target *t, bool reads, bool writes)
{
    const void *frame = __builtin_frame_address(0);

    if (reads)
        mz_audit_hook(false, t->address, t->size, t->pc, frame);
    if (writes)
        mz_audit_hook(true, t->address, t->size, t->pc, frame);
}

static inline void announce_load(const struct target *t)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_load(t->address, t->size, t->pc);
}

static inline void announce(const struct target *t, bool reads, bool writes)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        tell_audit(t, reads, writes);
}

/* Where memory is weak: see weak.h. */
static MZ_NOINLINE uint64_t serve(const struct target *t, enum mz_op kind,
                              int order, int failure, enum mz_update update,
                              uint64_t operand, uint64_t expected,
                              enum mz_action action)
{
    uint64_t value = mz_weak_serve(&(struct mz_weak_access){
        .address = t->address,
        .pc = t->pc,
        .size = t->size,
        .kind = kind,
        .order = order & 7,
        .failure = failure & 7,
        .update = update,
        .action = action,
        .operand = operand,
        .expected = expected,
    });

    if (kind == MZ_READ)
        announce_load(t);
    return value;
}

/*
 * The short way, of most operations where nobody looks at them: the next event
 * is to be replayed, and is one of these bytes by this thread. Then nothing is
 * to be chosen, found or said; the kind and the value are left to compare. Not
 * on the heap and stacks, where memory may be gone.
 */
MZ_INLINED const struct mz_event *foresee(const volatile void *object,
                                          unsigned size)
{
    uint64_t address = (uint64_t)object;

    if (MZ_UNLIKELY(mz_rt.looks != MZ_ACTIVE_ALONE) || size > 8 ||
        MZ_UNLIKELY(address % size) ||
        MZ_UNLIKELY(address - mz_plain_lowest < mz_plain_span))
        return NULL;
    return mz_visible_foresee(address >> 3,
                               ((1u << size) - 1) << (address & 7));
}

MZ_INLINED bool passes(const struct mz_event *e, enum mz_op kind,
                       uint64_t value, int order)
{
    if (MZ_UNLIKELY(!e || e->kind != kind || e->value != value))
        return false;
    if (MZ_UNLIKELY(order != MZ_SEQ_CST) && !mz_turn_is_alone())
        mz_rt.region->weak_atomics = 1;
    mz_visible_pass();
    return true;
}

/* An update that leaves memory as it is counts as a read. */
static MZ_COLD void note_observed_update(const struct target *t, bool changes)
{
    if (mz_rt.watching && changes)
        mz_loop_note_update(t->way == WITHIN);
    if (mz_rt.stopping && t->way == WITHIN)
        mz_progress_updates(changes);
}

static inline void note_update(const struct target *t, bool changes)
{
    if (MZ_UNLIKELY(mz_rt.watching | mz_rt.stopping))
        note_observed_update(t, changes);
}

#define TARGET(a, at)                                                        \
    {.address = (uint64_t)(a), .pc = at, .size = sizeof *(a)}

/* Without the checker: as strong as can be. 16 bytes need cmpxchg16b, which
 * writes; that is allowed, an atomic object is never read-only here. */
#define LOAD_PASSIVELY_8(a) __atomic_load_n(a, __ATOMIC_SEQ_CST)
#define LOAD_PASSIVELY_16(a) __atomic_load_n(a, __ATOMIC_SEQ_CST)
#define LOAD_PASSIVELY_32(a) __atomic_load_n(a, __ATOMIC_SEQ_CST)
#define LOAD_PASSIVELY_64(a) __atomic_load_n(a, __ATOMIC_SEQ_CST)
#define LOAD_PASSIVELY_128(a)                                                \
    __sync_val_compare_and_swap((volatile u128 *)(a), 0, 0)

/*
 * Each of these has a long way, and a short one that calls it last, so that it
 * saves no registers for it, and the frame of the long way is where its own was
 * (mz_frame_stand).
 */
#define LOAD(bits, type)                                                     \
    static MZ_NOINLINE type load_##bits(const volatile type *a, int order,   \
                                        uint64_t pc)                         \
    {                                                                        \
        struct target t = TARGET(a, pc);                                     \
        type value;                                                          \
                                                                             \
        if (MZ_UNLIKELY(!mz_rt.active)) {                                    \
            mz_forked_meets(t.address, t.size);                              \
            return LOAD_PASSIVELY_##bits(a);                                 \
        }                                                                    \
        take_turn(&t, MZ_READ);                                              \
        if (MZ_UNLIKELY(mz_rt.weak))                                         \
            return serve(&t, MZ_READ, order, order, MZ_UPDATE_NONE, 0, 0,    \
                         MZ_ACTION_LOAD);                                    \
        detect(&t, mz_race_detector_load, order);                            \
        value = *a;                                                          \
        record(&t, MZ_READ, value, 0, value);                                \
        tell(&t, MZ_ACTION_LOAD, value, 0, false);                           \
        announce_load(&t);                                                   \
        return value;                                                        \
    }                                                                        \
    MZ_EXPORT type __tsan_atomic##bits##_load(const volatile type *a, int);  \
    MZ_EXPORT type __tsan_atomic##bits##_load(const volatile type *a,        \
                                              int order)                     \
    {                                                                        \
        const struct mz_event *e = foresee(a, sizeof *a);                    \
        type value;                                                          \
                                                                             \
        if (MZ_LIKELY(e)) {                                                  \
            value = *a;                                                      \
            if (passes(e, MZ_READ, value, order))                            \
                return value;                                                \
        }                                                                    \
        return load_##bits(a, order, MZ_PC);                                 \
    }

#define STORE(bits, type)                                                    \
    static MZ_NOINLINE void store_##bits(volatile type *a, type value,       \
                                         int order, uint64_t pc)             \
    {                                                                        \
        struct target t = TARGET(a, pc);                                     \
        type old;                                                            \
                                                                             \
        if (MZ_UNLIKELY(!mz_rt.active)) {                                    \
            mz_forked_meets(t.address, t.size);                              \
            do                                                               \
                old = *a;                                                    \
            while (!__sync_bool_compare_and_swap(a, old, value));            \
            return;                                                          \
        }                                                                    \
        take_turn(&t, MZ_WRITE);                                             \
        if (MZ_UNLIKELY(mz_rt.weak)) {                                       \
            serve(&t, MZ_WRITE, order, order, MZ_UPDATE_NONE, value, 0,      \
                  MZ_ACTION_STORE);                                          \
            return;                                                          \
        }                                                                    \
        detect(&t, mz_race_detector_store, order);                           \
        old = *a;                                                            \
        *a = value;                                                          \
        record(&t, MZ_WRITE, value, old, old);                               \
        tell(&t, MZ_ACTION_STORE, value, old, true);                         \
    }                                                                        \
    MZ_EXPORT void __tsan_atomic##bits##_store(volatile type *a, type, int); \
    MZ_EXPORT void __tsan_atomic##bits##_store(volatile type *a, type value, \
                                               int order)                    \
    {                                                                        \
        if (passes(foresee(a, sizeof *a), MZ_WRITE, value, order))           \
            *a = value;                                                      \
        else                                                                 \
            store_##bits(a, value, order, MZ_PC);                            \
    }

#define UPDATE(bits, type, name, action, result)                             \
    static MZ_NOINLINE type name##_##bits(volatile type *a, type operand,    \
                                          int order, uint64_t pc)            \
    {                                                                        \
        struct target t = TARGET(a, pc);                                     \
        type old;                                                            \
                                                                             \
        if (MZ_UNLIKELY(!mz_rt.active)) {                                    \
            mz_forked_meets(t.address, t.size);                              \
            do                                                               \
                old = *a;                                                    \
            while (!__sync_bool_compare_and_swap(a, old, (type)(result)));   \
            return old;                                                      \
        }                                                                    \
        take_turn_with(&t, MZ_RMW, 0, operand, NULL);                        \
        if (MZ_UNLIKELY(mz_rt.weak))                                         \
            return serve(&t, MZ_RMW, order, order, MZ_UPDATE_##action,       \
                         operand, 0, MZ_ACTION_##action);                    \
        detect(&t, mz_race_detector_update, order);                          \
        old = *a;                                                            \
        note_update(&t, old != (type)(result));                              \
        *a = (result);                                                       \
        record(&t, MZ_RMW, old, 0, old);                                     \
        tell(&t, MZ_ACTION_##action, old, operand, true);                    \
        return old;                                                          \
    }                                                                        \
    MZ_EXPORT type __tsan_atomic##bits##_##name(volatile type *a, type, int);\
    MZ_EXPORT type __tsan_atomic##bits##_##name(volatile type *a,            \
                                                type operand, int order)     \
    {                                                                        \
        const struct mz_event *e = foresee(a, sizeof *a);                    \
        type old;                                                            \
                                                                             \
        if (MZ_LIKELY(e)) {                                                  \
            old = *a;                                                        \
            if (passes(e, MZ_RMW, old, order)) {                             \
                *a = (result);                                               \
                return old;                                                  \
            }                                                                \
        }                                                                    \
        return name##_##bits(a, operand, order, MZ_PC);                      \
    }

/*
 * The result is not used, as the compiler says; so it commutes with others like
 * it, where it is a whole event of its own: `addend` is what it adds. Else it
 * is an update like others.
 */
#define ADDITION(bits, type, name, fetch, action, addend, result)            \
    static MZ_NOINLINE void name##_##bits(volatile type *a, type operand,    \
                                          int order, uint64_t pc)            \
    {                                                                        \
        struct target t = TARGET(a, pc);                                     \
        type old;                                                            \
                                                                             \
        if (!mz_rt.active || !mz_additions_commute_now() ||                  \
            mz_goes_across(t.address, t.size)) {                             \
            mz_additions_note();                                             \
            fetch##_##bits(a, operand, order, pc);                           \
            return;                                                          \
        }                                                                    \
        mz_turns.execution->has_additions = true;                            \
        take_turn_with(&t, MZ_ADD, (type)(addend), operand, NULL);           \
        detect(&t, mz_race_detector_add, order);                             \
        old = *a;                                                            \
        note_update(&t, old != (type)(result));                              \
        *a = (result);                                                       \
        record(&t, t.way == WITHIN ? MZ_ADD : MZ_RMW, old, (type)(addend),   \
               old);                                                         \
        tell(&t, MZ_ACTION_##action, old, operand, true);                    \
    }                                                                        \
    MZ_EXPORT void __tsan_atomic##bits##_##name(volatile type *a, type, int);\
    MZ_EXPORT void __tsan_atomic##bits##_##name(volatile type *a,            \
                                                type operand, int order)     \
    {                                                                        \
        const struct mz_event *e = foresee(a, sizeof *a);                    \
        type old;                                                            \
                                                                             \
        if (MZ_LIKELY(e)) {                                                  \
            old = *a;                                                        \
            if (passes(e, mz_rt.adds ? MZ_ADD : MZ_RMW, old, order)) {       \
                mz_turns.execution->has_additions |= mz_rt.adds;             \
                *a = (result);                                               \
                return;                                                      \
            }                                                                \
        }                                                                    \
        name##_##bits(a, operand, order, MZ_PC);                             \
    }

#define ADDITIONS(bits, type)                                                \
    ADDITION(bits, type, add, fetch_add, FETCH_ADD, operand, old + operand)  \
    ADDITION(bits, type, sub, fetch_sub, FETCH_SUB, -operand, old - operand)

/* The outcome decides the kind: a failed one is a read. */
#define COMPARE(bits, type)                                                  \
    MZ_INLINED type compare_exchange_##bits(                                 \
        volatile type *a, type expected, type desired, int order,            \
        int failure_order, const void *place, uint64_t pc)                   \
    {                                                                        \
        struct target t = TARGET(a, pc);                                     \
        type old;                                                            \
                                                                             \
        if (MZ_UNLIKELY(!mz_rt.active)) {                                    \
            mz_forked_meets(t.address, t.size);                              \
            return __sync_val_compare_and_swap(a, expected, desired);        \
        }                                                                    \
        take_turn_with(&t, MZ_CAS, expected, desired, place);                \
        if (MZ_UNLIKELY(mz_rt.weak))                                         \
            return serve(&t, MZ_CAS, order, failure_order, MZ_UPDATE_NONE,   \
                         desired, expected, MZ_ACTION_COMPARE_EXCHANGE);     \
        old = *a;                                                            \
        if (old == expected) {                                               \
            detect(&t, mz_race_detector_update, order);                      \
            *a = desired;                                                    \
            record(&t, MZ_CAS, old, expected, old);                          \
            tell(&t, MZ_ACTION_COMPARE_EXCHANGE, old, desired, true);        \
        } else {                                                             \
            detect(&t, mz_race_detector_load, failure_order);                \
            record(&t, MZ_CAS_FAIL, old, expected, old);                     \
            tell(&t, MZ_ACTION_COMPARE_EXCHANGE_FAIL, old, 0, false);        \
        }                                                                    \
        return old;                                                          \
    }                                                                        \
    static MZ_NOINLINE int compare_and_tell_##bits(                          \
        volatile type *a, type *expected, type desired, int order,           \
        int failure_order, uint64_t pc)                                      \
    {                                                                        \
        type wanted, old;                                                    \
                                                                             \
        if (!mz_plain_is_untold(expected))                                  \
            mz_plain_read(expected, sizeof wanted, (void *)pc);              \
        wanted = *expected;                                                  \
        old = compare_exchange_##bits(a, wanted, desired, order,             \
                                      failure_order, expected, pc);          \
        if (old == wanted)                                                   \
            return 1;                                                        \
        if (!mz_plain_is_untold(expected))                                  \
            mz_plain_write(expected, sizeof wanted, (void *)pc);             \
        *expected = old;                                                     \
        return 0;                                                            \
    }                                                                        \
    /* It fails though the value is the expected one: it has but read it. */ \
    static MZ_COLD int fail_spuriously_##bits(                               \
        volatile type *a, type *expected, int order, uint64_t pc)            \
    {                                                                        \
        if (!mz_plain_is_untold(expected))                                   \
            mz_plain_write(expected, sizeof *expected, (void *)pc);          \
        *expected = load_##bits(a, order, pc);                               \
        return 0;                                                            \
    }                                                                        \
    COMPARE_AND_TELL(bits, type, compare_exchange_strong, false)             \
    COMPARE_AND_TELL(bits, type, compare_exchange_weak, true)                \
    MZ_EXPORT type __tsan_atomic##bits##_compare_exchange_val(               \
        volatile type *a, type expected, type desired, int order, int);      \
    MZ_EXPORT type __tsan_atomic##bits##_compare_exchange_val(               \
        volatile type *a, type expected, type desired, int order,            \
        int failure_order)                                                   \
    {                                                                        \
        return compare_exchange_##bits(a, expected, desired, order,          \
                                       failure_order, NULL, MZ_PC);          \
    }

#define COMPARE_AND_TELL(bits, type, name, is_weak)                          \
    MZ_EXPORT int __tsan_atomic##bits##_##name(                              \
        volatile type *a, type *expected, type desired, int order, int);     \
    MZ_EXPORT int __tsan_atomic##bits##_##name(                              \
        volatile type *a, type *expected, type desired, int order,           \
        int failure_order)                                                   \
    {                                                                        \
        const struct mz_event *e;                                            \
        type old;                                                            \
                                                                             \
        if (is_weak && MZ_UNLIKELY(mz_fails(MZ_FAILING_WEAK, MZ_PC)))        \
            return fail_spuriously_##bits(a, expected, failure_order,        \
                                          MZ_PC);                            \
        e = foresee(a, sizeof *a);                                           \
        if (e && mz_plain_is_untold(expected)) {                            \
            old = *a;                                                        \
            if (old == *expected && passes(e, MZ_CAS, old, order)) {         \
                *a = desired;                                                \
                return 1;                                                    \
            }                                                                \
            if (old != *expected &&                                          \
                passes(e, MZ_CAS_FAIL, old, failure_order)) {                \
                *expected = old;                                             \
                return 0;                                                    \
            }                                                                \
        }                                                                    \
        return compare_and_tell_##bits(a, expected, desired, order,          \
                                       failure_order, MZ_PC);                \
    }

#define ATOMICS(bits, type)                                                  \
    LOAD(bits, type)                                                         \
    STORE(bits, type)                                                        \
    UPDATE(bits, type, exchange, EXCHANGE, operand)                          \
    UPDATE(bits, type, fetch_add, FETCH_ADD, old + operand)                  \
    UPDATE(bits, type, fetch_sub, FETCH_SUB, old - operand)                  \
    UPDATE(bits, type, fetch_and, FETCH_AND, old & operand)                  \
    UPDATE(bits, type, fetch_or, FETCH_OR, old | operand)                    \
    UPDATE(bits, type, fetch_xor, FETCH_XOR, old ^ operand)                  \
    UPDATE(bits, type, fetch_nand, FETCH_NAND, ~(old & operand))             \
    COMPARE(bits, type)

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
ATOMICS(128, u128)

ADDITIONS(8, uint8_t)
ADDITIONS(16, uint16_t)
ADDITIONS(32, uint32_t)
ADDITIONS(64, uint64_t)

/* What libatomic has for objects of these sizes; see atomic_library.c. */
#define LIBRARY(bits, size, tsan, name)                                      \
    MZ_EXPORT extern __typeof__(__tsan_atomic##bits##_##tsan)                \
        library_##name##_##size __asm__("__atomic_" #name "_" #size)         \
            __attribute__((alias("__tsan_atomic" #bits "_" #tsan)));

#define LIBRARY_OF_SIZE(bits, size)                                          \
    LIBRARY(bits, size, load, load)                                          \
    LIBRARY(bits, size, store, store)                                        \
    LIBRARY(bits, size, exchange, exchange)                                  \
    LIBRARY(bits, size, compare_exchange_strong, compare_exchange)           \
    LIBRARY(bits, size, fetch_add, fetch_add)                                \
    LIBRARY(bits, size, fetch_sub, fetch_sub)                                \
    LIBRARY(bits, size, fetch_and, fetch_and)                                \
    LIBRARY(bits, size, fetch_or, fetch_or)                                  \
    LIBRARY(bits, size, fetch_xor, fetch_xor)                                \
    LIBRARY(bits, size, fetch_nand, fetch_nand)

LIBRARY_OF_SIZE(8, 1)
LIBRARY_OF_SIZE(16, 2)
LIBRARY_OF_SIZE(32, 4)
LIBRARY_OF_SIZE(64, 8)
LIBRARY_OF_SIZE(128, 16)

void mz_atomic_fence(enum mz_order order, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.weak)) {
        mz_weak_fence(order & 7, pc);
        return;
    }
    if (order != MZ_SEQ_CST)
        mz_atomic_note_weak(pc);
    if (mz_rt.detecting)
        mz_race_detector_fence(mz_rt.self, order & 7);
    if (MZ_UNLIKELY(mz_crossings_count)) {
        mz_crossing_reads(order & 7);
        mz_crossing_writes(order & 7);
    }
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_FENCE, 0, 0, 0, 0, 0, pc);
}

MZ_EXPORT void __tsan_atomic_thread_fence(int order);
MZ_EXPORT void __tsan_atomic_thread_fence(int order)
{
    if (mz_rt.active)
        mz_atomic_fence(order, MZ_PC);
    else
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Between a thread and its own signal handlers: none are modelled. */
MZ_EXPORT void __tsan_atomic_signal_fence(int order);
MZ_EXPORT void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

/* ---- accesses that the program executes itself ------------------------- */

static struct target target_of(const struct mz_atomic_access *access)
{
    if (mz_rt.weak)
        mz_unsupported(WEAK_ASSEMBLY);
    return (struct target){
        .address = access->address,
        .pc = access->pc,
        .size = access->size,
    };
}

/* The bytes of a target, and as many of a value. */
static u128 content(const struct target *t)
{
    u128 value = 0;

    mz_copy(&value, (const void *)t->address, t->size);
    return value;
}

static u128 cut(const struct target *t, u128 value)
{
    return t->size < 16 ? value & (((u128)1 << 8 * t->size) - 1) : value;
}

void mz_atomic_load(const struct mz_atomic_access *access)
{
    struct target t = target_of(access);
    u128 value;

    take_turn(&t, MZ_READ);
    detect(&t, mz_race_detector_load, access->order);
    value = content(&t);
    record(&t, MZ_READ, value, 0, value);
    tell(&t, MZ_ACTION_LOAD, value, 0, false);
    announce(&t, true, false);
}

void mz_atomic_store(const struct mz_atomic_access *access, u128 value)
{
    struct target t = target_of(access);
    u128 old;

    take_turn(&t, MZ_WRITE);
    detect(&t, mz_race_detector_store, access->order);
    old = content(&t);
    value = cut(&t, value);
    record(&t, MZ_WRITE, value, old, old);
    tell(&t, MZ_ACTION_STORE, value, old, true);
    announce(&t, false, true);
}

void mz_atomic_store_unknown(const struct mz_atomic_access *access)
{
    struct target t = target_of(access);
    u128 old;

    take_turn(&t, MZ_WRITE);
    detect(&t, mz_race_detector_store, access->order);
    old = content(&t);
    record(&t, MZ_WRITE, 0, old, old);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_STORE, t.address, t.size, 0, 0, 0, t.pc);
    announce(&t, false, true);
}

void mz_atomic_update(const struct mz_atomic_access *access,
                      enum mz_action action, u128 operand)
{
    struct target t = target_of(access);
    u128 old;

    take_turn(&t, MZ_RMW);
    detect(&t, mz_race_detector_update, access->order);
    old = content(&t);
    note_update(&t, true); /* what it will be is not known */
    record(&t, MZ_RMW, old, 0, old);
    tell(&t, action, old, cut(&t, operand), action != MZ_ACTION_UPDATE);
    announce(&t, true, true);
}

/* Each finds what the last one has left, since nothing else is done there; and
 * that is what memory holds, now and until the program has counted itself. */
static void count_weakly(const struct mz_atomic_access *access,
                         enum mz_update update, enum mz_action action)
{
    struct target t = {.address = access->address,
                       .pc = access->pc,
                       .size = sizeof(uint32_t)};
    uint32_t *count = (uint32_t *)t.address;
    uint32_t held;

    take_turn(&t, MZ_RMW);
    held = *count;
    mz_weak_serve_ours(&(struct mz_weak_access){
        .address = t.address,
        .pc = t.pc,
        .size = t.size,
        .kind = MZ_RMW,
        .order = access->order,
        .failure = access->order,
        .update = update,
        .action = action,
        .operand = 1,
    });
    *count = held;
}

void mz_atomic_count(const struct mz_atomic_access *access, bool is_up)
{
    enum mz_action action = is_up ? MZ_ACTION_FETCH_ADD : MZ_ACTION_FETCH_SUB;

    MZ_ASSERT(access->size == sizeof(uint32_t));
    if (MZ_UNLIKELY(mz_rt.weak))
        count_weakly(access,
                     is_up ? MZ_UPDATE_FETCH_ADD : MZ_UPDATE_FETCH_SUB,
                     action);
    else
        mz_atomic_update(access, action, 1);
}

void mz_atomic_compare(const struct mz_atomic_access *access, u128 expected,
                       u128 desired)
{
    struct target t = target_of(access);
    u128 old;

    expected = cut(&t, expected);
    take_turn_with(&t, MZ_CAS, expected, desired, NULL);
    old = content(&t);
    if (old == expected) {
        detect(&t, mz_race_detector_update, access->order);
        record(&t, MZ_CAS, old, expected, old);
        tell(&t, MZ_ACTION_COMPARE_EXCHANGE, old, cut(&t, desired), true);
    } else {
        detect(&t, mz_race_detector_load, access->order);
        record(&t, MZ_CAS_FAIL, old, expected, old);
        tell(&t, MZ_ACTION_COMPARE_EXCHANGE_FAIL, old, 0, false);
    }
    announce(&t, true, true);
}
