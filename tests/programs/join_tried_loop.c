/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * compilers: differ
 */
/* Who tries until the threads have ended waits for that. The order of the two
 * is explored. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int count;

static void *work(void *unused)
{
    atomic_fetch_add(&count, 1);
    return unused;
}

int main(void)
{
    pthread_t workers[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        while (pthread_tryjoin_np(workers[i], NULL))
            sched_yield();
    assert(count == 2);
    return 0;
}
