/* SPDX-License-Identifier: Apache-2.0 */
#include "report/slice.h"

#include <string.h>

#include "base/base.h"
#include "report/critical.h"
#include "report/order.h"
#include "report/waiting.h"

enum {
    FEW = 24,      /* so many are all shown, but for the sorts above */
    LAST_RUN = 12, /* steps of the failing thread, if nobody is preempted */
    OBJECTS = 256, /* beyond, what comes before the window is all shown */
};

struct object {
    uint64_t address;
    uint64_t size;
};

struct slice {
    const struct mz_narrator *narrator;
    const struct mz_account *account;
    const struct mz_finding *finding;
    uint8_t *fold;
    uint32_t window; /* from where on nothing is left out for being apart */
    struct object objects[OBJECTS];
    uint32_t object_count;
    bool knows_all; /* there was room for all objects */
};

/* ---- what a step is ------------------------------------------------------ */

static bool is_of_life(const struct mz_step *step)
{
    switch ((enum mz_action)step->action) {
    case MZ_ACTION_THREAD_CREATE:
    case MZ_ACTION_THREAD_JOIN:
    case MZ_ACTION_THREAD_EXIT:
    case MZ_ACTION_MALLOC:
    case MZ_ACTION_FREE:
        return true;
    default:
        return false;
    }
}

/* Done to what a thread waits for in vain; to a lock, by who holds it. */
static bool is_waited_for(const struct slice *s, const struct mz_step *step)
{
    const struct mz_account *account = s->account;

    for (uint32_t i = 0;
         mz_waiting_is_told(s->finding) && i < account->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &account->blocked[i];

        if (!step->address || step->address != blocked->address ||
            step->action == MZ_ACTION_MALLOC)
            continue;
        if (blocked->holder == MZ_NOBODY ||
            (mz_action_takes[step->action] && step->thread == blocked->holder))
            return true;
    }
    return false;
}

/* Where memory is weak: it does what no step of another order would explain. */
static bool is_weak(const struct mz_step *step)
{
    return step->served & (MZ_STEP_STALE | MZ_STEP_BEHIND);
}

/* The other side of a race, what made the memory unusable, or the critical
 * step. */
static bool is_told(const struct slice *s, const struct mz_step *step)
{
    const struct mz_finding *finding = s->finding;
    const struct mz_block_note *block;

    if (mz_narrator_has_other(finding) && step->pc == finding->other_pc &&
        step->thread == finding->other_thread)
        return true;
    if (is_waited_for(s, step) || is_weak(step) ||
        mz_critical_is_step(s->account, step))
        return true;
    if (step->action != MZ_ACTION_FREE || !finding->address)
        return false;
    block = mz_narrator_block(s->narrator, finding->address);
    return block && block->address == step->address;
}

/* What a future, or an exception that is passed on by one, does for itself. */
static bool is_of_future(const struct mz_frame *frame)
{
    static const char *const owners[] = {
        "std::__future_base::", "std::promise<", "std::future<",
        "std::shared_future<", "std::packaged_task<", "std::__exception_ptr::",
        "std::make_exception_ptr<", "std::async<",
    };

    for (size_t i = 0; frame->function && i < MZ_COUNT(owners); i++)
        if (!strncmp(frame->function, owners[i], strlen(owners[i])))
            return true;
    return false;
}

/* An atomic operation of the library's own: by a future, or called by nothing
 * of the user's, as where a thread ends that has been given a promise. */
static bool is_within_library(const struct slice *s,
                              const struct mz_step *step)
{
    struct mz_frame frames[MZ_FRAMES];
    bool is_in_header = false;

    for (unsigned i = 0; i < step->sight.depth; i++) {
        size_t count =
            mz_symbols_frames(s->narrator->symbols, step->sight.pcs[i] - 1,
                              frames, MZ_FRAMES);

        for (size_t k = 0; k < count; k++) {
            if (is_of_future(&frames[k]))
                return true;
            if (mz_narrator_is_users(&frames[k]))
                return false;
            is_in_header |= frames[k].file != NULL;
        }
    }
    return is_in_header;
}

/* The end of a call_once by which a thread of std::async ends. */
static bool is_of_nobody(const struct slice *s, const struct mz_step *step)
{
    struct mz_frame place;

    return step->action == MZ_ACTION_ONCE_END &&
           mz_narrator_step_place(s->narrator, step, &place) && place.file &&
           !mz_narrator_is_users(&place);
}

static bool is_librarys(const struct slice *s, const struct mz_step *step)
{
    struct mz_frame place;

    if (is_of_nobody(s, step))
        return true;

    /* By the end of a call_once it is seen that a promise was kept. */
    if (mz_step_is_atomic(step) || step->action == MZ_ACTION_AWAIT ||
        step->action == MZ_ACTION_ONCE_BEGIN)
        return is_within_library(s, step);
    return mz_step_is_plain(step) &&
           mz_narrator_place(s->narrator, step->pc, &place) &&
           !mz_narrator_is_users(&place);
}

/* Whatever comes of its being before or after the window. */
static enum mz_omit fold_of(const struct slice *s, const struct mz_step *step,
                            bool is_first)
{
    if (is_told(s, step) || step->preempts)
        return MZ_OMIT_NONE;
    if (is_of_life(step))
        return MZ_OMIT_LIFE;
    if (is_first)
        return MZ_OMIT_START_UP;
    return is_librarys(s, step) ? MZ_OMIT_LIBRARY : MZ_OMIT_NONE;
}

/* ---- objects ------------------------------------------------------------- */

static bool overlaps(const struct object *object, uint64_t address,
                     uint64_t size)
{
    return address < object->address + object->size &&
           object->address < address + size;
}

static bool is_concerned(const struct slice *s, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < s->object_count; i++)
        if (overlaps(&s->objects[i], address, size ? size : 1))
            return true;
    return false;
}

static void add_object(struct slice *s, uint64_t address, uint64_t size)
{
    if (!address || is_concerned(s, address, size))
        return;
    if (s->object_count == OBJECTS)
        s->knows_all = false;
    else
        s->objects[s->object_count++] = (struct object){address,
                                                        size ? size : 1};
}

static void find_objects(struct slice *s)
{
    const struct mz_account *account = s->account;

    s->knows_all = true;
    add_object(s, s->finding->address, s->finding->access_size);
    for (uint32_t i = 0; i < account->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &account->blocked[i];

        add_object(s, blocked->address, blocked->size);
        for (unsigned k = 0; k < blocked->also_count; k++)
            add_object(s, blocked->also[k], blocked->also_size[k]);
    }
    for (uint32_t i = 0; i < account->step_count; i++)
        if (i < s->window ? is_weak(&account->steps[i])
                          : s->fold[i] == MZ_OMIT_NONE)
            add_object(s, account->steps[i].address, account->steps[i].size);
}

/* ---- before the window --------------------------------------------------- */

static bool has_preemption(const struct slice *s)
{
    for (uint32_t i = 0; i < s->account->step_count; i++)
        if (s->account->steps[i].preempts)
            return true;
    return false;
}

/* The first preemption; where there is none, the last that the thread did
 * which took the last step. */
static uint32_t find_window(const struct slice *s)
{
    const struct mz_step *steps = s->account->steps;
    uint32_t count = s->account->step_count, i = 0;

    if (has_preemption(s)) {
        while (!steps[i].preempts)
            i++;
        return i;
    }
    for (i = count; i > 0 && count - i < LAST_RUN; i--)
        if (steps[i - 1].thread != steps[count - 1].thread)
            break;
    return i;
}

static void fold_apart(struct slice *s)
{
    const struct mz_step *steps = s->account->steps;
    bool has_last[MZ_WIDE_THREADS] = {false};

    for (uint32_t i = s->account->step_count; i-- > 0;) {
        const struct mz_step *step = &steps[i];
        bool is_last = !has_last[step->thread % MZ_WIDE_THREADS];

        if (s->fold[i] != MZ_OMIT_NONE)
            continue;
        has_last[step->thread % MZ_WIDE_THREADS] = true;
        if (i < s->window && !is_last && s->knows_all && step->address &&
            !is_told(s, step) &&
            !is_concerned(s, step->address, step->size))
            s->fold[i] = MZ_OMIT_APART;
    }
}

/* ---- the slice ----------------------------------------------------------- */

/* Until there is a second thread; without one, all of it. */
static uint32_t start_up(const struct mz_account *account)
{
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].action == MZ_ACTION_THREAD_CREATE)
            return i;
    return 0;
}

static uint32_t count_shown(const struct slice *s)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < s->account->step_count; i++)
        count += s->fold[i] == MZ_OMIT_NONE;
    return count;
}

void mz_slice(const struct mz_narrator *n, uint8_t *fold)
{
    const struct mz_account *account = &n->report->region->account;
    struct slice s = {
        .narrator = n,
        .account = account,
        .finding = &n->report->region->findings[0],
        .fold = fold,
    };
    uint32_t first = start_up(account);

    memset(fold, MZ_OMIT_NONE, account->step_count);
    if (n->report->verbose || s.finding->kind == MZ_FINDING_STOPPED)
        return;
    for (uint32_t i = 0; i < account->step_count; i++)
        fold[i] = fold_of(&s, &account->steps[i], i < first);
    if (count_shown(&s) <= FEW)
        return;
    s.window = find_window(&s);
    find_objects(&s);
    fold_apart(&s);
}
