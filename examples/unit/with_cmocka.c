/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cmocka: its assertions leave a test by longjmp, which is an error that
 * mz_check tells of.
 *
 *     mazurka cc with_cmocka.c -o with_cmocka -lcmocka && ./with_cmocka
 */
#include "account.h"

#include <mazurka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The framework was not built by mazurka; it only notes failures. */
static const struct mz_options options = {.trust = "libcmocka.so.0",
                                          .quiet = 1};

static void explore(void (*test)(void *), void *argument)
{
    if (mz_check(test, argument, &options) != MZ_CHECK_SAFE)
        fail_msg("%s", mz_report());
}

static void *deposits(void *account)
{
    account_deposit(account, 10);
    return NULL;
}

static void both_deposits(void *account)
{
    pthread_t other;

    pthread_create(&other, NULL, deposits, account);
    account_deposit(account, 20);
    pthread_join(other, NULL);
    assert_int_equal(account_balance(account), 130);
}

static int open_account(void **state)
{
    static struct account account = ACCOUNT(100);

    *state = &account;
    return 0;
}

static void both_deposits_arrive(void **state)
{
    explore(both_deposits, *state);
}

static void nothing_is_left_behind(void **state)
{
    assert_int_equal(account_balance(*state), 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_deposits_arrive),
        cmocka_unit_test(nothing_is_left_behind),
    };

    return cmocka_run_group_tests(tests, open_account, NULL);
}
