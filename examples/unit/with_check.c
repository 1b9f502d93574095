/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check (libcheck): each of its tests is a process, and mz_check is called
 * there.
 *
 *     mazurka cc with_check.c -o with_check $(pkg-config --libs check) &&
 *         ./with_check
 */
#include "account.h"

#include <assert.h>
#include <check.h>
#include <mazurka.h>

/* The framework was not built by mazurka; it is not called in the test. */
static const struct mz_options options = {
    .trust = "libcheck_pic.a,libsubunit.so.0,timer_delete", .quiet = 1};

static void *deposits(void *account)
{
    account_deposit(account, 10);
    return NULL;
}

static void both_deposits(void *unused)
{
    struct account account = ACCOUNT(100);
    pthread_t other;

    (void)unused;
    pthread_create(&other, NULL, deposits, &account);
    account_deposit(&account, 20);
    pthread_join(other, NULL);
    assert(account_balance(&account) == 130);
}

START_TEST(both_deposits_arrive)
{
    ck_assert_msg(mz_check(both_deposits, NULL, &options) == MZ_CHECK_SAFE,
                  "%s", mz_report());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("account");
    TCase *deposit = tcase_create("deposit");
    SRunner *runner = srunner_create(suite);
    int failed;

    tcase_add_test(deposit, both_deposits_arrive);
    suite_add_tcase(suite, deposit);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
