/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 1 thread waits for a mutex
 * executions: 3
 * naive: 3
 */
/* One that is locked with a time limit is locked for good: who comes later
 * waits. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec end = {.tv_sec = 2000000000};

static void *hasty(void *unused)
{
    pthread_mutex_timedlock(&m, &end);
    return unused;
}

static void *patient(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, hasty, NULL);
    pthread_create(&threads[1], NULL, patient, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
