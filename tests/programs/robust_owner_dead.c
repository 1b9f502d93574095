/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* A thread ends with the mutex. Who takes it next is told so, and makes it
 * consistent. What the first did happens before. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *keep(void *unused)
{
    if (pthread_mutex_lock(&m) == EOWNERDEAD)
        assert(0);
    x++;
    return unused;
}

static void *inherit(void *unused)
{
    int status = pthread_mutex_lock(&m);

    assert(x == (status == EOWNERDEAD));
    if (status)
        assert(!pthread_mutex_consistent(&m));
    x = 0;
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
    pthread_create(&threads[1], NULL, inherit, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(pthread_mutex_lock(&m) == (x ? EOWNERDEAD : 0));
    return 0;
}
