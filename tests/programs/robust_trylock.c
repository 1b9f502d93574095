/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* A try comes before the owner, while it is there, or after its end. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

static void *hasty(void *unused)
{
    int status = pthread_mutex_trylock(&m);

    assert(!status || status == EBUSY || status == EOWNERDEAD);
    if (status == EOWNERDEAD)
        pthread_mutex_consistent(&m);
    if (status != EBUSY)
        pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, hasty, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
