/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The condition variable may be destroyed when all have been woken up, also
 * those that find a request then. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c, waits = PTHREAD_COND_INITIALIZER;
static bool waiting;

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    waiting = true;
    pthread_cond_signal(&waits);
    pthread_cond_wait(c, &m);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    c = malloc(sizeof *c);
    pthread_cond_init(c, NULL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&m);
    while (!waiting)
        pthread_cond_wait(&waits, &m);
    pthread_cond_broadcast(c);
    pthread_cond_destroy(c);
    free(c);
    pthread_mutex_unlock(&m);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
