/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * executions: 1
 * message: for a change, in a loop
 */
/* Nobody ever does what the thread looks for, each time that it wakes up. */
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
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_cond_signal(&cond);
    pthread_join(thread, NULL);
    return 0;
}
