/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 2 threads wait for a barrier, 1 for another thread's end
 * executions: 1
 */
/* Two threads come where three are waited for: one order, since arrivals
 * commute. */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
