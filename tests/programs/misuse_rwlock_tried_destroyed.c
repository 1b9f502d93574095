/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: write trylock of a reader-writer lock that has been destroyed
 */
/* A try is a use, too. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_destroy(&lock);
    return pthread_rwlock_trywrlock(&lock);
}
