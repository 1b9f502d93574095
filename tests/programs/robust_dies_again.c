/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* The heir ends with it, too, consistent or not: the next one inherits it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[1];
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    for (int i = 0; i < 1; i++)
        pthread_create(&threads[i], NULL, keep, NULL);
    for (int i = 0; i < 1; i++)
        pthread_join(threads[i], NULL);
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_join(threads[0], NULL);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    assert(!pthread_mutex_consistent(&m));
    assert(pthread_mutex_consistent(&m) == EINVAL);
    assert(!pthread_mutex_unlock(&m));
    assert(!pthread_mutex_lock(&m));
    assert(!pthread_mutex_unlock(&m));
    return pthread_mutex_destroy(&m);
}
