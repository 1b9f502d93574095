/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --preemptions=2
 * verdict: error
 * error: assertion
 */
/* The two threads must be interrupted once each: with one preemption, or none,
 * nothing is wrong. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ball;

static void *serve(void *unused)
{
    atomic_store(&ball, 1);
    if (atomic_load(&ball) == 2)
        atomic_store(&ball, 3);
    return unused;
}

static void *answer(void *unused)
{
    if (atomic_load(&ball) == 1) {
        atomic_store(&ball, 2);
        assert(atomic_load(&ball) != 3);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, serve, NULL);
    pthread_create(&threads[1], NULL, answer, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
