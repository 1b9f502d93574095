/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "cli/contradictions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/algorithms.h"
#include "cli/message.h"
#include "cli/option.h"

/* An option that asks for something; or for this value, if there is one. */
struct demand {
    enum mz_option_id option;
    const char *value;
};

static const struct {
    struct demand one, other;
} contradictions[] = {
    {{MZ_ID_verbose, NULL}, {MZ_ID_quiet, NULL}},
    {{MZ_ID_jobs, NULL}, {MZ_ID_stats, NULL}},
    {{MZ_ID_jobs, NULL}, {MZ_ID_count_traces, NULL}},
    {{MZ_ID_jobs, NULL}, {MZ_ID_isolation, "fork"}},
    {{MZ_ID_jobs, NULL}, {MZ_ID_suggest_orders, NULL}},
    {{MZ_ID_jobs, NULL}, {MZ_ID_relax, NULL}},
    {{MZ_ID_checkpoint, NULL}, {MZ_ID_stats, NULL}},
    {{MZ_ID_checkpoint, NULL}, {MZ_ID_count_traces, NULL}},
    {{MZ_ID_checkpoint, NULL}, {MZ_ID_isolation, "fork"}},
    {{MZ_ID_checkpoint, NULL}, {MZ_ID_expect_output, NULL}},
    {{MZ_ID_checkpoint, NULL}, {MZ_ID_suppressions, NULL}},
    {{MZ_ID_checkpoint, NULL}, {MZ_ID_share_files, NULL}},
    {{MZ_ID_checkpoint, NULL}, {MZ_ID_function, NULL}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_count_traces, NULL}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_expect_output, NULL}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_property, NULL}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_plain, "interleave"}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_plain, "ignore"}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_preload, NULL}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_volatiles, "atomic"}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_race_sample, NULL}},
    {{MZ_ID_memory_model, NULL}, {MZ_ID_simplest, "on"}},
    {{MZ_ID_sleep_sets, "on"}, {MZ_ID_preemptions, NULL}},
    {{MZ_ID_sleep_sets, "on"}, {MZ_ID_context_switches, NULL}},
    {{MZ_ID_preload, NULL}, {MZ_ID_plain, "check"}},
    {{MZ_ID_preload, NULL}, {MZ_ID_plain, "interleave"}},
    {{MZ_ID_preload, NULL}, {MZ_ID_property, NULL}},
    {{MZ_ID_property, NULL}, {MZ_ID_expect_output, NULL}},
    {{MZ_ID_property, "unreach-call"}, {MZ_ID_plain, "check"}},
    {{MZ_ID_property, "unreach-call"}, {MZ_ID_plain, "ignore"}},
    {{MZ_ID_property, "no-data-race"}, {MZ_ID_plain, "interleave"}},
    {{MZ_ID_property, "no-data-race"}, {MZ_ID_plain, "ignore"}},
    {{MZ_ID_property, "valid-memsafety"}, {MZ_ID_plain, "check"}},
    {{MZ_ID_property, "valid-memsafety"}, {MZ_ID_plain, "ignore"}},
    {{MZ_ID_property, "no-overflow"}, {MZ_ID_plain, "check"}},
    {{MZ_ID_property, "no-overflow"}, {MZ_ID_plain, "ignore"}},
    {{MZ_ID_property, "termination"}, {MZ_ID_plain, "check"}},
    {{MZ_ID_property, "termination"}, {MZ_ID_plain, "ignore"}},
};

/* The first is for this value of the second alone; or for any, if there is no
 * value here. */
static const struct {
    enum mz_option_id option;
    struct demand needs;
} requirements[] = {
    {MZ_ID_race_sample, {MZ_ID_plain, "check"}},
    {MZ_ID_witness, {MZ_ID_property, NULL}},
    {MZ_ID_suggest_orders, {MZ_ID_memory_model, NULL}},
    {MZ_ID_relax, {MZ_ID_memory_model, NULL}},
};

static bool has_value(const struct mz_request *options,
                      const struct demand *demand)
{
    char *text = mz_option_text(options, demand->option);
    bool is_same = !strcmp(text, demand->value);

    free(text);
    return is_same;
}

static bool holds(const struct mz_request *options, const struct demand *demand)
{
    return mz_option_asks(options, demand->option) &&
           (!demand->value || has_value(options, demand));
}

static char *demand_text(const struct demand *demand)
{
    char *text;

    if (asprintf(&text, "--%s%s%s", mz_option_table[demand->option].name,
                 demand->value ? "=" : "",
                 demand->value ? demand->value : "") < 0)
        mz_out_of_memory();
    return text;
}

/* The place in the table of the first two options given that contradict each
 * other; MZ_COUNT(contradictions): no two do. */
static size_t find_contradiction(const struct mz_request *options)
{
    size_t i = 0;

    while (i < MZ_COUNT(contradictions) &&
           !(holds(options, &contradictions[i].one) &&
             holds(options, &contradictions[i].other)))
        i++;
    return i;
}

static int refuse_contradictions(const struct mz_request *options)
{
    size_t i = find_contradiction(options);

    if (i == MZ_COUNT(contradictions))
        return 0;
    return mz_refuse("%s and %s contradict each other",
                     demand_text(&contradictions[i].one),
                     demand_text(&contradictions[i].other));
}

static int refuse_requirements(const struct mz_request *options)
{
    for (size_t i = 0; i < MZ_COUNT(requirements); i++) {
        const struct demand *needs = &requirements[i].needs;

        if (!mz_option_asks(options, requirements[i].option))
            continue;
        if (!needs->value && !mz_option_asks(options, needs->option))
            return mz_refuse("--%s needs %s",
                             mz_option_table[requirements[i].option].name,
                             demand_text(needs));
        if (needs->value && !has_value(options, needs))
            return mz_refuse("--%s is for %s, not for %s",
                             mz_option_table[requirements[i].option].name,
                             demand_text(needs),
                             mz_option_text(options, needs->option));
    }
    return 0;
}

int mz_contradictions_refuse(const struct mz_request *options)
{
    int status = refuse_contradictions(options);

    if (!status)
        status = refuse_requirements(options);
    return status ? status : mz_algorithms_refuse(options);
}

bool mz_contradictions_any(const struct mz_request *options)
{
    return find_contradiction(options) < MZ_COUNT(contradictions) ||
           !mz_algorithms_can(options);
}
