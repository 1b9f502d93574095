/* SPDX-License-Identifier: Apache-2.0 */
#include "op/cond.h"

static bool is_released(uint64_t state, uint64_t ticket)
{
    return state >> MZ_COND_RELEASES != ticket >> MZ_COND_RELEASES;
}

/* The tokens that came after the thread of this ticket. */
static uint64_t tokens_for(uint64_t state, uint64_t ticket)
{
    uint64_t age = mz_cond_generation(state) - mz_cond_generation(ticket);

    return age >= MZ_COND_GENERATION ? state & MZ_COND_TOKENS
                                     : state & ((2ull << age) - 1);
}

bool mz_cond_enabled(enum mz_op kind, uint64_t state,
                     const struct mz_op_operand *operand)
{
    bool released = is_released(state, operand->number);

    switch (kind) {
    case MZ_COND_WOKEN:
        return released;
    case MZ_COND_WAKE:
    case MZ_COND_TIMED:
        return released || tokens_for(state, operand->number);
    default:
        return true;
    }
}

/* A new generation begins, if there is a token of the last. */
static uint64_t next_generation(uint64_t state)
{
    uint64_t tokens = state & MZ_COND_TOKENS;

    return tokens & 1 ? state + tokens + MZ_COND_ONE(GENERATION) : state;
}

static uint64_t release(uint64_t state)
{
    uint64_t releases = state >> MZ_COND_RELEASES;

    return mz_cond_waiting(state) ? (releases + 1) << MZ_COND_RELEASES : state;
}

static uint64_t after_signal(uint64_t state)
{
    if (mz_cond_waiting(state) < 2)
        return release(state);
    return (next_generation(state) | 1) - MZ_COND_ONE(WAITING);
}

/* The thread of this ticket takes a token. */
static uint64_t take_token(uint64_t state, uint64_t ticket)
{
    uint64_t tokens = tokens_for(state, ticket);

    return tokens ? state & ~(1ull << (63 - __builtin_clzll(tokens))) : state;
}

/* A thread that has no token leaves. */
static uint64_t leave(uint64_t state)
{
    if (mz_cond_waiting(state) < 2)
        return state >> MZ_COND_RELEASES << MZ_COND_RELEASES;
    return state - MZ_COND_ONE(WAITING);
}

static uint64_t cancel(uint64_t state, uint64_t ticket)
{
    if (is_released(state, ticket))
        return state;
    return tokens_for(state, ticket) ? after_signal(take_token(state, ticket))
                                     : leave(state);
}

bool mz_cond_after(enum mz_op kind, uint64_t *state,
                   const struct mz_op_operand *operand)
{
    uint64_t before = *state;

    switch (kind) {
    case MZ_COND_WAIT:
        *state = next_generation(before) + MZ_COND_ONE(WAITING);
        break;
    case MZ_COND_SIGNAL:
        *state = after_signal(before);
        break;
    case MZ_COND_BROADCAST:
        *state = release(before);
        break;
    case MZ_COND_WAKE:
    case MZ_COND_TIMED:
        if (!is_released(before, operand->number))
            *state = take_token(before, operand->number);
        break;
    case MZ_COND_TIMED_OUT:
        *state = leave(before);
        break;
    case MZ_COND_CANCEL:
        *state = cancel(before, operand->number);
        break;
    default:
        if (mz_op_writes(kind)) /* initialised, or destroyed */
            *state = 0;
    }
    return true;
}
