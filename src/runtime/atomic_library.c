/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of libatomic, which compilers call for objects that they have
 * no instructions for: clang for 16 bytes without -mcx16, all for larger ones.
 * What libatomic itself does nobody would see. Here each call is one event.
 *
 * As in atomic.c the exported names are assembler names only, since compilers
 * know functions of these names.
 */
#include "runtime/heap.h"
#include "runtime/plain.h"
#include "runtime/race_detector.h"
#include "runtime/schedule.h"

enum { PIECE = 8 };

struct object {
    uint64_t address, size, pc;
    bool opened; /* an atomic block of its own */
};

typedef bool (*race_check)(mz_tid, uint64_t, unsigned, enum mz_order, uint64_t,
                           struct mz_race *);

/* Programs that run without the checker: one lock for all objects. */
static bool passive_lock;

static void begin(struct object *o, const char *what)
{
    if (!mz_rt.active) {
        while (__atomic_test_and_set(&passive_lock, __ATOMIC_ACQUIRE))
            __builtin_ia32_pause();
        return;
    }
    mz_plain_wake_for((void *)o->address);
    o->opened = mz_sched.atomic == MZ_NO_THREAD;
    if (o->opened)
        mz_schedule_atomic_begin(false);
    if (mz_heap_has(o->address))
        mz_heap_check(o->address, o->size, what, o->pc);
}

static void check(const struct object *o, race_check races, int order)
{
    struct mz_race race;

    if (!mz_rt.active)
        return;
    if (order != MZ_SEQ_CST)
        mz_rt.region->weak_atomics = 1;
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

static void end(const struct object *o, enum mz_op kind, enum mz_action action,
                const void *bytes)
{
    uint64_t last = o->address + o->size, value;

    if (!mz_rt.active) {
        __atomic_clear(&passive_lock, __ATOMIC_RELEASE);
        return;
    }
    value = hash(bytes, o->size);
    for (uint64_t g = o->address & ~7ull; g < last; g += 8)
        mz_record(kind, g >> 3, mz_granule_mask(g, o->address, last), value, 0);
    if (o->opened)
        mz_schedule_atomic_end();
    if (MZ_UNLIKELY(mz_rt.tracing)) {
        mz_trace_step(action, o->address, o->size < 255 ? o->size : 0, 0, 0, 0,
                      o->pc);
        if (mz_rt.detecting)
            mz_plain_watch();
    }
}

#define OBJECT(a, n) {.address = (uint64_t)(a), .size = (n), .pc = MZ_PC}

#define EXPORT(name)                                                       \
    MZ_EXPORT extern __typeof__(library_##name) exported_##name __asm__(   \
        "__atomic_" #name) __attribute__((alias("library_" #name)));

static void library_load(size_t size, void *from, void *to, int order)
    __asm__("library_load");
static void library_load(size_t size, void *from, void *to, int order)
{
    struct object o = OBJECT(from, size);

    begin(&o, "read");
    check(&o, mz_race_detector_load, order);
    mz_copy(to, from, size);
    end(&o, MZ_READ, MZ_ACTION_LOAD, to);
}
EXPORT(load)

static void library_store(size_t size, void *to, void *from, int order)
    __asm__("library_store");
static void library_store(size_t size, void *to, void *from, int order)
{
    struct object o = OBJECT(to, size);

    begin(&o, "write");
    check(&o, mz_race_detector_store, order);
    mz_copy(to, from, size);
    end(&o, MZ_WRITE, MZ_ACTION_STORE, from);
}
EXPORT(store)

static void library_exchange(size_t size, void *object, void *from, void *to,
                             int order) __asm__("library_exchange");
static void library_exchange(size_t size, void *object, void *from, void *to,
                             int order)
{
    struct object o = OBJECT(object, size);
    uint8_t *a = object, *f = from, *t = to;

    begin(&o, "write");
    check(&o, mz_race_detector_update, order);
    for (size_t i = 0; i < size; i++) { /* `from` and `to` may be one */
        uint8_t old = a[i];

        a[i] = f[i];
        t[i] = old;
    }
    end(&o, MZ_RMW, MZ_ACTION_EXCHANGE, object);
}
EXPORT(exchange)

static bool library_compare_exchange(size_t size, void *object, void *expected,
                                     void *desired, int order,
                                     int failure_order)
    __asm__("library_compare_exchange");
static bool library_compare_exchange(size_t size, void *object, void *expected,
                                     void *desired, int order,
                                     int failure_order)
{
    struct object o = OBJECT(object, size);
    bool same;

    begin(&o, "write");
    same = !mz_compare(object, expected, size);
    check(&o, same ? mz_race_detector_update : mz_race_detector_load,
          same ? order : failure_order);
    mz_copy(same ? object : expected, same ? desired : object, size);
    /* If it fails, then for any of its parts: see record_across in atomic.c. */
    end(&o, MZ_CAS,
        same ? MZ_ACTION_COMPARE_EXCHANGE : MZ_ACTION_COMPARE_EXCHANGE_FAIL,
        object);
    return same;
}
EXPORT(compare_exchange)
