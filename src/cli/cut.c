/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cut.h"

#include "explore/algorithm.h"

enum {
    SMALL_BOUND = 1000,
    EVENTS = 3000000, /* to be run, with the small bound: a second or two */
    TURNS = 16,        /* in an execution that one thread would have alone */
};

/* What is drawn asks for its own orders. */
static bool takes_turns(const struct mz_settings *settings)
{
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(settings->algorithm);

    return entry && entry->reduction != MZ_REDUCTION_SAMPLE;
}

static void let_others_go_first(struct mz_settings *settings)
{
    uint32_t length = settings->max_events / TURNS;

    if (takes_turns(settings))
        settings->turn_length = length ? length : 1;
}

void mz_cut_begin(struct mz_settings *settings, bool is_given)
{
    if (!is_given && settings->max_events > SMALL_BOUND) {
        settings->first_bound = settings->max_events;
        return;
    }
    let_others_go_first(settings);
    if (!is_given)
        settings->events_when_cut = EVENTS;
}

bool mz_cut_begin_anew(struct mz_settings *settings)
{
    if (!settings->first_bound)
        return false;
    settings->first_bound = 0;
    settings->max_events = SMALL_BOUND;
    settings->events_when_cut = EVENTS;
    let_others_go_first(settings);
    return true;
}
