/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of threads, of one word and of several, against a table of who is in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "op/thread.h"
#include "tests/random_below.h"

enum { SETS = 300 };

struct table {
    bool has[MZ_MAX_THREADS];
};

static bool one(const struct table *table, unsigned t)
{
    return table->has[t];
}

static unsigned count(const struct table *table)
{
    unsigned sum = 0;

    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        sum += one(table, t);
    return sum;
}

/* What is in the set, and nothing else, is in the table. */
static void check_same(mz_tset set, const struct table *table)
{
    unsigned first = MZ_MAX_THREADS, end = 1;

    for (unsigned t = MZ_MAX_THREADS; t-- > 0;) {
        assert_int_equal(mz_tset_has(set, t), one(table, t));
        if (one(table, t)) {
            first = t;
            end = end > t + 1 ? end : t + 1;
        }
    }
    assert_int_equal(mz_tset_count(set), count(table));
    assert_int_equal(mz_tset_some(set), count(table) > 0);
    assert_int_equal(mz_tset_end(set), end);
    if (mz_tset_some(set))
        assert_int_equal(mz_tset_first(set), first);
}

/* Few or many, and in some of the words none. */
static mz_tset draw(struct mz_random *random, struct table *table)
{
    unsigned percent = mz_random_below(random, 100);
    uint32_t words = mz_random_below(random, 1 << MZ_MAX_THREADS / 64);
    mz_tset set = MZ_TSET_EMPTY;

    memset(table, 0, sizeof *table);
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        if (words >> t / 64 & 1 && mz_random_below(random, 100) < percent) {
            mz_tset_add(&set, t);
            table->has[t] = true;
        }
    return set;
}

/* Of two tables, who is in such of them: bit 1 both, 2 the first alone, 3 the
 * second alone. */
static struct table joined(const struct table *a, const struct table *b,
                           unsigned which)
{
    struct table table;

    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        table.has[t] = which >> (one(a, t)   ? one(b, t) ? 1 : 2
                                 : one(b, t) ? 3
                                             : 0) &
                       1;
    return table;
}

enum { BOTH = 1 << 1, FIRST = 1 << 2, SECOND = 1 << 3 };

static void of_two(void **state)
{
    struct mz_random random;
    struct table a, b, c;

    (void)state;
    mz_random_seed(&random, 1);
    for (unsigned i = 0; i < SETS; i++) {
        mz_tset x = draw(&random, &a), y = draw(&random, &b);

        check_same(x, &a);
        c = joined(&a, &b, BOTH);
        check_same(mz_tset_and(x, y), &c);
        assert_int_equal(mz_tset_meets(x, y), count(&c) > 0);
        c = joined(&a, &b, BOTH | FIRST | SECOND);
        check_same(mz_tset_or(x, y), &c);
        c = joined(&a, &b, FIRST);
        check_same(mz_tset_minus(x, y), &c);
        assert_int_equal(mz_tset_equal(x, y), !memcmp(&a, &b, sizeof a));
        assert_true(mz_tset_equal(x, x));
    }
}

static void of_one_and_a_thread(void **state)
{
    struct mz_random random;
    struct table a, b;

    (void)state;
    mz_random_seed(&random, 2);
    for (unsigned i = 0; i < SETS; i++) {
        mz_tset x = draw(&random, &a), y = x;
        mz_tid t = mz_random_below(&random, MZ_MAX_THREADS);

        b = a;
        b.has[t] = false;
        check_same(mz_tset_without(x, t), &b);
        mz_tset_remove(&y, t);
        check_same(y, &b);
        assert_int_equal(mz_tset_equal(x, y), !one(&a, t));
        assert_int_equal(mz_tset_hash(7, x) == mz_tset_hash(7, y), !one(&a, t));
        memset(b.has, 0, t + 1);
        check_same(mz_tset_behind(x, t), &b);
        memset(&b, 0, sizeof b);
        b.has[t] = true;
        check_same(mz_tset_of(t), &b);
    }
}

static void each_in_order(void **state)
{
    struct mz_random random;
    struct table a;

    (void)state;
    mz_random_seed(&random, 3);
    for (unsigned i = 0; i < SETS; i++) {
        mz_tset x = draw(&random, &a);

        MZ_EACH(rest, x) {
            check_same(rest, &a);
            a.has[mz_tset_first(rest)] = false;
        }
        assert_int_equal(count(&a), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two),
        cmocka_unit_test(of_one_and_a_thread),
        cmocka_unit_test(each_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
