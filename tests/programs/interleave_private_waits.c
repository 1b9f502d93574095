/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: deadlock
 */
/* A loop waits for what nobody writes: private memory, and yet it is told. */
#include <pthread.h>
#include <stdatomic.h>

static volatile long flag;
static atomic_long count;

static void *wait_for_flag(void *unused)
{
    while (!flag)
        ;
    return unused;
}

static void *add(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t waiter, adder;

    pthread_create(&waiter, NULL, wait_for_flag, NULL);
    pthread_create(&adder, NULL, add, NULL);
    pthread_join(waiter, NULL);
    pthread_join(adder, NULL);
    return 0;
}
