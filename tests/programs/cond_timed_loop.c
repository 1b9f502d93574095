/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 5
 */
/* A loop that waits until one point in time ends when it has changed nothing.
 * Main takes the mutex first, and the thread does not wait: 1. Else the signal
 * wakes it up, or its time is over before and it takes the mutex after main, in
 * the first wait: 2. As a wait that times out may have missed something, two
 * rounds are one that may be left out; so the same in the second wait: 2 more. */
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
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
