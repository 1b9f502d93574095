/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going --algorithm=trust
 * verdict: error
 * error: deadlock
 * executions: 3
 */
/* Where the await comes too late two wait for ever. Where it does not, the
 * barrier opens, either may leave it first, and then the assertion fails. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_barrier_t barrier;

static void *pass(void *unused)
{
    pthread_barrier_wait(&barrier);
    assert(0);
    return unused;
}

static void *store(void *unused)
{
    x = 1;
    x = 2;
    return unused;
}

static void *await(void *unused)
{
    mz_await(x, ==, 1);
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    void *(*const runs[])(void *) = {pass, store, await};
    pthread_t threads[3];

    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, runs[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
