/* SPDX-License-Identifier: Apache-2.0 */
/* Two semaphores, by which two threads take turns. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

sem_t ping, pong;
int ball;

void *there(void *unused)
{
    for (int k = 0; k < 2; k++) {
        sem_wait(&ping);
        __VERIFIER_assert(ball == 0);
        ball = 1;
        sem_post(&pong);
    }
    return 0;
}

void *back(void *unused)
{
    for (int k = 0; k < 2; k++) {
        sem_wait(&pong);
        __VERIFIER_assert(ball == 1);
        ball = 0;
        sem_post(&ping);
    }
    return 0;
}

int main()
{
    pthread_t a, b;

    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_create(&a, 0, there, 0);
    pthread_create(&b, 0, back, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    __VERIFIER_assert(ball == 0);
    return 0;
}
