/* SPDX-License-Identifier: Apache-2.0 */
#include "report/critical.h"

#include <string.h>

#include "report/colour.h"
#include "report/steps.h"

static const struct mz_critical *critical_of(const struct mz_narrator *n)
{
    return &n->report->region->account.critical;
}

/* ---- which step ---------------------------------------------------------- */

static bool is_told(const struct mz_critical *critical)
{
    return critical->kind == MZ_CRITICAL_STEP ||
           critical->kind == MZ_CRITICAL_AVOIDABLE;
}

/* The last step that is no later than the critical event. */
static uint32_t last_up_to(const struct mz_account *account)
{
    uint32_t last = MZ_NONE;

    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].event + 1 <= account->critical.event + 1)
            last = i;
    return last;
}

/* Some events have no step of their own: whether a signal arrives. Before an
 * earlier step, too, the error can be avoided; but what follows that step does
 * not always end in one. */
static bool has_own_step(const struct mz_account *account)
{
    uint32_t last = last_up_to(account);

    return last == MZ_NONE ? !account->step_count
                           : last + 1 == account->step_count ||
                                 account->steps[last].event ==
                                     account->critical.event;
}

enum mz_critical_kind mz_critical_kind(const struct mz_account *account)
{
    enum mz_critical_kind kind = account->critical.kind;

    return kind == MZ_CRITICAL_STEP && !has_own_step(account)
               ? MZ_CRITICAL_AVOIDABLE
               : kind;
}

uint32_t mz_critical_step(const struct mz_account *account)
{
    const struct mz_critical *critical = &account->critical;

    if (!is_told(critical))
        return MZ_NONE;
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].event == critical->event)
            return i;
    return has_own_step(account) ? MZ_NONE : last_up_to(account);
}

bool mz_critical_is_step(const struct mz_account *account,
                         const struct mz_step *step)
{
    uint32_t i;

    if (step->event != account->critical.event ||
        mz_critical_kind(account) != MZ_CRITICAL_STEP)
        return false;
    i = mz_critical_step(account);
    return i != MZ_NONE && &account->steps[i] == step;
}

/* ---- words --------------------------------------------------------------- */

/* `, f.c:9 in worker` */
static void say_place(const struct mz_narrator *n, struct mz_phrase *phrase)
{
    const struct mz_step *step = &critical_of(n)->instead;
    struct mz_frame place;

    if (!mz_narrator_step_place(n, step, &place) || !place.file || !place.line)
        return;
    mz_phrase_add(phrase, ", %s:%u", place.file, place.line);
    if (place.function)
        mz_phrase_add(phrase, " in %s", place.function);
}

void mz_critical_instead(const struct mz_narrator *n, char out[MZ_PHRASE])
{
    snprintf(out, MZ_PHRASE, "%s", "");
    if (critical_of(n)->has_instead)
        mz_narrator_step(n, &critical_of(n)->instead, out);
}

/* `main.1 goes on there instead: atomic store: x = 1, f.c:9 in f` */
static void say_way(const struct mz_narrator *n, struct mz_phrase *phrase)
{
    const struct mz_critical *critical = critical_of(n);
    char name[MZ_PHRASE], step[MZ_PHRASE];

    mz_narrator_thread(n, critical->thread, name);
    mz_critical_instead(n, step);
    if (critical->is_choice && !*step)
        mz_phrase_add(phrase, "%s takes another choice there (%u)", name,
                      critical->value);
    else
        mz_phrase_add(phrase, critical->is_choice
                                  ? "%s takes another choice there"
                                  : "%s goes on there instead",
                      name);
    if (*step) {
        mz_phrase_add(phrase, ": %s", step);
        say_place(n, phrase);
    }
}

/* `step 6` */
static void say_step(const struct mz_narrator *n, struct mz_phrase *phrase)
{
    const struct mz_account *account = &n->report->region->account;
    uint32_t step = mz_critical_step(account);

    if (critical_of(n)->is_choice && has_own_step(account))
        mz_phrase_add(phrase, "the choice of ");
    if (step == MZ_NONE)
        mz_phrase_add(phrase, "the step that fails");
    else
        mz_phrase_add(phrase, "step %lu",
                      (unsigned long)mz_steps_number(account, step));
}

bool mz_critical_text(const struct mz_narrator *n, char what[MZ_PHRASE],
                      char way[MZ_CRITICAL_TEXT])
{
    const struct mz_critical *critical = critical_of(n);
    struct mz_phrase first = mz_phrase_in(what, MZ_PHRASE);
    struct mz_phrase second = mz_phrase_in(way, MZ_CRITICAL_TEXT);

    mz_phrase_add(&second, "%s", "");
    switch (mz_critical_kind(&n->report->region->account)) {
    case MZ_CRITICAL_STEP:
        mz_phrase_add(&first, "critical is ");
        say_step(n, &first);
        mz_phrase_add(&first, ": after it every way to go on ends in an error");
        mz_phrase_add(&second, "in an execution without one, ");
        say_way(n, &second);
        return true;
    case MZ_CRITICAL_AVOIDABLE:
        mz_phrase_add(&first, "the error could still be avoided before ");
        say_step(n, &first);
        mz_phrase_add(&first, " (whether later, too, was not explored)");
        mz_phrase_add(&second, "in an execution without one, ");
        say_way(n, &second);
        return true;
    case MZ_CRITICAL_NEVER:
        mz_phrase_add(&first, "every execution ends in an error: no order of "
                              "its threads%s avoids it",
                      critical->has_choices ? ", and no choice," : "");
        return true;
    default:
        return false;
    }
}

void mz_critical_print(const struct mz_narrator *n, FILE *out)
{
    char what[MZ_PHRASE], way[MZ_CRITICAL_TEXT];

    if (!mz_critical_text(n, what, way))
        return;
    fprintf(out, "  %s\n", what);
    if (*way)
        fprintf(out, "    %s\n", way);
}
