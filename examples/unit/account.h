/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of this folder test: an account that two threads use. With
 * -DBROKEN a deposit can be lost. */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

#define ACCOUNT(balance) {PTHREAD_MUTEX_INITIALIZER, balance}

static inline int account_balance(struct account *account)
{
    int balance;

    pthread_mutex_lock(&account->lock);
    balance = account->balance;
    pthread_mutex_unlock(&account->lock);
    return balance;
}

static inline void account_deposit(struct account *account, int amount)
{
#ifdef BROKEN
    int before = account_balance(account);

    pthread_mutex_lock(&account->lock);
    account->balance = before + amount;
#else
    pthread_mutex_lock(&account->lock);
    account->balance += amount;
#endif
    pthread_mutex_unlock(&account->lock);
}

#endif
