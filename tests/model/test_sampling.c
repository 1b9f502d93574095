/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The algorithms that sample, on random scripts, against the oracle: each
 * execution is one of the script; the census tells as many traces as there are
 * by definition; who runs an execution makes no difference, and the seed does;
 * a random walk comes to all that there is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "command.h"
#include "model.h"
#include "random_script.h"
#include "search.h"
#include "trace/survey.h"

enum {
    SCRIPTS = 300,
    SAMPLES = 150,
    STEPS = 20000, /* of the oracle, else a script is left out */
    FEW = 12,      /* interleavings: each has a good chance ... */
    MANY = 2000,   /* ... to be among so many executions */
    DRAWN = 4000,  /* of which shares are taken */
};

static const char *const algorithms[] = {"random", "pct", "pos"};

static struct mz_survey survey;

static struct mz_search sampled(const char *algorithm,
                                const struct mz_script *script,
                                uint64_t samples, uint64_t seed, bool divided)
{
    struct mz_search search = {
        .algorithm = algorithm,
        .relation = mz_model_relation(script),
        .limit = UINT64_MAX,
        .samples = samples,
        .seed = seed,
        .divided = divided,
        .survey = &survey,
    };

    survey = (struct mz_survey){0};
    mz_search_run(&search, script);
    assert_null(search.wrong);
    assert_null(search.unsupported);
    assert_int_equal(search.blocked, 0);
    return search;
}

static uint32_t times_of(const struct mz_canonical_set *set,
                         struct mz_canonical trace)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (mz_canonical_same(set->entries[i], trace))
            return set->times[i];
    return 0;
}

static bool is_same(const struct mz_canonical_set *a,
                    const struct mz_canonical_set *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (times_of(b, a->entries[i]) != a->times[i])
            return false;
    return true;
}

/* Of executions that end at a false assumption the census knows nothing. */
static void check_census(const struct mz_search *search)
{
    uint64_t others = search->executions[MZ_ASSUME_BLOCKED] +
                      search->executions[MZ_LOOP_BLOCKED];
    uint64_t single = 0;

    assert_int_equal(survey.census.level, 0);
    assert_int_equal(survey.census.executions + others, survey.drawn);
    if (others)
        return;
    for (uint32_t i = 0; i < search->traces.count; i++)
        single += search->traces.times[i] == 1;
    assert_int_equal(mz_census_distinct(&survey.census), search->traces.count);
    assert_int_equal(mz_census_single(&survey.census), single);
}

struct totals {
    unsigned scripts, other_seeds, complete;
};

static void try_algorithm(const char *algorithm, const struct mz_script *script,
                          const struct mz_oracle *oracle, struct totals *totals)
{
    struct mz_search one = sampled(algorithm, script, SAMPLES, 1, false);
    struct mz_search parts, other;
    bool has_choice = mz_oracle_sum(oracle->interleavings) > 1;

    check_census(&one);
    assert_int_equal(mz_oracle_sum(one.executions), has_choice ? SAMPLES : 1);
    for (uint32_t i = 0; i < one.traces.count; i++)
        assert_true(
            mz_canonical_set_has(&oracle->traces, one.traces.entries[i]));
    parts = sampled(algorithm, script, SAMPLES, 1, true);
    check_census(&parts);
    assert_true(is_same(&one.traces, &parts.traces));
    other = sampled(algorithm, script, SAMPLES, 2, false);
    totals->other_seeds += !is_same(&one.traces, &other.traces);
    mz_search_free(&one);
    mz_search_free(&parts);
    mz_search_free(&other);
}

/* Every interleaving is as likely as the choices that lead to it. */
static void try_all(const struct mz_script *script,
                    const struct mz_oracle *oracle, struct totals *totals)
{
    for (unsigned i = 0; i < MZ_COUNT(algorithms); i += 2) { /* no priorities */
        struct mz_search search =
            sampled(algorithms[i], script, MANY, 3, false);

        assert_int_equal(search.traces.count, oracle->traces.count);
        mz_search_free(&search);
    }
    totals->complete++;
}

static void samples_are_executions(void **state)
{
    static struct mz_oracle oracle;
    struct totals totals = {0};
    uint64_t count = mz_command_count(SCRIPTS);
    uint64_t scripts = count > MZ_MIX_COUNT ? count : MZ_MIX_COUNT;

    (void)state;
    for (uint64_t seed = 0; seed < scripts; seed++) {
        struct mz_script script;
        uint64_t interleavings;

        mz_random_script(&script, seed % MZ_MIX_COUNT, seed);
        oracle.relation = mz_model_relation(&script);
        oracle.memoise = true;
        oracle.limit = STEPS;
        if (!mz_oracle_run(&oracle, &script) ||
            oracle.longest > MZ_ORACLE_EVENTS)
            continue;
        interleavings = mz_oracle_sum(oracle.interleavings);
        totals.scripts++;
        for (unsigned i = 0; i < MZ_COUNT(algorithms); i++)
            try_algorithm(algorithms[i], &script, &oracle, &totals);
        if (interleavings <= FEW)
            try_all(&script, &oracle, &totals);
    }
    print_message("%u scripts; another seed, other executions: %u of %u; %u "
                  "sampled to the end\n",
                  totals.scripts, totals.other_seeds,
                  totals.scripts * (unsigned)MZ_COUNT(algorithms),
                  totals.complete);
    assert_true(totals.scripts > scripts * 3 / 4);
    assert_true(totals.other_seeds > totals.scripts);
    assert_true(totals.complete > scripts / 20);
    mz_oracle_free(&oracle);
}

/*
 * Under pos, q is before, between or behind the two writes of p in 1/2, 1/4 and
 * 1/4 of all executions, as its write draws again when p's first has come. If
 * it did not, it would be between them in 1/6: having been the lower of two, it
 * would seldom be higher than a third.
 */
static void what_races_draws_again(void **state)
{
    struct mz_script script;
    struct mz_search search;

    (void)state;
    assert_null(mz_script_parse(&script, "0: create 1; create 2\n"
                                         "1: x0 = 1; x0 = 2\n"
                                         "2: x0 = 3\n"));
    search = sampled("pos", &script, DRAWN, 1, false);
    assert_int_equal(search.traces.count, 3);
    for (uint32_t i = 0; i < search.traces.count; i++)
        assert_true(search.traces.times[i] > DRAWN * 0.22);
    mz_search_free(&search);
}

/* ---- the census alone ---------------------------------------------------- */

enum { NAMES = 400000 };

static uint64_t name_of(uint64_t i)
{
    return mz_hash_word(7, i) | (uint64_t)1 << 63;
}

/* Some come once, some twice; in whichever order, and by whom. */
static void census_is_about_right(void **state)
{
    static struct mz_census census, back, half[2];
    uint64_t distinct, single;

    (void)state;
    for (uint64_t i = 0; i < NAMES; i++) {
        uint64_t times = 1 + (i % 4 == 0), j = NAMES - 1 - i;

        mz_census_add(&census, name_of(i), times);
        mz_census_add(&back, name_of(j), 1 + (j % 4 == 0));
        for (uint64_t n = 0; n < times; n++)
            mz_census_add(&half[(i / 8 + (i % 8 ? n : 0)) % 2], name_of(i), 1);
    }
    distinct = mz_census_distinct(&census);
    single = mz_census_single(&census);
    assert_true(distinct > NAMES * 0.95 && distinct < NAMES * 1.05);
    assert_true(single > NAMES * 0.70 && single < NAMES * 0.80);
    assert_int_equal(census.executions, NAMES * 5 / 4);
    assert_int_equal(mz_census_distinct(&back), distinct);
    assert_int_equal(mz_census_single(&back), single);
    mz_census_merge(&half[0], &half[1]);
    assert_int_equal(mz_census_distinct(&half[0]), distinct);
    assert_int_equal(mz_census_single(&half[0]), single);
    assert_int_equal(half[0].executions, census.executions);
}

/* n = 2, k = 10: 1 / 2, 1 / 20 and 1 / 200 an execution. */
static void chances_are_those_of_the_theorem(void **state)
{
    static struct mz_survey s = {
        .threads = 2, .steps = 10, .of_depth = {5, 2, 1, 0}};

    (void)state;
    assert_float_equal(mz_survey_missed(&s, 1), 0.25, 1e-12);
    assert_float_equal(mz_survey_missed(&s, 2), 0.95, 1e-12);
    assert_float_equal(mz_survey_missed(&s, 3), 1, 1e-12);
    s.of_depth[3] = 2;
    assert_float_equal(mz_survey_missed(&s, 3), 0.995 * 0.995, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_executions),
        cmocka_unit_test(what_races_draws_again),
        cmocka_unit_test(census_is_about_right),
        cmocka_unit_test(chances_are_those_of_the_theorem),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
