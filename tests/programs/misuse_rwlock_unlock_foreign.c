/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: unlock of a reader-writer lock that another thread holds
 */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *unlock(void *unused)
{
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, NULL, unlock, NULL);
    pthread_join(thread, NULL);
    return 0;
}
