/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Unity (ThrowTheSwitch): its assertions leave a test by longjmp, which is an
 * error that mz_check tells of, on stderr: Unity would print the lines of the
 * report as one. It is source code, built with the test:
 *
 *     mazurka cc -I$UNITY_DIR with_unity.c $UNITY_DIR/unity.c -o with_unity &&
 *         ./with_unity
 */
#include "account.h"

#include <mazurka.h>
#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct account account;

void setUp(void)
{
    account = (struct account)ACCOUNT(100);
}

void tearDown(void)
{
}

static void explore(void (*test)(void *), void *argument)
{
    char headline[200];

    if (mz_check(test, argument, NULL) == MZ_CHECK_SAFE)
        return;
    snprintf(headline, sizeof headline, "%.*s",
             (int)strcspn(mz_report(), "\n"), mz_report());
    TEST_FAIL_MESSAGE(headline);
}

static void *deposits(void *unused)
{
    account_deposit(&account, 10);
    return unused;
}

static void both_deposits(void *unused)
{
    pthread_t other;

    pthread_create(&other, NULL, deposits, unused);
    account_deposit(&account, 20);
    pthread_join(other, NULL);
    TEST_ASSERT_EQUAL_INT(130, account_balance(&account));
}

static void both_deposits_arrive(void)
{
    explore(both_deposits, NULL);
}

static void nothing_is_left_behind(void)
{
    TEST_ASSERT_EQUAL_INT(100, account_balance(&account));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(both_deposits_arrive);
    RUN_TEST(nothing_is_left_behind);
    return UNITY_END();
}
