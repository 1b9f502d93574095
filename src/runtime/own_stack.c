/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/own_stack.h"

#include "runtime/code.h"
#include "runtime/displaced.h"
#include "runtime/fiber.h"
#include "runtime/stepping.h"

enum { MOST_KNOWN = 32 }; /* ranges, of a thread's stack */

struct range {
    uint64_t start, end;
    mz_tset by; /* threads that know of it, and that nobody has joined */
};

static struct known {
    unsigned count;
    struct range ranges[MOST_KNOWN];
} known[MZ_MAX_THREADS];

static uint64_t steps_left;
static bool is_stepping;       /* each instruction is followed by a SIGTRAP */
static bool has_stepped;       /* flags that were saved meanwhile say so */
static bool code_is_closed;    /* the program's */

static void close_code(bool closed)
{
    if (code_is_closed != closed)
        mz_code_let_execute(!closed);
    code_is_closed = closed;
}

void mz_own_stack_init(uint64_t most_steps)
{
    steps_left = most_steps;
}

void mz_own_stack_begin(void)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        known[t].count = 0;
    is_stepping = code_is_closed = false;
}

void mz_own_stack_end(void)
{
    is_stepping = false;
    close_code(false);
}

void mz_own_stack_thread(mz_tid t)
{
    known[t].count = 0;
}

/* ---- what others know ---------------------------------------------------- */

/* On the stack of a thread that does not run, in one of its frames. */
static mz_tid other_at(uint64_t address)
{
    if (!mz_fiber_any_owns(address))
        return MZ_NO_THREAD;
    for (mz_tid t = 0; t < mz_fiber_count; t++)
        if (address - (uint64_t)mz_fibers[t].stack < mz_fibers[t].stack_size)
            return t != mz_rt.self && address >= mz_fibers[t].floor
                       ? t
                       : MZ_NO_THREAD;
    return MZ_NO_THREAD;
}

static bool has(const struct known *k, uint64_t start, uint64_t end)
{
    for (unsigned i = 0; i < k->count; i++)
        if (k->ranges[i].start < end && start < k->ranges[i].end)
            return true;
    return false;
}

static void add(struct known *k, uint64_t start, uint64_t end)
{
    unsigned i = 0;

    while (i < k->count &&
           (k->ranges[i].start != start || k->ranges[i].end != end))
        i++;
    if (i == MOST_KNOWN)
        return;
    if (i == k->count)
        k->ranges[k->count++] = (struct range){.start = start, .end = end};
    mz_tset_add(&k->ranges[i].by, mz_rt.self);
}

void mz_own_stack_met(uint64_t address, size_t size)
{
    mz_tid owner = steps_left && size ? other_at(address) : MZ_NO_THREAD;

    if (owner != MZ_NO_THREAD)
        add(&known[owner], address, address + size);
}

bool mz_own_stack_is_known(uint64_t address, size_t size)
{
    return has(&known[mz_rt.self], address, address + size);
}

/* Frames below this address were left. */
static void forget_below(struct known *k, uint64_t sp)
{
    for (unsigned i = k->count; i-- > 0;)
        if (k->ranges[i].start < sp)
            k->ranges[i] = k->ranges[--k->count];
}

void mz_own_stack_joined(mz_tid t)
{
    struct known *k = &known[mz_rt.self];

    for (unsigned i = k->count; i-- > 0;) {
        mz_tset_remove(&k->ranges[i].by, t);
        if (!mz_tset_some(k->ranges[i].by))
            k->ranges[i] = k->ranges[--k->count];
    }
}

/* ---- stepping ------------------------------------------------------------ */

void mz_own_stack_changed(void)
{
    close_code(steps_left && known[mz_rt.self].count);
}

bool mz_own_stack_returns(const siginfo_t *info, const ucontext_t *c)
{
    uint64_t pc = mz_context_pc(c);

    if (!code_is_closed || (uint64_t)info->si_addr != pc ||
        !mz_code_is_own(pc))
        return false;
    close_code(false);
    return true;
}

void mz_own_stack_let(ucontext_t *c)
{
    is_stepping = false;
    mz_context_trap(c, false);
}

bool mz_own_stack_steps(ucontext_t *c)
{
    struct known *k = &known[mz_rt.self];
    bool is_inside = mz_code_is_own(mz_context_pc(c));

    if (is_inside)
        forget_below(k, mz_context_sp(c));
    close_code(!is_inside && k->count && steps_left);
    if (!is_inside || !k->count || !steps_left) {
        mz_own_stack_let(c);
        return false;
    }
    steps_left--;
    has_stepped = is_stepping = true;
    mz_context_trap(c, true);
    return true;
}

bool mz_own_stack_is_stepping(void)
{
    return is_stepping;
}

bool mz_own_stack_is_late(int signal, const siginfo_t *info)
{
    return signal == SIGTRAP && info->si_code == TRAP_TRACE &&
           (has_stepped || mz_displaced_has_stepped() ||
            mz_stepping_has_begun()) &&
           !mz_stepping_is_on();
}
