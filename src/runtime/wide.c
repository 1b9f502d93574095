/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/wide.h"

#include "runtime/local.h"
#include "runtime/turn.h"

enum {
    LIKELY = 5,     /* values that are likely for any number */
    NEIGHBOURS = 4, /* values that come of a constant */
    FIRST = LIKELY + NEIGHBOURS * MZ_MAX_WIDE_CONSTANTS,
    KNOWN = 5, /* sorts of numbers: below some bound; of 32 bits, of 64 */
};

/*
 * The values of a choice, each with a code: those next to zero have the lowest.
 * Some codes come first; the others follow as they are.
 */
struct values {
    uint64_t most; /* the greatest code */
    bool is_signed;
    unsigned count;
    uint64_t first[FIRST];  /* in the order in which they are tried */
    uint64_t sorted[FIRST]; /* the same, the lowest first */
};

/* 0, -1, 1, -2, 2, ... have the codes 0, 1, 2, 3, 4, ... */
static uint64_t code_of(const struct values *v, int64_t value)
{
    if (!v->is_signed)
        return (uint64_t)value;
    return (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
}

static int64_t value_of(const struct values *v, uint64_t code)
{
    if (!v->is_signed)
        return (int64_t)code;
    return (int64_t)(code >> 1 ^ -(code & 1));
}

static bool is_first(const struct values *v, uint64_t code)
{
    for (unsigned i = 0; i < v->count; i++)
        if (v->first[i] == code)
            return true;
    return false;
}

static void put_first(struct values *v, uint64_t code)
{
    unsigned i = v->count;

    if (code > v->most || is_first(v, code))
        return;
    v->first[v->count++] = code;
    for (; i && v->sorted[i - 1] > code; i--)
        v->sorted[i] = v->sorted[i - 1];
    v->sorted[i] = code;
}

/* What a program compares a number with, and what lies beside that. All of one
 * sort before the next: the first lanes are few. */
static void put_constants_first(struct values *v)
{
    const struct mz_wide *wide = &mz_rt.region->settings.wide;

    for (unsigned sort = 0; sort < NEIGHBOURS; sort++)
        for (uint32_t i = 0; i < wide->count; i++) {
            uint64_t c = wide->constants[i];
            uint64_t near[NEIGHBOURS] = {c, c + 1, c - 1, -c};

            put_first(v, code_of(v, (int64_t)near[sort]));
        }
}

static void put_likely_first(struct values *v, int64_t great, int64_t other)
{
    const int64_t likely[LIKELY] = {0, 1, -1, great, other};

    for (unsigned i = 0; i < LIKELY; i++)
        put_first(v, code_of(v, likely[i]));
    put_constants_first(v);
}

/* That of numbers of so many bits; `most`: else, the greatest one. */
static const struct values *values_of(unsigned bits, bool is_signed,
                                      uint64_t most)
{
    static struct values known[KNOWN];

    uint64_t code = bits ? UINT64_MAX >> (64 - bits) : most;
    struct values *v = &known[bits ? bits / 32 * 2 - is_signed : 0];

    if (v->count && v->most == code)
        return v;
    *v = (struct values){.most = code, .is_signed = is_signed};
    if (is_signed)
        put_likely_first(v, (int64_t)(code / 2), -(int64_t)(code / 2) - 1);
    else
        put_likely_first(v, (int64_t)code, (int64_t)(code / 2));
    return v;
}

/* The code at that place of the order. */
static uint64_t code_at(const struct values *v, uint64_t index)
{
    uint64_t code = index - v->count;

    if (index < v->count)
        return v->first[index];
    for (unsigned i = 0; i < v->count && v->sorted[i] <= code; i++)
        code++;
    return code;
}

/* ---- lanes --------------------------------------------------------------- */

/* Of the thread, before: the same in all orders of what others do. */
static uint64_t own_events(void)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < mz_turns.position; i++)
        count += mz_turns.execution->events[i].thread == mz_rt.self;
    return count;
}

/* In a lane of single values: all choices alike in one, mixed in the next. */
static uint64_t single(const struct mz_wide *wide)
{
    uint64_t lane = wide->lane - 1, most = 3 + lane / 4, hash;

    if (lane % 2 == 0)
        return lane / 2;
    if (most > wide->width)
        most = wide->width;
    hash = mz_hash_word(lane, own_events());
    return mz_hash_word(hash, mz_rt.self) % most;
}

/* `count`: of all values; 0: more than can be counted. */
static uint64_t choose(uint64_t count)
{
    const struct mz_wide *wide = &mz_rt.region->settings.wide;
    uint64_t bound = wide->width ? wide->width : UINT32_MAX;

    if (wide->is_unexpected) {
        mz_rt.region->status = MZ_STATUS_WIDE;
        mz_execution_end(MZ_ABANDONED);
    }
    mz_rt.region->has_wide_choices = 1;
    if (!count || wide->lane || bound < count)
        mz_rt.region->wide_choices = 1;
    if (wide->lane) {
        uint64_t index = single(wide);

        mz_local_choice(1);
        return count && index >= count ? index % count : index;
    }
    if (count && bound > count)
        bound = count;
    return mz_local_choice((uint32_t)bound);
}

int64_t mz_wide_signed(unsigned bits)
{
    const struct values *v = values_of(bits, true, 0);

    return value_of(v, code_at(v, choose(0)));
}

uint64_t mz_wide_unsigned(unsigned bits)
{
    const struct values *v = values_of(bits, false, 0);

    return code_at(v, choose(0));
}

uint32_t mz_wide_below(uint32_t bound)
{
    const struct values *v = values_of(0, false, bound - 1);

    return (uint32_t)code_at(v, choose(bound));
}
