/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* A thread ends with two of them, and one that it has unlocked. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m, n, o;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&o);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&o);
    return unused;
}

int main(void)
{
    pthread_t threads[1];
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    pthread_mutex_init(&n, &robust);
    pthread_mutex_init(&o, &robust);
    for (int i = 0; i < 1; i++)
        pthread_create(&threads[i], NULL, keep, NULL);
    for (int i = 0; i < 1; i++)
        pthread_join(threads[i], NULL);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    assert(pthread_mutex_lock(&n) == EOWNERDEAD);
    assert(pthread_mutex_lock(&o) == 0);
    return 0;
}
