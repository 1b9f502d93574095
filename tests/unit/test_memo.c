/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/memo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_answers_are_those_of_the_question(void **state)
{
    struct mz_memo memo = {0};
    size_t size;

    (void)state;
    assert_null(mz_memo_find(&memo, "a", 1, NULL));
    for (uint64_t i = 0; i < 1000; i++)
        mz_memo_keep(&memo, &i, sizeof i, &(uint64_t){i * i}, sizeof i);
    for (uint64_t i = 0; i < 1000; i++) {
        const uint64_t *kept = mz_memo_find(&memo, &i, sizeof i, &size);

        assert_non_null(kept);
        assert_int_equal(size, sizeof i);
        assert_int_equal(*kept, i * i);
    }
    assert_null(mz_memo_find(&memo, &(uint64_t){1000}, 8, NULL));
    mz_memo_free(&memo);
    assert_null(mz_memo_find(&memo, &(uint64_t){1}, 8, NULL));
}

static void test_a_longer_question_is_another_one(void **state)
{
    struct mz_memo memo = {0};
    size_t size;

    (void)state;
    mz_memo_keep(&memo, "ab", 2, "short", 6);
    mz_memo_keep(&memo, "abc", 3, "", 0);
    assert_string_equal(mz_memo_find(&memo, "ab", 2, NULL), "short");
    assert_non_null(mz_memo_find(&memo, "abc", 3, &size));
    assert_int_equal(size, 0);
    assert_null(mz_memo_find(&memo, "a", 1, NULL));
    mz_memo_free(&memo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_are_those_of_the_question),
        cmocka_unit_test(test_a_longer_question_is_another_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
