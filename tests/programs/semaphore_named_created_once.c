/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* Only one of two can make it: which one is explored. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int made[2];

static void *make_0(void *unused)
{
    made[0] = sem_open("/one", O_CREAT | O_EXCL, 0600, 1) != SEM_FAILED;
    return unused;
}

static void *make_1(void *unused)
{
    made[1] = sem_open("one", O_CREAT | O_EXCL, 0600, 1) != SEM_FAILED;
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, make_0, NULL);
    pthread_create(&threads[1], NULL, make_1, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(made[0] + made[1] == 1);
    return sem_unlink("/one");
}
