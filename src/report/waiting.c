/* SPDX-License-Identifier: Apache-2.0 */
#include "report/waiting.h"

#include "report/stacks.h"
#include "report/steps.h"

static void print_holder(const struct mz_narrator *n,
                         const struct mz_blocked_thread *blocked, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    char holder[MZ_PHRASE];
    uint64_t step;

    if (blocked->holder == MZ_NO_THREAD)
        return;
    mz_narrator_thread(n, blocked->holder, holder);
    if (blocked->holder == blocked->thread)
        fputs(", which it holds itself", out);
    else
        fprintf(out, ", held by %s", holder);
    step = mz_steps_locked(account, blocked->holder, blocked->address);
    if (step)
        fprintf(out, " since step %lu", (unsigned long)step);
    if (mz_steps_ended(account, blocked->holder))
        fputs(" (it has ended)", out);
}

static void print_reason(const struct mz_narrator *n,
                         const struct mz_blocked_thread *blocked, FILE *out)
{
    char phrase[MZ_PHRASE];

    if (blocked->action == MZ_ACTION_THREAD_JOIN) {
        mz_narrator_thread(n, blocked->holder, phrase);
        fprintf(out, "waits for the end of %s", phrase);
    } else if (blocked->action == MZ_ACTION_EXIT) {
        mz_narrator_thread(n, blocked->holder, phrase);
        fprintf(out, "waits in exit for %s to end the process", phrase);
    } else if (blocked->action == MZ_ACTION_ASSUME_FALSE) {
        fputs("stands at an assumption that is false", out);
    } else if (blocked->action == MZ_ACTION_AWAIT) {
        mz_narrator_condition(n, blocked, phrase);
        fprintf(out, "waits until %s", phrase);
    } else if (blocked->action == MZ_ACTION_SEM_WAIT) {
        mz_narrator_object(n, blocked->address, 0, phrase);
        fprintf(out, "waits for semaphore %s", phrase);
    } else {
        mz_narrator_object(n, blocked->address, 0, phrase);
        fprintf(out, "waits for mutex %s", phrase);
        print_holder(n, blocked, out);
    }
}

void mz_waiting_print(const struct mz_narrator *n, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    char thread[MZ_PHRASE];

    if (account->blocked_count)
        fputs("\nblocked threads:\n", out);
    for (uint32_t i = 0; i < account->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &account->blocked[i];

        mz_narrator_thread(n, blocked->thread, thread);
        fprintf(out, "  %s ", thread);
        print_reason(n, blocked, out);
        fputc('\n', out);
        mz_stacks_way(
            n, mz_narrator_stack(n, MZ_STACK_BLOCKED, blocked->thread), out);
    }
}
