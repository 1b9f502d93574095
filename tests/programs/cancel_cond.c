/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Nobody signals. The thread holds the mutex again when its handler runs. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static bool unlocked;

static void unlock(void *mutex)
{
    unlocked = !pthread_mutex_unlock(mutex);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    for (;;)
        pthread_cond_wait(&never, &m);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && unlocked);
    assert(!pthread_mutex_trylock(&m));
    pthread_mutex_unlock(&m);
    return 0;
}
