/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Searches that are put by: whenever that is, before an execution or after it,
 * who goes on with all that is left explores what would have been explored, in
 * the same order of threads. So the executions have the same names, and as many
 * new events, as those of a search that nobody has put by; also where it was
 * not decided yet by which order threads go on.
 *
 *     test_put_by [--seed=N] [--count=N]
 */
#include <getopt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "command.h"
#include "explore/explore.h"
#include "model.h"
#include "oracle.h"
#include "search.h"

enum {
    SCRIPTS = 1000,
    MOST = 60, /* executions, of a script that is tried */
    ROOM = 1 << 20,
    SHARE = 24 << 20, /* of the arena, for one that searches */
};

/* What a search has found; also what it is made of. */
struct found {
    uint64_t names, executions, events;
};

struct search {
    struct mz_observer observer; /* first */
    struct mz_algorithm *at_work;
    uint64_t names;
    uint32_t moments, puts_by; /* at that one; 0: never */
};

static bool goes_on(struct search *s)
{
    return ++s->moments != s->puts_by;
}

static bool may_run(struct mz_observer *observer, const struct mz_tally *tally)
{
    struct search *s = (struct search *)observer;

    (void)tally;
    if (s->at_work->begins_anew)
        s->names = 0;
    return goes_on(s);
}

static bool ran(struct mz_observer *observer, const struct mz_execution *x,
                enum mz_outcome outcome, const struct mz_tally *tally)
{
    struct search *s = (struct search *)observer;

    (void)tally;
    s->names += mz_hash_word(s->at_work->name(s->at_work), outcome) + x->length;
    return goes_on(s) && s->moments < 2 * MOST;
}

/* One explores, and at that moment puts all by; then another one goes on. Only
 * the tasks are theirs both. False: it is too large, or refuses the script. */
static bool explore(const struct mz_algorithm_entry *entry,
                    const struct mz_script *script, enum mz_learning learns,
                    uint32_t puts_by, struct found *found, uint32_t *moments)
{
    static char tasks[MOST][ROOM] __attribute__((aligned(8)));
    const struct mz_algorithm_options options = {
        .relation = mz_model_relation(script),
        .sleep_sets = true,
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
        .jobs = 1,
        .learns_order = learns,
        .is_divided = true,
    };
    struct mz_arena *arena = mz_search_arena(), own[2];
    struct search s = {.observer = {may_run, ran}, .puts_by = puts_by};
    struct mz_execution x[2];
    struct mz_algorithm *a[2];
    struct mz_tally tally = {0};
    struct mz_model model;
    uint32_t count = 0;
    bool done;

    mz_model_init(&model, script);
    for (int i = 0; i < 2; i++) {
        mz_arena_init(&own[i], mz_arena_take(arena, SHARE), SHARE);
        mz_execution_init(&x[i], &own[i], MZ_ORACLE_EVENTS);
        x[i].object_capacity = MZ_MACHINE_OBJECTS;
        a[i] = entry->create(&own[i], &x[i], &options);
    }
    s.at_work = a[0];
    done = mz_explore(a[0], &model.program, &x[0], &s.observer, &tally);
    *moments = s.moments;
    if (!done && s.moments == puts_by) {
        while (count < MOST &&
               a[0]->give(a[0], &x[0], tasks[count], ROOM, MZ_REST))
            count++;
        assert_true(count < MOST && !a[0]->next(a[0], &x[0]));
        s.at_work = a[1];
        for (done = true; done && count;) {
            a[1]->receive(a[1], &x[1], tasks[--count]);
            done = mz_explore(a[1], &model.program, &x[1], &s.observer, &tally);
        }
    }
    *found = (struct found){s.names, mz_tally_run(&tally), tally.events};
    return done;
}

/* By each moment that there is. NULL: it is all the same. */
static const char *try(const struct mz_algorithm_entry *entry,
                       const struct mz_script *script, enum mz_learning learns)
{
    struct found whole, parts;
    uint32_t last, moments;

    if (!explore(entry, script, learns, 0, &whole, &last))
        return NULL;
    for (uint32_t moment = 1; moment <= last; moment++) {
        if (!explore(entry, script, learns, moment, &parts, &moments))
            return "who goes on does not come to the end";
        if (parts.executions != whole.executions)
            return "who goes on has another number of executions";
        if (parts.names != whole.names)
            return "who goes on names them otherwise";
        if (parts.events != whole.events)
            return "who goes on has more new events, or fewer";
    }
    return NULL;
}

static bool try_seed(uint64_t seed)
{
    static const enum mz_learning ways[] = {MZ_LEARN_NOTHING, MZ_LEARN_SOON,
                                            MZ_LEARN_AT_ONCE};
    struct mz_script script;

    mz_random_script(&script, seed % MZ_MIX_COUNT, seed);
    for (size_t i = 0; i < mz_algorithm_count; i++) {
        const struct mz_algorithm_entry *entry = &mz_algorithms[i];

        if (entry->create != mz_pop_create && entry->create != mz_trust_create)
            continue;
        for (unsigned w = 0; w < MZ_COUNT(ways); w++) {
            const char *wrong = try(entry, &script, ways[w]);

            if (!wrong)
                continue;
            printf("# seed %llu, %s, learning %u: %s\n",
                   (unsigned long long)seed, entry->name, w, wrong);
            mz_command_print(&script);
            return false;
        }
    }
    return true;
}

static void it_is_all_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < mz_command_count(SCRIPTS); seed++)
        assert_true(try_seed(seed));
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},
        {"count", required_argument, NULL, 'c'},
        {0},
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_all_the_same),
    };
    uint64_t seed = 0, count = 0;
    bool good = true;

    for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;)
        if (!mz_command_seeds(o, &seed, &count))
            return 2;
    if (!count)
        return cmocka_run_group_tests(tests, NULL, NULL);
    for (uint64_t i = 0; i < count; i++)
        good &= try_seed(seed + i);
    printf("# %llu scripts\n", (unsigned long long)count);
    return !good;
}
