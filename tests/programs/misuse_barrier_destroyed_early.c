/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: wait of a barrier that has been destroyed
 */
/* Who arrives while the barrier is destroyed may come too late. */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 1);
    pthread_create(&thread, NULL, run, NULL);
    pthread_barrier_destroy(&barrier);
    pthread_join(thread, NULL);
    return 0;
}
