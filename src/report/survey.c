/* SPDX-License-Identifier: Apache-2.0 */
#include "report/survey.h"

/* By Good and Turing; 1 if there was no execution. */
static double chance_of_new(const struct mz_census *census)
{
    double single = (double)mz_census_single(census);
    double chance =
        census->executions ? single / (double)census->executions : 1;

    return chance < 1 ? chance : 1;
}

static bool is_exact(const struct mz_census *census)
{
    return census->level == 0;
}

static unsigned deepest(const struct mz_survey *survey)
{
    unsigned depth = MZ_MOST_DEPTH;

    while (depth && !survey->of_depth[depth])
        depth--;
    return depth;
}

static void print_traces(const struct mz_census *census, FILE *out)
{
    unsigned long distinct = mz_census_distinct(census);

    fprintf(out,
            "traces: %s%lu distinct; one more execution has a chance of about "
            "%.3g %% to show another\n",
            is_exact(census) ? "" : "about ", distinct,
            100 * chance_of_new(census));
}

static void print_depths(const struct mz_survey *survey, FILE *out)
{
    unsigned depth = deepest(survey);

    fprintf(out,
            "errors missed: of executions with up to %u threads and %u steps, "
            "by depth, with a chance of at most\n ",
            survey->threads, survey->steps);
    for (unsigned d = 1; d <= depth; d++)
        fprintf(out, "%s %u: %.3g %%", d > 1 ? "," : "", d,
                100 * mz_survey_missed(survey, d));
    fputc('\n', out);
    if (survey->longer)
        fprintf(out,
                "  %lu executions had more steps: for those no chance is "
                "known\n",
                (unsigned long)survey->longer);
    if (survey->cut)
        fprintf(
            out,
            "  %lu executions were cut where a thread waits in a loop: what "
            "needs those may be missed more often\n",
            (unsigned long)survey->cut);
}

void mz_survey_print(const struct mz_survey *survey, FILE *out)
{
    print_traces(&survey->census, out);
    if (deepest(survey))
        print_depths(survey, out);
}

static json_t *depths_array(const struct mz_survey *survey)
{
    json_t *array = json_array();

    for (unsigned d = 1; d <= deepest(survey); d++)
        json_array_append_new(
            array, json_pack("{s:i, s:I, s:I, s:f}", "depth", d, "executions",
                             (json_int_t)survey->of_depth[d], "failed",
                             (json_int_t)survey->failed_of_depth[d], "missed",
                             mz_survey_missed(survey, d)));
    return array;
}

json_t *mz_survey_object(const struct mz_survey *survey)
{
    const struct mz_census *census = &survey->census;
    json_t *object = json_pack(
        "{s:I, s:I, s:I, s:I, s:b, s:f}", "drawn", (json_int_t)survey->drawn,
        "failed", (json_int_t)survey->failed, "cut", (json_int_t)survey->cut,
        "traces", (json_int_t)mz_census_distinct(census), "traces_exact",
        is_exact(census), "chance_of_new", chance_of_new(census));

    if (!deepest(survey))
        return object;
    json_object_set_new(object, "threads", json_integer(survey->threads));
    json_object_set_new(object, "steps", json_integer(survey->steps));
    json_object_set_new(object, "longer",
                        json_integer((json_int_t)survey->longer));
    json_object_set_new(object, "depths", depths_array(survey));
    return object;
}
