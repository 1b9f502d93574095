/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 3
 */
/* Whoever takes the mutex first; if it is the thread, it waits, and wakes up
 * after the signal: naive counts whether before main gives the mutex back or
 * after. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_ready = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait_until_ready(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&is_ready, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_until_ready, NULL);
    pthread_mutex_lock(&m);
    ready = true;
    assert(!pthread_cond_signal(&is_ready));
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
