/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* A ceiling is set while the mutex is locked, and is what was set. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *use(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *set(void *unused)
{
    int old;

    assert(!pthread_mutex_setprioceiling(&m, 7, &old));
    assert(old == 3);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutexattr_t attributes;
    pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
    int ceiling;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&attributes, 3);
    pthread_mutex_init(&m, &attributes);
    assert(pthread_mutex_getprioceiling(&normal, &ceiling) == EINVAL);
    assert(pthread_mutex_setprioceiling(&normal, 5, &ceiling) == EINVAL);
    assert(pthread_mutex_setprioceiling(&m, 1000, &ceiling) == EINVAL);
    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, set, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(!pthread_mutex_getprioceiling(&m, &ceiling));
    return ceiling != 7;
}
