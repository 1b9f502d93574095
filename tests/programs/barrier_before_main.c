/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* One that is initialised before main. */
#include <pthread.h>

static pthread_barrier_t barrier;

__attribute__((constructor)) static void make(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
}

static void *run(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    return 0;
}
