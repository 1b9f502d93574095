/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* Two threads read, then write what they have read, plus one. Two orders: each
 * reads before the other writes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int balance, fees;

static void *deposit(void *unused)
{
    for (int i = 0; i < 10; i++)
        fees++;
    balance = balance + 1;
    for (int i = 0; i < 10; i++)
        fees++;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, deposit, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 2);
    return 0;
}
