/* SPDX-License-Identifier: Apache-2.0 */
#include "report/waiting.h"

#include <string.h>

#include "report/sharers.h"
#include "report/stacks.h"
#include "report/steps.h"

/* By the account, if it is of this error. */
static void print_since(const struct mz_account *account,
                        const struct mz_blocked_thread *blocked, FILE *out)
{
    uint64_t step = mz_steps_locked(account, blocked->holder, blocked->address);

    if (step)
        fprintf(out, " since step %lu", (unsigned long)step);
    if (mz_steps_ended(account, blocked->holder))
        fputs(" (it has ended)", out);
}

static void print_holder(const struct mz_narrator *n,
                         const struct mz_blocked_thread *blocked, FILE *out)
{
    char holder[MZ_PHRASE];

    if (blocked->holder == MZ_NOBODY)
        return;
    mz_narrator_thread(n, blocked->holder, holder);
    if (blocked->holder == blocked->thread)
        fputs(", which it holds itself", out);
    else
        fprintf(out, ", held by %s", holder);
}

/* After the first of several: `, b or c`, `, b, c or 2 more`. */
static void print_also(const struct mz_narrator *n,
                       const struct mz_blocked_thread *blocked, FILE *out)
{
    char phrase[MZ_PHRASE];

    for (unsigned i = 0; i < blocked->also_count; i++) {
        bool is_last = i + 1 == blocked->also_count && !blocked->more;

        mz_narrator_object(n, blocked->also[i], blocked->also_size[i], phrase);
        fprintf(out, "%s%s", is_last ? " or " : ", ", phrase);
    }
    if (blocked->more)
        fprintf(out, " or %u more", blocked->more);
}

static void print_loop(const struct mz_narrator *n,
                       const struct mz_blocked_thread *blocked, FILE *out)
{
    char phrase[MZ_PHRASE];

    mz_narrator_object(n, blocked->address, blocked->size, phrase);
    fprintf(out, "waits in a loop for %s", phrase);
    print_also(n, blocked, out);
    fputs(" to change", out);
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
    } else if (blocked->action == MZ_ACTION_STOPPED) {
        fputs("is stopped, for good", out);
    } else if (blocked->action == MZ_ACTION_SIGNAL_WAIT) {
        fputs("waits for a signal to be sent", out);
    } else if (blocked->action == MZ_ACTION_LOOP) {
        print_loop(n, blocked, out);
    } else if (blocked->action == MZ_ACTION_AWAIT) {
        mz_narrator_condition(n, blocked, phrase);
        fprintf(out, "waits until %s", phrase);
    } else {
        mz_narrator_waited_for(n, blocked, phrase);
        if (blocked->action == MZ_ACTION_COND_WAIT)
            fprintf(out, "waits for a signal on %s", phrase);
        else
            fprintf(out, "waits for %s %s", mz_action_objects[blocked->action],
                    phrase);
        print_also(n, blocked, out);
        print_holder(n, blocked, out);
    }
}

static void print_thread(const struct mz_narrator *n,
                         const struct mz_blocked_thread *blocked, FILE *out)
{
    char thread[MZ_PHRASE];

    mz_narrator_thread(n, blocked->thread, thread);
    fprintf(out, "  %s ", thread);
    print_reason(n, blocked, out);
}

const struct mz_step *mz_waiting_signal(const struct mz_narrator *n,
                                        const struct mz_blocked_thread *blocked)
{
    return blocked->action == MZ_ACTION_COND_WAIT
               ? mz_steps_signal(&n->report->region->account, blocked->address)
               : NULL;
}

static void print_last_signal(const struct mz_narrator *n,
                              const struct mz_blocked_thread *blocked,
                              FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    const struct mz_step *signal = mz_waiting_signal(n, blocked);
    char thread[MZ_PHRASE];

    if (!signal)
        return;
    mz_narrator_thread_in(n, signal->thread, signal, thread);
    fprintf(out, "; the last came in step %lu, by %s",
            (unsigned long)mz_steps_number(account, signal - account->steps),
            thread);
}

/* An object that is held, and was taken in some step. */
static bool is_held(const struct mz_blocked_thread *blocked)
{
    return *mz_action_objects[blocked->action] && blocked->holder != MZ_NOBODY;
}

bool mz_waiting_taken(const struct mz_narrator *n,
                      const struct mz_blocked_thread *blocked,
                      struct mz_frame *place)
{
    const struct mz_account *account = &n->report->region->account;

    for (uint32_t i = is_held(blocked) ? account->step_count : 0; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        if (step->thread == blocked->holder &&
            step->address == blocked->address && mz_action_takes[step->action])
            return mz_narrator_step_place(n, step, place);
    }
    return false;
}

static void print_taken(const struct mz_narrator *n,
                        const struct mz_blocked_thread *blocked, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_frame place;

    if (!mz_waiting_taken(n, blocked, &place))
        return;
    fputs("    locked at ", out);
    mz_stacks_place(&place, out);
    fputs(mz_steps_ended(account, blocked->holder) ? ", never unlocked\n"
                                                   : "\n",
          out);
}

/* `, held for reading by main.1 since step 6, by itself since step 7` */
static void print_sharers(const struct mz_narrator *n,
                          const struct mz_blocked_thread *blocked, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_sharers sharers = mz_sharers_of(account, blocked);
    char thread[MZ_PHRASE];

    if (sharers.count)
        fprintf(out, ", %s", mz_sharers_manner(blocked));
    for (unsigned i = 0; i < sharers.count; i++) {
        unsigned by = account->steps[sharers.steps[i]].thread;

        mz_narrator_thread(n, by, thread);
        fprintf(out, "%s by %s since step %lu%s", i ? "," : "",
                by == blocked->thread ? "itself" : thread,
                (unsigned long)mz_steps_number(account, sharers.steps[i]),
                mz_steps_ended(account, by) ? " (it has ended)" : "");
    }
}

static bool is_same_place(const struct mz_frame *a, const struct mz_frame *b)
{
    return a->file && b->file && !strcmp(a->file, b->file) &&
           a->line == b->line;
}

/* Each line once. */
static void print_where_shared(const struct mz_narrator *n,
                               const struct mz_blocked_thread *blocked,
                               FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_sharers sharers = mz_sharers_of(account, blocked);
    struct mz_frame places[MZ_MAX_SHARERS];
    unsigned count = 0, same;

    for (unsigned i = 0; i < sharers.count; i++) {
        if (!mz_narrator_step_place(n, &account->steps[sharers.steps[i]],
                                    &places[count]))
            continue;
        for (same = 0; same < count; same++)
            if (is_same_place(&places[same], &places[count]))
                break;
        if (same < count)
            continue;
        fputs(mz_action_does[blocked->action] == MZ_DOES_DRAW
                  ? "    taken at "
                  : "    locked at ",
              out);
        mz_stacks_place(&places[count++], out);
        fputc('\n', out);
    }
}

/* All others have ended, or wait, too. */
static void print_no_post(const struct mz_narrator *n,
                          const struct mz_blocked_thread *blocked, FILE *out)
{
    if (n->report->region->findings[0].kind == MZ_FINDING_DEADLOCK &&
        mz_action_does[blocked->action] == MZ_DOES_DRAW)
        fputs("; no thread is left that could post", out);
}

bool mz_waiting_is_told(const struct mz_finding *finding)
{
    return finding->kind == MZ_FINDING_DEADLOCK ||
           finding->kind == MZ_FINDING_LOOP ||
           finding->kind == MZ_FINDING_PROGRESS ||
           mz_finding_is_limit(finding->kind);
}

void mz_waiting_print(const struct mz_narrator *n, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;

    if (account->blocked_count)
        fputs("\nblocked threads:\n", out);
    for (uint32_t i = 0; i < account->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &account->blocked[i];

        print_thread(n, blocked, out);
        if (is_held(blocked))
            print_since(account, blocked, out);
        print_last_signal(n, blocked, out);
        print_sharers(n, blocked, out);
        print_no_post(n, blocked, out);
        fputc('\n', out);
        mz_stacks_way(
            n, mz_narrator_stack(n, MZ_STACK_BLOCKED, blocked->thread), out);
        print_taken(n, blocked, out);
        print_where_shared(n, blocked, out);
    }
}

void mz_waiting_print_briefly(const struct mz_narrator *n,
                              const struct mz_finding *finding, FILE *out)
{
    for (uint32_t i = 0; i < finding->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &finding->blocked[i];
        struct mz_frame place;

        print_thread(n, blocked, out);
        fputc('\n', out);
        if (!mz_narrator_place(n, blocked->pc, &place))
            continue;
        fputs("    at ", out);
        mz_stacks_place(&place, out);
        fputc('\n', out);
    }
}
