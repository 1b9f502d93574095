/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: a stack frame that was left
 */
/* A thread uses the frame of a function that has returned, of a thread that
 * goes on. */
#include <pthread.h>
#include <semaphore.h>

static sem_t lent, done;
static int *volatile shared;

static __attribute__((noinline)) void lend(void)
{
    int x[64] = {0};

    shared = x;
}

static void *run(void *unused)
{
    lend();
    sem_post(&lent);
    sem_wait(&done);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&lent, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, run, NULL);
    sem_wait(&lent);
    ++*shared;
    sem_post(&done);
    pthread_join(thread, NULL);
    return 0;
}
