/* SPDX-License-Identifier: Apache-2.0 */
#include "report/library_fault.h"

#include <string.h>

#include "report/stacks.h"

/* The innermost frame of such a function that the program's own code calls, or
 * that another of the library does for it. */
static bool find(const struct mz_narrator *n, const struct mz_stack *stack,
                 const char *type, const char *const *methods,
                 struct mz_frame *found)
{
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    for (size_t i = 0; i < count && !mz_narrator_is_users(&frames[i]); i++) {
        const char *name = frames[i].function;
        const char *last = name ? strrchr(name, ':') : NULL;

        for (size_t m = 0; last && strstr(name, type) && methods[m]; m++)
            if (!strcmp(last + 1, methods[m])) {
                *found = frames[i];
                return true;
            }
    }
    return false;
}

/* ---- std::atomic<std::shared_ptr> ---------------------------------------- */

/* Constructors and the destructor may race with them, by the program's fault.
 * (Of libstdc++ 12 load and wait give the lock in the pointer back by a relaxed
 * operation, which orders what they have read before nothing.) */
static const char *const of_pointers[] = {
    "load", "swap", "compare_exchange_strong", "wait", NULL};

static void print_pointer(const struct mz_narrator *n,
                          const struct mz_finding *finding, FILE *out)
{
    static const char type[] = "_Sp_atomic<";
    struct mz_frame place;

    if (!find(n, mz_narrator_failed(n, finding), type, of_pointers, &place) ||
        !find(n, mz_narrator_raced(n, finding), type, of_pointers, &place))
        return;
    fprintf(out,
            "operations of a std::atomic<std::shared_ptr> or weak_ptr must not "
            "race with one another: the fault is libstdc++'s own (%s:%u), not "
            "the program's\n",
            place.file ? place.file : "?", place.line);
}

/* ---- std::counting_semaphore --------------------------------------------- */

static const char *const of_semaphores[] = {"_M_acquire", NULL};

/* What an atomic access of 4 bytes has left. */
static uint64_t left_by(const struct mz_step *step)
{
    switch (step->action) {
    case MZ_ACTION_FETCH_ADD:
        return step->value + step->second;
    case MZ_ACTION_FETCH_SUB:
        return step->value - step->second;
    case MZ_ACTION_COMPARE_EXCHANGE:
        return step->second;
    default:
        return step->value;
    }
}

/* How many may enter, by the last access that is told. */
static uint32_t count_of(const struct mz_account *account, uint64_t address)
{
    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        if (step->address == address && step->size == sizeof(uint32_t) &&
            mz_action_does[step->action] != MZ_DOES_OTHER)
            return left_by(step);
    }
    return 0;
}

/* It waits though it need not. (In libstdc++ 12 acquire reads the count that it
 * will sleep at before it finds that it has to; the count may change, and come
 * back, meanwhile.) */
static bool print_semaphore(const struct mz_narrator *n,
                            const struct mz_blocked_thread *blocked, FILE *out)
{
    const struct mz_stack *stack =
        mz_narrator_stack(n, MZ_STACK_BLOCKED, blocked->thread);
    uint32_t count = count_of(&n->report->region->account, blocked->address);
    char thread[MZ_PHRASE], object[MZ_PHRASE];
    struct mz_frame place;

    if (blocked->action != MZ_ACTION_FUTEX_WAIT || !count ||
        !find(n, stack, "__atomic_semaphore::", of_semaphores, &place))
        return false;
    mz_narrator_thread(n, blocked->thread, thread);
    mz_narrator_waited_for(n, blocked, object);
    fprintf(out,
            "%s is %u, and %s sleeps nonetheless: the fault is libstdc++'s own "
            "(%s:%u; PR libstdc++/104928), not the program's\n",
            object, count, thread, place.file ? place.file : "?", place.line);
    return true;
}

void mz_library_fault_print(const struct mz_narrator *n,
                            const struct mz_finding *finding, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;

    if (finding != n->report->region->findings || !finding->traced)
        return;
    if (finding->kind == MZ_FINDING_DATA_RACE)
        print_pointer(n, finding, out);
    for (uint32_t i = 0;
         i < account->blocked_count && finding->kind == MZ_FINDING_DEADLOCK;
         i++)
        if (print_semaphore(n, &account->blocked[i], out))
            return;
}
