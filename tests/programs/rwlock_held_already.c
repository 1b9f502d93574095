/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Who writes is told that it would wait for itself. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    assert(!pthread_rwlock_wrlock(&lock));
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    assert(!pthread_rwlock_unlock(&lock));
    assert(!pthread_rwlock_rdlock(&lock));
    assert(!pthread_rwlock_unlock(&lock));
    return 0;
}
