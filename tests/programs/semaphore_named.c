/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 6
 */
/* Three threads open the same semaphore and use it as a mutex. That they
 * open it is ordered by what they do with the list of names: main has opened
 * it before. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *s;
static int x;

static void *increment(void *unused)
{
    sem_wait(s);
    x++;
    sem_post(s);
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    s = sem_open("/mazurka", O_CREAT | O_EXCL, 0600, 1);
    assert(s != SEM_FAILED);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(!sem_close(s) && !sem_unlink("/mazurka"));
    return x != 3;
}
