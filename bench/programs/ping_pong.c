/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads take turns N times, by two semaphores: one long execution in
 * which each wait has all that came before on its object to look at. -DN=turns;
 * 1 execution, since nothing races that could come in another order.
 *
 * small: -DN=3
 */
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 1000
#endif

static sem_t ping, pong;

static void *play(void *unused)
{
    for (int i = 0; i < N; i++) {
        sem_wait(&ping);
        sem_post(&pong);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&thread, NULL, play, NULL);
    for (int i = 0; i < N; i++) {
        sem_post(&ping);
        sem_wait(&pong);
    }
    pthread_join(thread, NULL);
    return 0;
}
