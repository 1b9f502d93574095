/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: misuse
 * message: with another mutex
 * executions: 2
 */
/* Whoever waits second has the wrong mutex, if the first one still waits. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait_with(void *mutex)
{
    pthread_mutex_lock(mutex);
    pthread_cond_wait(&cond, mutex);
    pthread_mutex_unlock(mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_with, &m);
    wait_with(&other);
    pthread_join(thread, NULL);
    return 0;
}
