/* SPDX-License-Identifier: Apache-2.0 */
/*
 * No framework:
 *
 *     mazurka cc with_assert.c -o with_assert && ./with_assert
 */
#include "account.h"

#include <assert.h>
#include <mazurka.h>

static void *deposits(void *account)
{
    account_deposit(account, 10);
    return NULL;
}

static void both_deposits_arrive(void *unused)
{
    struct account account = ACCOUNT(100);
    pthread_t other;

    (void)unused;
    pthread_create(&other, NULL, deposits, &account);
    account_deposit(&account, 20);
    pthread_join(other, NULL);
    assert(account_balance(&account) == 130);
}

int main(void)
{
    return mz_check(both_deposits_arrive, NULL, NULL);
}
