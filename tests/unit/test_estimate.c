/* SPDX-License-Identifier: Apache-2.0 */
/* Estimates of subtrees, from those explored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explore/estimate.h"

enum { LENGTHS = 32 };

static struct mz_estimate begin(void)
{
    static _Alignas(64) char memory[1 << 12];
    struct mz_estimate estimate;
    struct mz_arena arena;

    mz_fill(memory, 0, sizeof memory);
    mz_arena_init(&arena, memory, sizeof memory);
    mz_estimate_init(&estimate, &arena, LENGTHS);
    return estimate;
}

static void test_average_of_a_length(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    mz_estimate_add(&e, 7, 10);
    mz_estimate_add(&e, 7, 30);
    assert_true(mz_estimate_of(&e, 7) == 20);
}

static void test_unknown_in_between_is_as_the_next_longer(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    mz_estimate_add(&e, 5, 100);
    mz_estimate_add(&e, 9, 4);
    assert_true(mz_estimate_of(&e, 6) == 4);
    assert_true(mz_estimate_of(&e, 5) == 100);
}

static void test_longer_than_any_is_one_execution(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    mz_estimate_add(&e, 5, 100);
    assert_true(mz_estimate_of(&e, 6) == 1);
}

static void test_shorter_than_any_is_all_so_far(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    e.all = 70;
    assert_true(mz_estimate_of(&e, 3) == 70);
    mz_estimate_add(&e, 5, 8);
    assert_true(mz_estimate_of(&e, 3) == 70);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_average_of_a_length),
        cmocka_unit_test(test_unknown_in_between_is_as_the_next_longer),
        cmocka_unit_test(test_longer_than_any_is_one_execution),
        cmocka_unit_test(test_shorter_than_any_is_all_so_far),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
