/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A lock is taken to read as often as it is given back, whether somebody wrote
 * in between or not. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    for (int i = 0; i < 4; i++) {
        assert(!pthread_rwlock_rdlock(&lock));
        assert(!pthread_rwlock_unlock(&lock));
        if (i % 2) {
            assert(!pthread_rwlock_wrlock(&lock));
            assert(!pthread_rwlock_unlock(&lock));
        }
    }
    return pthread_rwlock_destroy(&lock);
}
