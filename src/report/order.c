/* SPDX-License-Identifier: Apache-2.0 */
#include "report/order.h"

#include <stdlib.h>
#include <string.h>

const char *const mz_use_names[MZ_USE_COUNT] = {
#define X(use, name) name,
    MZ_USES(X)
#undef X
};

/* ---- a step -------------------------------------------------------------- */

enum mz_step_use mz_step_use(const struct mz_step *step)
{
    switch ((enum mz_does)mz_action_does[step->action]) {
    case MZ_DOES_READ:
        return MZ_USE_READ;
    case MZ_DOES_WRITE:
        return MZ_USE_WRITE;
    case MZ_DOES_UPDATE:
        return MZ_USE_UPDATE;
    case MZ_DOES_ALLOCATE:
        return MZ_USE_ALLOCATE;
    case MZ_DOES_FREE:
        return MZ_USE_FREE;
    case MZ_DOES_SHARE:
    case MZ_DOES_LOOK:
        return MZ_USE_SHARE;
    default:
        return step->address ? MZ_USE_SYNCHRONISE : MZ_USE_NONE;
    }
}

bool mz_step_is_plain(const struct mz_step *step)
{
    return step->action == MZ_ACTION_READ || step->action == MZ_ACTION_WRITE;
}

bool mz_step_covers(const struct mz_step *step, uint64_t address)
{
    return address == step->address ||
           (step->address && address - step->address < step->size);
}

bool mz_step_is_atomic(const struct mz_step *step)
{
    enum mz_step_use use = mz_step_use(step);

    return (use == MZ_USE_READ || use == MZ_USE_WRITE ||
            use == MZ_USE_UPDATE) &&
           !mz_step_is_plain(step);
}

static uint64_t updated(const struct mz_step *step)
{
    uint64_t old = step->value, operand = step->second;

    switch ((enum mz_action)step->action) {
    case MZ_ACTION_FETCH_ADD:
        return old + operand;
    case MZ_ACTION_FETCH_SUB:
        return old - operand;
    case MZ_ACTION_FETCH_AND:
        return old & operand;
    case MZ_ACTION_FETCH_OR:
        return old | operand;
    case MZ_ACTION_FETCH_XOR:
        return old ^ operand;
    case MZ_ACTION_FETCH_NAND:
        return ~(old & operand);
    default: /* exchange, compare_exchange */
        return operand;
    }
}

static uint64_t cut_to_size(uint64_t bits, unsigned size)
{
    return size && size < sizeof bits ? bits & ((1ull << 8 * size) - 1) : bits;
}

bool mz_step_result(const struct mz_step *step, uint64_t *bits)
{
    switch ((enum mz_does)mz_action_does[step->action]) {
    case MZ_DOES_READ:
    case MZ_DOES_WRITE:
    case MZ_DOES_DRAW:
    case MZ_DOES_PUT:
    case MZ_DOES_SET:
    case MZ_DOES_MAKE:
        *bits = step->value;
        return step->has_value & 1;
    case MZ_DOES_UPDATE:
        *bits = cut_to_size(updated(step), step->size);
        return step->action != MZ_ACTION_UPDATE && (step->has_value & 3) == 3;
    default:
        return false;
    }
}

/* One of several readers may have given it back, which tells nothing. */
bool mz_step_frees(const struct mz_step *step)
{
    return mz_action_does[step->action] == MZ_DOES_GIVE ||
           mz_action_does[step->action] == MZ_DOES_MAKE;
}

/* ---- two steps ----------------------------------------------------------- */

static uint64_t bytes_of(const struct mz_step *step)
{
    bool is_block = step->action == MZ_ACTION_MALLOC && (step->has_value & 1);
    uint64_t bytes = is_block ? step->value : step->size;

    return bytes ? bytes : 1;
}

static bool only_looks(const struct mz_step *step)
{
    enum mz_step_use use = mz_step_use(step);

    return use == MZ_USE_READ || use == MZ_USE_SHARE;
}

static bool share_an_object(const struct mz_step *a, const struct mz_step *b)
{
    return a->address && b->address && a->address < b->address + bytes_of(b) &&
           b->address < a->address + bytes_of(a);
}

/* Creation, a signal, the end of a thread. */
static bool is_followed_by(const struct mz_step *earlier,
                           const struct mz_step *later)
{
    if (later->action == MZ_ACTION_THREAD_JOIN &&
        later->value == earlier->thread)
        return true;
    switch ((enum mz_action)earlier->action) {
    case MZ_ACTION_THREAD_CREATE:
        return earlier->value == later->thread;
    case MZ_ACTION_SIGNAL_SEND:
        return (later->action == MZ_ACTION_SIGNAL_HANDLER ||
                later->action == MZ_ACTION_SIGNAL_TAKE) &&
               earlier->second == later->thread &&
               earlier->value == later->value;
    case MZ_ACTION_THREAD_CANCEL:
        return later->action == MZ_ACTION_THREAD_CANCELLED &&
               earlier->value == later->thread;
    default:
        return false;
    }
}

static bool depend(const struct mz_step *earlier, const struct mz_step *later,
                   bool by_plain)
{
    if (is_followed_by(earlier, later))
        return true;
    if (!by_plain && (mz_step_is_plain(earlier) || mz_step_is_plain(later)))
        return false;
    return share_an_object(earlier, later) &&
           !(only_looks(earlier) && only_looks(later));
}

/* ---- all of them --------------------------------------------------------- */

struct mz_ordering {
    const struct mz_account *account;
    bool by_plain;
    uint32_t threads;
    uint32_t *clocks; /* of each step: of each thread, how many of the steps,
                         from the first on, contain all that come before */
};

static uint32_t *clock_of(const struct mz_ordering *order, uint32_t step)
{
    return order->clocks + (size_t)step * order->threads;
}

static void join(const struct mz_ordering *order, uint32_t *clock,
                 uint32_t step)
{
    const uint32_t *other = clock_of(order, step);

    for (uint32_t t = 0; t < order->threads; t++)
        if (other[t] > clock[t])
            clock[t] = other[t];
}

/* The thread's step before, unless its number was another's then. */
static bool step_before(const struct mz_ordering *order, uint32_t step,
                        uint32_t *before)
{
    const struct mz_step *steps = order->account->steps;

    for (uint32_t i = step; i-- > 0;) {
        if (steps[i].action == MZ_ACTION_THREAD_CREATE &&
            steps[i].value == steps[step].thread)
            return false;
        *before = i;
        if (steps[i].thread == steps[step].thread)
            return true;
    }
    return false;
}

/* Fills in `clock`, which is all zeros, but for the step itself; what comes
 * right before in other threads goes to `out`, unless it is NULL. */
static size_t look_back(const struct mz_ordering *order, uint32_t step,
                        uint32_t *clock, uint32_t *out)
{
    const struct mz_step *steps = order->account->steps;
    size_t count = 0;
    uint32_t before;

    if (step_before(order, step, &before))
        join(order, clock, before);
    for (uint32_t i = step; i-- > 0;) {
        uint32_t thread = steps[i].thread;

        if (thread == steps[step].thread || clock[thread] > i ||
            !depend(&steps[i], &steps[step], order->by_plain))
            continue;
        join(order, clock, i);
        if (out && count < MZ_WIDE_THREADS)
            out[count] = i;
        count++;
    }
    return count < MZ_WIDE_THREADS ? count : MZ_WIDE_THREADS;
}

struct mz_ordering *mz_order_make(const struct mz_account *account,
                                  bool by_plain)
{
    struct mz_ordering *order = calloc(1, sizeof *order);

    if (!order)
        return NULL;
    *order = (struct mz_ordering){.account = account, .by_plain = by_plain};
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].thread >= order->threads)
            order->threads = account->steps[i].thread + 1;
    order->clocks = calloc((size_t)account->step_count * order->threads + 1,
                           sizeof *order->clocks);
    if (!order->clocks) {
        free(order);
        return NULL;
    }
    for (uint32_t i = 0; i < account->step_count; i++) {
        look_back(order, i, clock_of(order, i), NULL);
        clock_of(order, i)[account->steps[i].thread] = i + 1;
    }
    return order;
}

void mz_order_release(struct mz_ordering *order)
{
    if (order)
        free(order->clocks);
    free(order);
}

size_t mz_order_before(const struct mz_ordering *order, uint32_t step,
                       uint32_t out[MZ_WIDE_THREADS])
{
    uint32_t clock[MZ_WIDE_THREADS] = {0};

    return look_back(order, step, clock, out);
}
