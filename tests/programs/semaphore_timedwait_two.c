/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 5
 * naive: 6
 */
/* Two that wait for a time, and one post: one of them goes away without, at
 * least. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static int taken[2];

static void *wait_0(void *unused)
{
    struct timespec end = {.tv_sec = 2000000000};

    taken[0] = !sem_timedwait(&semaphore, &end);
    return unused;
}

static void *wait_1(void *unused)
{
    struct timespec end = {.tv_sec = 2000000000};

    taken[1] = !sem_clockwait(&semaphore, CLOCK_MONOTONIC, &end);
    return unused;
}

static void *post(void *unused)
{
    sem_post(&semaphore);
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    sem_init(&semaphore, 0, 0);
    pthread_create(&threads[0], NULL, wait_0, NULL);
    pthread_create(&threads[1], NULL, wait_1, NULL);
    pthread_create(&threads[2], NULL, post, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(taken[0] + taken[1] < 2);
    return 0;
}
