/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* The post comes in time, or the time is over before. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static int x;

static void *wait(void *unused)
{
    struct timespec end = {.tv_sec = 2000000000};

    if (!sem_timedwait(&semaphore, &end))
        assert(x == 1);
    else
        assert(errno == ETIMEDOUT);
    return unused;
}

static void *post(void *unused)
{
    x = 1;
    sem_post(&semaphore);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    sem_init(&semaphore, 0, 0);
    pthread_create(&threads[0], NULL, wait, NULL);
    pthread_create(&threads[1], NULL, post, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
