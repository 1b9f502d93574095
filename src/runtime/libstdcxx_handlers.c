/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What libstdc++ has one of for all threads, and lets them ask for and change
 * atomically: handlers, the default memory resource, numbers of ios_base. Its
 * own variables are not seen, so each call is told as the atomic operation that
 * it is, on a word of ours that stands for the variable.
 *
 * libstdc++ itself asks, too: for what is to end the program whenever something
 * is thrown, and where there is no memory. That is told only if a thread has
 * changed such a handler beside others; the search begins anew with that.
 *
 * The global locale is asked for in many places, by each stream that is made.
 * Programs change it before they create threads; beside threads that is
 * refused.
 */
#include "runtime/atomic.h"
#include "runtime/libc_forward.h"
#include "runtime/libc_owners.h"

/* Only their addresses matter; reports show their names. */
static uint64_t terminate_handler, unexpected_handler, new_handler;
static uint64_t default_resource, xalloc_number;

static bool is_asked_by_library(const uint64_t *word)
{
    return word == &terminate_handler || word == &unexpected_handler ||
           word == &new_handler;
}

static void need_order(void)
{
    mz_rt.region->status = MZ_STATUS_HANDLERS;
    mz_execution_end(MZ_ABANDONED);
}

static void take_turn(uint64_t *word, bool changes, uint64_t pc,
                      const char *name)
{
    const struct mz_atomic_access access = {(uint64_t)word, pc, sizeof *word,
                                            MZ_SEQ_CST};

    const bool is_ordered = mz_rt.region->settings.ordered_handlers;

    if (mz_turn_is_alone() ||
        (!mz_owners_program_code(pc) &&
         !(is_ordered && is_asked_by_library(word))))
        return;
    if (mz_rt.weak && changes) /* who asks would be told of an earlier one */
        mz_unsupported(BESIDE_THREADS, .text = name);
    if (changes && !is_ordered && is_asked_by_library(word))
        need_order();
    if (changes)
        mz_atomic_update(&access, MZ_ACTION_UPDATE, 0);
    else if (!mz_rt.weak)
        mz_atomic_load(&access);
}

#define SHARED(name, word, changes, text)                            \
    static void turn_of_##name(struct mz_call *call,                 \
                               const struct mz_forward *row)         \
    {                                                                \
        (void)row;                                                   \
        take_turn(&word, changes, call->caller, text);               \
    }                                                                \
    MZ_FORWARD_IN_TURN(name, turn_of_##name, NULL, NULL)
SHARED(_ZSt13get_terminatev, terminate_handler, false, "std::get_terminate")
SHARED(_ZSt13set_terminatePFvvE, terminate_handler, true, "std::set_terminate")
SHARED(_ZSt14get_unexpectedv, unexpected_handler, false, "std::get_unexpected")
SHARED(_ZSt14set_unexpectedPFvvE, unexpected_handler, true,
       "std::set_unexpected")
SHARED(_ZSt15get_new_handlerv, new_handler, false, "std::get_new_handler")
SHARED(_ZSt15set_new_handlerPFvvE, new_handler, true, "std::set_new_handler")
SHARED(_ZNSt3pmr20get_default_resourceEv, default_resource, false,
       "std::pmr::get_default_resource")
SHARED(_ZNSt3pmr20set_default_resourceEPNS_15memory_resourceE,
       default_resource, true, "std::pmr::set_default_resource")
SHARED(_ZNSt8ios_base6xallocEv, xalloc_number, true, "std::ios_base::xalloc")

static void change_locale(struct mz_call *call, const struct mz_forward *row)
{
    (void)call, (void)row;
    if (!mz_turn_is_alone())
        mz_unsupported(BESIDE_THREADS, .text = "std::locale::global");
}
MZ_FORWARD_IN_TURN(_ZNSt6locale6globalERKS_, change_locale, NULL, NULL)
