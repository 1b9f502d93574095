/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A destroyed reader-writer lock may be initialised again. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        assert(!pthread_rwlock_wrlock(&lock));
        assert(!pthread_rwlock_unlock(&lock));
        assert(!pthread_rwlock_destroy(&lock));
        assert(!pthread_rwlock_init(&lock, NULL));
    }
    return 0;
}
