/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/timer.h"

#include "runtime/checkpoint.h"
#include "runtime/libc_family.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/sent_signal.h"
#include "runtime/signal.h"
#include "runtime/state.h"
#include "runtime/turn.h"

#define BIT(timer) ((uint64_t)1 << (timer))

/* The objects of the search. */
static uint64_t armed, taken;

static struct mz_timer timers[MZ_TIMERS];
static siginfo_t infos[MZ_TIMERS];
static bool has_any; /* of these */

void mz_timer_reset(void)
{
    armed = 0;
    taken = BIT(MZ_TIMER_OF_ALARM);
    if (has_any)
        mz_fill(timers, 0, sizeof timers);
    has_any = false;
}

void mz_timer_checkpoint(void)
{
    mz_checkpoint_need(!has_any);
}

void mz_timer_fingerprint(struct mz_fingerprint *f)
{
    if (!has_any)
        return;
    mz_state_add_word(f, armed);
    mz_state_add_word(f, taken);
    mz_state_add(f, timers, sizeof timers);
}

static uint64_t sent_by(int timer)
{
    return MZ_SIGNAL_BIT(infos[timer].si_signo);
}

/* ---- which there are ----------------------------------------------------- */

int mz_timer_new(const siginfo_t *info, uint64_t pc)
{
    uint64_t before;
    int timer;

    mz_sent_signal_need_timers(info->si_signo);
    do { /* another thread may be faster */
        before = mz_sent_signal_read(&taken, pc);
        timer = __builtin_ctzll(~before);
        if (timer >= MZ_TIMERS)
            return -1;
    } while (mz_sent_signal_update(&taken, 0, BIT(timer), pc) & BIT(timer));
    timers[timer] = (struct mz_timer){0};
    mz_timer_sends(timer, info);
    return timer;
}

void mz_timer_sends(int timer, const siginfo_t *info)
{
    has_any = true;
    infos[timer] = *info;
    infos[timer].si_pid = 0;
}

bool mz_timer_is_one(int timer, uint64_t pc)
{
    uint64_t all = mz_rt.detecting ? taken : mz_sent_signal_read(&taken, pc);

    return all & BIT(timer);
}

void mz_timer_delete(int timer, uint64_t pc)
{
    mz_timer_stop(timer, pc);
    mz_sent_signal_update(&taken, BIT(timer), 0, pc);
}

/* ---- what they do -------------------------------------------------------- */

void mz_timer_arm(int timer, struct mz_timer to, uint64_t pc)
{
    mz_sent_signal_need_timers(infos[timer].si_signo);
    mz_sent_signal_update(&armed, 0, BIT(timer), pc);
    timers[timer] = to;
}

/* It has expired, which is known not to be earlier than its end. */
static void pass(int timer)
{
    mz_time_reaches(timers[timer].end);
    timers[timer].end += timers[timer].interval;
}

static uint64_t bit_that_goes(int timer)
{
    return timers[timer].interval ? 0 : BIT(timer);
}

bool mz_timer_expire(int timer, siginfo_t *info, uint64_t pc)
{
    if (!(mz_sent_signal_update(&armed, bit_that_goes(timer), 0, pc) &
          BIT(timer)))
        return false;
    pass(timer);
    *info = infos[timer];
    if (timers[timer].interval)
        mz_rt.region->has_repeating_timers = 1;
    return true;
}

static void may_have_expired(int timer, uint64_t pc)
{
    if (!mz_local_choice(2) ||
        !(mz_sent_signal_update(&armed, bit_that_goes(timer), 0, pc) &
          BIT(timer)))
        return;
    pass(timer);
    mz_sent_signal_to_process(&infos[timer], pc);
}

void mz_timer_may_have_expired(uint64_t signals, uint64_t pc)
{
    for (uint64_t left = mz_timer_look(signals, pc); left; left &= left - 1)
        may_have_expired(__builtin_ctzll(left), pc);
}

struct mz_timer mz_timer_get(int timer, uint64_t pc)
{
    static const struct mz_timer none;

    if (!mz_rt.signalling)
        return none;
    return mz_sent_signal_read(&armed, pc) & BIT(timer) ? timers[timer] : none;
}

/* What it has sent by then, comes before the call returns, if it may. */
struct mz_timer mz_timer_stop(int timer, uint64_t pc)
{
    struct mz_timer was = mz_timer_get(timer, pc);

    if (!was.end)
        return was;
    if (mz_local_choice(2)) {
        mz_sent_signal_update(&armed, BIT(timer), 0, pc);
        pass(timer);
        was = (struct mz_timer){0};
        mz_sent_signal_to_process(&infos[timer], pc);
    } else if (!(mz_sent_signal_update(&armed, BIT(timer), 0, pc) &
                 BIT(timer))) {
        was = (struct mz_timer){0};
    }
    return was;
}

uint64_t mz_timer_look(uint64_t signals, uint64_t pc)
{
    uint64_t found = 0;

    if (!(mz_sent_signal_of_timers() & signals))
        return 0;
    for (uint64_t left = mz_sent_signal_read(&armed, pc); left;
         left &= left - 1)
        if (sent_by(__builtin_ctzll(left)) & signals)
            found |= left & -left;
    return found;
}

uint64_t mz_timer_passed(uint64_t set, uint64_t time)
{
    uint64_t passed = 0;

    for (; set && mz_turn_is_alone(); set &= set - 1)
        if (timers[__builtin_ctzll(set)].end <= time)
            passed |= set & -set;
    return passed;
}

uint64_t mz_timer_signals(void)
{
    uint64_t signals = 0;

    for (uint64_t left = armed; left; left &= left - 1)
        signals |= sent_by(__builtin_ctzll(left));
    return signals;
}
