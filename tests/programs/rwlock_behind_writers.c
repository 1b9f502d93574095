/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 4
 */
/* Two writers: whoever is second comes before the other has unlocked, and waits,
 * or after that. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int x;

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    x++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
