/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/sample.h"

static void all_and_nothing(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 100000; n++) {
        assert_true(mz_sample_has(n, 100));
        assert_false(mz_sample_has(n, 0));
    }
    assert_true(mz_sample_has(UINT64_MAX, 100));
    assert_false(mz_sample_has(UINT64_MAX, 0));
}

static void first_is_in_any(void **state)
{
    (void)state;
    for (unsigned percent = 1; percent <= 100; percent++)
        assert_true(mz_sample_has(0, percent));
}

static void shares_contain_smaller_ones(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 10000; n++)
        for (unsigned percent = 0; percent < 100; percent++)
            assert_true(mz_sample_has(n, percent + 1) ||
                        !mz_sample_has(n, percent));
}

/* In any hundred numbers in succession, as many as there should be but for
 * three. */
static void evenly_spread(void **state)
{
    (void)state;
    for (unsigned percent = 0; percent <= 100; percent++) {
        unsigned count = 0;

        for (uint64_t n = 0; n < 20000; n++) {
            count += mz_sample_has(n, percent);
            if (n >= 100)
                count -= mz_sample_has(n - 100, percent);
            if (n >= 99)
                assert_in_range(count + 3, percent, percent + 6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_and_nothing),
        cmocka_unit_test(first_is_in_any),
        cmocka_unit_test(shares_contain_smaller_ones),
        cmocka_unit_test(evenly_spread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
