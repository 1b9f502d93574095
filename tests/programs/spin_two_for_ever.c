/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Two that wait for a lock which nobody gives back. Each writes to it in each of
 * its rounds, but what was there before: that lets neither go on. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;

static void *take(void *unused)
{
    while (atomic_exchange(&lock, 1))
        ;
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, take, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
