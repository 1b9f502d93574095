/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of libatomic, which compilers call for objects that they have
 * no instructions for: clang for 16 bytes without -mcx16, all for larger ones.
 * What libatomic itself does nobody would see. Here each call is one event.
 *
 * As in atomic.c the exported names are assembler names only, since compilers
 * know functions of these names.
 */
#include "race/detector.h"
#include "runtime/across.h"
#include "runtime/atomic.h"
#include "runtime/forked.h"

enum { PIECE = 8 };

struct object {
    uint64_t address, size, pc;
    bool crosses; /* a granule */
    bool opened;  /* an atomic block of its own */
};

typedef bool (*race_check)(mz_tid, uint64_t, unsigned, enum mz_order, uint64_t,
                           struct mz_race *);

/* Programs that run without the checker: one lock for all objects. */
static bool passive_lock;

/* A compare-exchange says what it expects. */
static inline void begin_within(const struct object *o, enum mz_op kind,
                                uint64_t expected)
{
    struct mz_visible v = mz_visible_access(kind, o->address, o->size);

    v.number = expected;
    mz_visible_begin(&v);
}

static void begin(struct object *o, enum mz_op kind, uint64_t expected)
{
    if (!mz_rt.active) {
        mz_forked_meets(o->address, o->size);
        while (__atomic_test_and_set(&passive_lock, __ATOMIC_ACQUIRE))
            mz_pause();
        return;
    }
    mz_plain_wake_for((void *)o->address);
    o->crosses = mz_goes_across(o->address, o->size);
    if (o->crosses)
        o->opened = mz_across_begin();
    else
        begin_within(o, kind, expected);
    mz_plain_check(o->address, o->size, mz_action_of(kind), o->pc);
}

static void check(const struct object *o, race_check races, int order)
{
    struct mz_race race;

    if (!mz_rt.active)
        return;
    if (order != MZ_SEQ_CST)
        mz_atomic_note_weak(o->pc);
    for (uint64_t at = 0; mz_rt.detecting && at < o->size; at += PIECE) {
        unsigned size = o->size - at < PIECE ? o->size - at : PIECE;

        if (races(mz_self(), o->address + at, size, order & 7, o->pc, &race))
            mz_plain_race(&race);
    }
}

static uint64_t hash(const void *bytes, uint64_t size)
{
    const uint8_t *b = bytes;
    uint64_t value = 0;

    for (uint64_t i = 0; i < size; i++)
        value = mz_hash_word(value, b[i]);
    return value;
}

/* At most 8 bytes, as a number. */
static uint64_t content(const void *bytes, uint64_t size)
{
    uint64_t value = 0;

    mz_copy(&value, bytes, size);
    return value;
}

static void record_within(const struct object *o, enum mz_op outcome,
                          uint64_t value, uint64_t other)
{
    const struct mz_visible v = mz_visible_access(outcome, o->address, o->size);

    mz_visible_end(&v, outcome, value, other);
}

/* Before it is done: the object still holds what it held. */
static void record(const struct object *o, enum mz_op outcome,
                   const void *value, const void *other)
{
    uint64_t told;

    if (!mz_rt.active)
        return;
    if (outcome == MZ_RMW)
        mz_effect_note();
    if (o->crosses) {
        told = hash(value, o->size);
        mz_across_end(o->opened, outcome, o->address, o->size,
                      (const void *)o->address, &told);
    } else {
        record_within(o, outcome, content(value, o->size),
                      other ? content(other, o->size) : 0);
    }
}

static void end(const struct object *o, enum mz_action action)
{
    if (!mz_rt.active) {
        __atomic_clear(&passive_lock, __ATOMIC_RELEASE);
        return;
    }
    if (MZ_UNLIKELY(mz_rt.tracing)) {
        mz_trace_step(action, o->address, o->size < 255 ? o->size : 0, 0, 0, 0,
                      o->pc);
        if (mz_rt.detecting)
            mz_plain_watch();
    }
}

#define OBJECT(a, n)                                       \
    {                                                      \
        .address = (uint64_t)(a), .size = (n), .pc = MZ_PC \
    }

#define EXPORT(name)                                                     \
    MZ_EXPORT extern __typeof__(library_##name) exported_##name __asm__( \
        "__atomic_" #name) __attribute__((alias("library_" #name)));

/* What the caller hands over is plain memory, which others may access, too: it
 * is read before the operation and written after it. */
static void take(void *copy, const void *from, const struct object *o)
{
    mz_plain_read(from, o->size, (void *)o->pc);
    mz_copy(copy, from, o->size);
}

static void give(void *to, const void *copy, const struct object *o)
{
    mz_plain_write(to, o->size, (void *)o->pc);
    mz_copy(to, copy, o->size);
}

static void library_load(size_t size, void *from, void *to,
                         int order) __asm__("library_load");
static void library_load(size_t size, void *from, void *to, int order)
{
    struct object o = OBJECT(from, size);
    uint8_t copy[size];

    begin(&o, MZ_READ, 0);
    check(&o, mz_race_detector_load, order);
    record(&o, MZ_READ, from, NULL);
    mz_copy(copy, from, size);
    end(&o, MZ_ACTION_LOAD);
    give(to, copy, &o);
}
EXPORT(load)

static void library_store(size_t size, void *to, void *from,
                          int order) __asm__("library_store");
static void library_store(size_t size, void *to, void *from, int order)
{
    struct object o = OBJECT(to, size);
    uint8_t copy[size];

    take(copy, from, &o);
    begin(&o, MZ_WRITE, 0);
    check(&o, mz_race_detector_store, order);
    record(&o, MZ_WRITE, copy, to);
    mz_copy(to, copy, size);
    end(&o, MZ_ACTION_STORE);
}
EXPORT(store)

static void library_exchange(size_t size, void *object, void *from, void *to,
                             int order) __asm__("library_exchange");
static void library_exchange(size_t size, void *object, void *from, void *to,
                             int order)
{
    struct object o = OBJECT(object, size);
    uint8_t desired[size], old[size];

    take(desired, from, &o);
    begin(&o, MZ_RMW, 0);
    check(&o, mz_race_detector_update, order);
    record(&o, MZ_RMW, object, NULL);
    mz_copy(old, object, size);
    mz_copy(object, desired, size);
    end(&o, MZ_ACTION_EXCHANGE);
    give(to, old, &o);
}
EXPORT(exchange)

/* Compares and, if they are the same, exchanges; else `wanted` gets what was
 * there. Both are copies. */
static bool compare_exchange(struct object *o, void *wanted,
                             const void *desired, int order, int failure_order)
{
    void *object = (void *)o->address;
    bool same;

    begin(o, MZ_CAS, o->size <= PIECE ? content(wanted, o->size) : 0);
    same = !mz_compare(object, wanted, o->size);
    check(o, same ? mz_race_detector_update : mz_race_detector_load,
          same ? order : failure_order);
    record(o, same ? MZ_CAS : MZ_CAS_FAIL, object, wanted);
    mz_copy(same ? object : wanted, same ? desired : object, o->size);
    end(o, same ? MZ_ACTION_COMPARE_EXCHANGE : MZ_ACTION_COMPARE_EXCHANGE_FAIL);
    return same;
}

static bool library_compare_exchange(
    size_t size, void *object, void *expected, void *desired, int order,
    int failure_order) __asm__("library_compare_exchange");
static bool library_compare_exchange(size_t size, void *object, void *expected,
                                     void *desired, int order,
                                     int failure_order)
{
    struct object o = OBJECT(object, size);
    uint8_t wanted[size], wish[size];
    bool same;

    take(wanted, expected, &o);
    take(wish, desired, &o);
    same = compare_exchange(&o, wanted, wish, order, failure_order);
    if (!same)
        give(expected, wanted, &o);
    return same;
}
EXPORT(compare_exchange)
