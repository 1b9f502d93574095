/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 2 threads wait for a change, in a loop
 */
/* Two threads wait for one condition, each up to a point in time, again and
 * again, and nobody ever does what they wait for: that is found though each of
 * them does so beside the other one. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int done;

static void *wait_for_it(void *unused)
{
    const struct timespec end = {1, 0};

    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_timedwait(&cond, &m, &end);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait_for_it, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
