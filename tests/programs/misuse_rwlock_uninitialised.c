/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: read lock of a reader-writer lock that has not been initialised
 */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_rwlock_t *lock = malloc(sizeof *lock);

    pthread_rwlock_rdlock(lock);
    return 0;
}
