/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Those that a broadcast has woken up do not use the condition variable any
 * more, though they have not gone on yet: it may be destroyed, and its memory
 * freed. Either takes the mutex first: 2. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *is_ready;
static bool ready;

static void *wait_until_ready(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(is_ready, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    is_ready = malloc(sizeof *is_ready);
    pthread_cond_init(is_ready, NULL);
    pthread_create(&thread, NULL, wait_until_ready, NULL);
    pthread_mutex_lock(&m);
    ready = true;
    pthread_cond_broadcast(is_ready);
    pthread_mutex_unlock(&m);
    pthread_cond_destroy(is_ready);
    free(is_ready);
    pthread_join(thread, NULL);
    return 0;
}
