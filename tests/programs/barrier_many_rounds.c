/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 16
 */
/* Two threads, four rounds, and main, which is one of them: 2 to the 4th. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *unused)
{
    for (int i = 0; i < 4; i++)
        pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    return 0;
}
