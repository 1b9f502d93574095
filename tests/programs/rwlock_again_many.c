/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: too many read locks of threads that have one
 */
/* How often threads read again is noted in the lock, where there is room for
 * 255. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    for (int i = 0; i < 300; i++)
        pthread_rwlock_rdlock(&lock);
    return 0;
}
