/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* What is told of mutexes that are not robust, or not inconsistent, or held
 * by nobody. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER, m;

int main(void)
{
    pthread_mutexattr_t robust;
    int asked;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_getrobust(&robust, &asked);
    assert(asked == PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    assert(pthread_mutex_consistent(&normal) == EINVAL);
    assert(pthread_mutex_consistent(&m) == EINVAL);
    assert(pthread_mutex_unlock(&m) == EPERM);
    pthread_mutex_lock(&m);
    assert(pthread_mutex_consistent(&m) == EINVAL);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_mutex_unlock(&m);
    return 0;
}
