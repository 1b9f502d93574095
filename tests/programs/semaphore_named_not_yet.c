/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: s != SEM_FAILED
 */
/* It is opened before the other has made it. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static const char name[] = "/late";

static void *make(void *unused)
{
    sem_open(name, O_CREAT, 0600, 0);
    return unused;
}

static void *use(void *unused)
{
    sem_t *s = sem_open(name, 0);

    assert(s != SEM_FAILED);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, make, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
