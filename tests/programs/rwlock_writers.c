/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 6
 */
/* Writers are like holders of a mutex. */
#include <pthread.h>

static pthread_rwlock_t lock;
static int count;

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    count++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    pthread_rwlock_init(&lock, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    pthread_rwlock_destroy(&lock);
    return count != 3;
}
