/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_await of include/mazurka.h: an atomic read that is enabled only while the
 * variable satisfies a condition. It is seq_cst; what headers of ours wait for
 * has an order.
 */
#include "runtime/await.h"

#include <sched.h>

#include "op/await.h"
#include "runtime/visible.h"
#include "runtime/weak.h"

unsigned long long mz_await_number(const volatile void *variable,
                                   unsigned long size, int is_signed,
                                   const char *operator_,
                                   unsigned long long number);

/* As src/compilers/mazurka_await.h has them. */
enum { WAITS_SHORT, WAITS_WEAKLY, WAITS_NATIVELY };
unsigned long long mz_await_in_order(const volatile void *variable,
                                     unsigned long size, const char *operator_,
                                     unsigned long long number, int order);
int mz_waits_how(void);

struct await {
    uint64_t address, pc;
    uint64_t number; /* cut to the size of the variable */
    uint8_t size, mask, condition;
    enum mz_order order;
};

static bool same_text(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static uint8_t condition_of(const char *name, int is_signed)
{
    if (is_signed < 0)
        mz_unsupported(AWAIT_FLOAT);
    for (uint8_t c = 0; c < MZ_CONDITION_COUNT; c++)
        if (same_text(name, mz_condition_names[c]))
            return is_signed ? c | MZ_CONDITION_SIGNED : c;
    mz_unsupported(AWAIT_OPERATOR, .text = name);
}

static void check_place(uint64_t address, unsigned long size)
{
    if (size != 1 && size != 2 && size != 4 && size != 8)
        mz_unsupported(AWAIT_SIZE, .numbers = {(int64_t)size});
    if (address % 8 + size > 8)
        mz_unsupported(AWAIT_ACROSS);
}

/* Which objects a block accesses nobody knows, and so not what it enables. */
static bool has_atomic_blocks(void)
{
    return mz_turns.universal || mz_turns.atomic != MZ_NO_THREAD;
}

static void refuse_atomic_blocks(const char *caller)
{
    if (has_atomic_blocks())
        mz_unsupported(BLOCKS_ELSEWHERE, .text = caller);
}

static uint64_t cut(uint64_t number, unsigned size)
{
    return number & UINT64_MAX >> 8 * (8 - size);
}

static void set_place(struct await *a, unsigned long size)
{
    a->size = size;
    a->mask = ((1u << size) - 1) << a->address % 8;
}

static uint64_t read_now(const struct await *a)
{
    const volatile void *variable = (const void *)a->address;

    switch (a->size) {
    case 1:
        return __atomic_load_n((const volatile uint8_t *)variable,
                               __ATOMIC_SEQ_CST);
    case 2:
        return __atomic_load_n((const volatile uint16_t *)variable,
                               __ATOMIC_SEQ_CST);
    case 4:
        return __atomic_load_n((const volatile uint32_t *)variable,
                               __ATOMIC_SEQ_CST);
    default:
        return __atomic_load_n((const volatile uint64_t *)variable,
                               __ATOMIC_SEQ_CST);
    }
}

static bool holds(const struct await *a, uint64_t value)
{
    return mz_condition_holds(a->condition, a->mask, value, a->number);
}

static uint64_t spin(const struct await *a)
{
    uint64_t value;

    while (value = read_now(a), !holds(a, value))
        MZ_REAL(sched_yield)();
    return value;
}

static void check(const struct await *a)
{
    mz_plain_check(a->address, a->size, MZ_ACTION_READ, a->pc);
}

static void detect(const struct await *a)
{
    struct mz_race race;

    if (!mz_rt.detecting)
        return;
    if (mz_race_detector_load(mz_self(), a->address, a->size, a->order, a->pc,
                              &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_plain_watch();
}

static uint64_t wait_and_read(const struct await *a)
{
    const struct mz_visible v = {
        .kind = MZ_AWAIT,
        .object = mz_object_of_memory(a->address),
        .mask = a->mask,
        .condition = a->condition,
        .number = a->number,
        .address = a->address,
        .action = MZ_ACTION_AWAIT,
        .pc = a->pc,
        .tells_all = true,
    };
    uint64_t value;

    check(a); /* and again when it has waited */
    if (MZ_UNLIKELY(mz_rt.weak))
        return mz_weak_await(&v, a->size, a->order);
    mz_visible_begin(&v);
    check(a);
    detect(a);
    value = read_now(a);
    if (!holds(a, value))
        mz_visible_refuse(MZ_AWAIT, v.object, value);
    mz_visible_end(&v, MZ_AWAIT, value, a->number);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_AWAIT, a->address, a->size, 3, value, a->number,
                      a->pc);
    return value;
}

MZ_EXPORT unsigned long long mz_await_number(const volatile void *variable,
                                             unsigned long size, int is_signed,
                                             const char *operator_,
                                             unsigned long long number)
{
    struct await a = {.address = (uint64_t)variable, .pc = MZ_PC,
                      .order = MZ_SEQ_CST};

    check_place(a.address, size);
    set_place(&a, size);
    a.condition = condition_of(operator_, is_signed);
    a.number = cut(number, size);
    if (!mz_rt.active)
        return spin(&a);
    refuse_atomic_blocks("mz_await");
    return wait_and_read(&a);
}

MZ_EXPORT unsigned long long mz_await_in_order(const volatile void *variable,
                                               unsigned long size,
                                               const char *operator_,
                                               unsigned long long number,
                                               int order)
{
    struct await a = {.address = (uint64_t)variable, .pc = MZ_PC,
                      .number = number, .order = (enum mz_order)order};

    set_place(&a, size);
    a.condition = condition_of(operator_, 0);
    if (!mz_rt.active)
        return spin(&a);
    if (has_atomic_blocks())
        mz_unsupported(BLOCKS_AND_WAITS);
    return wait_and_read(&a);
}

MZ_EXPORT int mz_waits_how(void)
{
    if (!mz_rt.supervised)
        return WAITS_NATIVELY;
    return mz_rt.weak ? WAITS_WEAKLY : WAITS_SHORT;
}

void mz_await_change(const uint32_t *word, uint32_t value, uint64_t pc,
                     const char *caller)
{
    struct await a = {
        .address = (uint64_t)word,
        .pc = pc,
        .number = value,
        .condition = MZ_UNEQUAL,
        .order = MZ_SEQ_CST,
    };

    set_place(&a, sizeof *word);
    refuse_atomic_blocks(caller);
    wait_and_read(&a);
}
