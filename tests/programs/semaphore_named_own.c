/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* Each execution begins without names: what another has made is gone. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void *make(void *unused)
{
    assert(sem_open("/own", 0) == SEM_FAILED);
    assert(sem_open("/own", O_CREAT, 0600, 0) != SEM_FAILED);
    return unused;
}

static void *unlink_it(void *unused)
{
    sem_unlink("/own");
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, make, NULL);
    pthread_create(&threads[1], NULL, unlink_it, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
