/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* An error-checking mutex answers instead of failing. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *unlock_foreign(void *unused)
{
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t thread;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &attr);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_create(&thread, NULL, unlock_foreign, NULL);
    pthread_join(thread, NULL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
