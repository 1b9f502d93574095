/* SPDX-License-Identifier: Apache-2.0 */
/* Two deposits look whether there is room, each under the lock: it suffices. */
#include <limits.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = INT_MAX - 3;

static void *deposit(void *unused)
{
    int amount = __VERIFIER_nondet_bool() ? 2 : 3;

    pthread_mutex_lock(&lock);
    if (balance <= INT_MAX - amount)
        balance = balance + amount;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, deposit, 0);
    pthread_create(&b, 0, deposit, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
