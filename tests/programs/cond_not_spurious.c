/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --spurious=0
 * verdict: safe
 * executions: 2
 */
/* Without --spurious only signals end waits. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_ready = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait_once(void *unused)
{
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_wait(&is_ready, &m);
    assert(ready);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_once, NULL);
    pthread_mutex_lock(&m);
    ready = true;
    pthread_cond_signal(&is_ready);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
