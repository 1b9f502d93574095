/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: deadlock
 */
/* A semaphore is initialised when it may have been posted to already. */
#include <pthread.h>
#include <semaphore.h>

static sem_t posted;

static void *post(void *unused)
{
    sem_post(&posted);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, post, NULL);
    sem_init(&posted, 0, 0);
    sem_wait(&posted);
    pthread_join(thread, NULL);
    return 0;
}
