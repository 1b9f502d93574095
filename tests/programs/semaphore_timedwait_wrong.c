/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: data race
 */
/* Who does not look whether the time was over may be early. */
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static int x;

static void *wait(void *unused)
{
    struct timespec end = {.tv_sec = 2000000000};

    sem_timedwait(&semaphore, &end);
    x++;
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
