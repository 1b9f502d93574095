/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 12
 */
/* A barrier of three threads. They come in some order: 6; the last one goes on
 * and the other two take the mutex again in some order: 2. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 3 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_came = PTHREAD_COND_INITIALIZER;
static int came;

static void *come(void *unused)
{
    pthread_mutex_lock(&m);
    if (++came == THREADS)
        pthread_cond_broadcast(&all_came);
    while (came < THREADS)
        pthread_cond_wait(&all_came, &m);
    assert(came == THREADS);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, come, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
