/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/written.h"

#include <stdio.h>
#include <string.h>

#include "cli/contradictions.h"
#include "cli/cut.h"
#include "cli/option.h"
#include "cli/transcript.h"
#include "explore/algorithm.h"
#include "report/narrator.h"
#include "report/refusal.h"
#include "report/steps.h"

/* Twice as many executions as there were with all orders seq_cst, which have
 * shown how long one takes, but at least and at most so many. */
enum { LEAST = 200, MOST = 1000 };

static const char model[] = "--memory-model=rc11";

/* Are executions with the orders as written to follow? They are, after a whole
 * search that was `safe`, if the user has asked neither for a model of memory
 * nor for an algorithm, which might have none but sequential consistency. */
static bool is_due(const struct mz_run *run, const struct mz_result *result,
                   const struct mz_request *options)
{
    return result->verdict == MZ_VERDICT_SAFE && !result->was_stopped &&
           result->region->weak_atomics && !run->keeping && !run->continues &&
           !run->ranks && !mz_options_name_algorithm(options) &&
           !mz_option_is_given(options, MZ_ID_memory_model);
}

static uint64_t executions_of(const struct mz_tally *strong)
{
    uint64_t run = 2 * mz_tally_run(strong);

    return run < LEAST ? LEAST : run > MOST ? MOST : run;
}

static void settle(struct mz_settings *settings,
                   const struct mz_request *options,
                   const struct mz_tally *strong)
{
    settings->memory_model = (uint32_t)options->memory_model;
    snprintf(settings->algorithm, sizeof settings->algorithm, "%s",
             mz_algorithms[options->algorithm].name);
    settings->simplest = options->simplest;
    settings->statistics = false;
    settings->audit = MZ_AUDIT_OFF; /* it has been done */
    settings->jobs = 1;
    settings->max_events = (uint32_t)options->max_events;
    settings->first_bound = settings->turn_length = 0;
    settings->events_when_cut = 0;
    mz_cut_begin(settings, mz_option_is_given(options, MZ_ID_max_events));
    settings->most_runs = executions_of(strong);
}

/* Takes the time of the first search from what --timeout allows. False: nothing
 * is left of it. */
static bool begin(struct mz_run *run, const struct mz_result *result)
{
    if (run->timeout && run->timeout <= result->seconds)
        return false;
    if (run->timeout)
        run->timeout -= result->seconds;
    run->may_change_algorithm = run->verbose = false;
    run->looks_for = "an error with the orders of atomics as they are written";
    run->lasts = 0;
    run->is_aside = true;
    return true;
}

/* The option stands where it would stand if it had been typed. */
static void add_model(struct mz_arguments *with, char *const *command)
{
    mz_arguments_add(with, *command++);
    if (*command && !strcmp(*command, "check"))
        mz_arguments_add(with, *command++);
    mz_arguments_add(with, model);
    mz_arguments_add_all(with, command);
}

/* Is the first step that would not be so with all atomics seq_cst in code that
 * was compiled into the program? What the C++ library does is no matter of the
 * program that is checked. */
static bool is_due_to_program(const struct mz_region *region)
{
    const struct mz_account *account = &region->account;
    struct mz_report report = {.region = region};
    struct mz_narrator narrator;
    bool is_programs = false;

    if (!mz_narrator_open(&narrator, &report))
        return false;
    for (uint32_t i = 0; i < account->step_count; i++)
        if (mz_steps_is_first_weak(account, &account->steps[i]))
            is_programs =
                mz_narrator_step_is_programs(&narrator, &account->steps[i]);
    mz_narrator_close(&narrator);
    return is_programs;
}

static enum mz_written_outcome outcome_of(const struct mz_result *result)
{
    switch (result->verdict) {
    case MZ_VERDICT_ERROR:
        return is_due_to_program(result->region) ? MZ_WRITTEN_ERROR
                                                 : MZ_WRITTEN_LIBRARY;
    case MZ_VERDICT_SAFE:
        return MZ_WRITTEN_ALL;
    case MZ_VERDICT_INCOMPLETE:
        return MZ_WRITTEN_SOME;
    default:
        return MZ_WRITTEN_REFUSED;
    }
}

static void note(struct mz_report_written *told, const struct mz_result *strong,
                 const struct mz_result *weak)
{
    told->outcome = (uint8_t)outcome_of(weak);
    told->strong = strong->region->progress.tally.executions;
    told->executions = weak->region->progress.tally.executions;
    if (told->outcome == MZ_WRITTEN_REFUSED)
        snprintf(told->why, sizeof told->why, "%s",
                 mz_refusal_message(weak->region));
}

bool mz_written_look(struct mz_written *w, struct mz_run *run,
                     struct mz_result *result, const struct mz_request *options,
                     char *const *command)
{
    struct mz_run second;
    struct mz_result weak = {0};

    if (!is_due(run, result, options))
        return false;
    second = *run;
    *w = (struct mz_written){.options = *options};
    if (!mz_options_weaken(&w->options, MZ_MODEL_RC11) ||
        !begin(&second, result))
        return false;
    settle(&second.settings, &w->options, &result->region->progress.tally);
    if (mz_supervise(&second, &weak))
        return false;
    note(&w->told, result, &weak);
    if (w->told.outcome != MZ_WRITTEN_ERROR) {
        mz_transcript_release(weak.region);
        return false;
    }
    add_model(&w->command, command);
    mz_transcript_release(result->region);
    weak.seconds += result->seconds;
    *run = second;
    *result = weak;
    return true;
}
