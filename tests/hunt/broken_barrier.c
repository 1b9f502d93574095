/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 1 */
/* A barrier that counts anew. One order: who was first counts anew, and comes
 * again, before the other has looked whether it may leave. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 2, ROUNDS = 2 };

static atomic_int arrived, steps;

static void wait_for_all(void)
{
    int expected = THREADS;

    arrived++;
    while (arrived < THREADS)
        ;
    steps++;
    atomic_compare_exchange_strong(&arrived, &expected, 0);
}

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        wait_for_all();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
