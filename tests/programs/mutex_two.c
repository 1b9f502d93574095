/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 6
 */
/* Different mutexes do not depend on one another. */
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER,
                               PTHREAD_MUTEX_INITIALIZER};

static void *lock_and_unlock(void *mutex)
{
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, lock_and_unlock, &m[0]);
    pthread_create(&b, NULL, lock_and_unlock, &m[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
