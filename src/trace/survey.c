/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/survey.h"

static void most(uint32_t *of, uint32_t other)
{
    if (other > *of)
        *of = other;
}

void mz_survey_merge(struct mz_survey *survey, const struct mz_survey *other)
{
    mz_census_merge(&survey->census, &other->census);
    survey->drawn += other->drawn;
    survey->failed += other->failed;
    survey->cut += other->cut;
    most(&survey->threads, other->threads);
    most(&survey->steps, other->steps);
    survey->longer += other->longer;
    for (unsigned d = 0; d <= MZ_MOST_DEPTH; d++) {
        survey->of_depth[d] += other->of_depth[d];
        survey->failed_of_depth[d] += other->failed_of_depth[d];
    }
}

/* base^exponent, for base in [0, 1]: no library of mathematics is linked. */
static double power(double base, uint64_t exponent)
{
    double result = 1;

    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

double mz_survey_missed(const struct mz_survey *survey, unsigned depth)
{
    double found = survey->threads ? 1.0 / survey->threads : 0;

    for (unsigned d = 1; d < depth; d++)
        found /= survey->steps ? survey->steps : 1;
    return power(1 - found, survey->of_depth[depth]);
}
