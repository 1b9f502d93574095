/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A frame lies where another one was, of which a thread that still runs knew a
 * variable: what is private now must not be taken for that variable. (Each wait
 * comes after the post that it is for: there is one order.) */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

struct job {
    int numbers[16];
};

static sem_t ready, done;
static struct job *job;
static volatile int some = 3;

static void *work(void *unused)
{
    sem_wait(&ready);
    for (int i = 0; i < 16; i++)
        job->numbers[i] += i;
    sem_post(&done);
    sem_wait(&ready);
    return unused;
}

static __attribute__((noinline)) int lend(void)
{
    struct job mine = {{some}};

    job = &mine;
    sem_post(&ready);
    sem_wait(&done);
    return mine.numbers[2];
}

static __attribute__((noinline)) int keep(void)
{
    volatile int mine[24];

    for (int i = 0; i < 24; i++)
        mine[i] = some + i;
    return mine[some];
}

int main(void)
{
    pthread_t thread;
    int sum;

    sem_init(&ready, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sum = lend();
    sum += keep();
    sem_post(&ready);
    pthread_join(thread, NULL);
    return sum != 2 + 6;
}
