/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore
 * verdict: error
 * error: misuse
 * message: destroy of a barrier that a thread waits for
 */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *unused)
{
    pthread_barrier_destroy(&barrier);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    return 0;
}
