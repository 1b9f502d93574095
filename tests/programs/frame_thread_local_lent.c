/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Threads use each other's thread-local variables while these are there; main's
 * are there until the end. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static _Thread_local int mine;
static sem_t lent, done;
static int *of_thread, *of_main;

static void *lend(void *unused)
{
    mine = 1;
    of_thread = &mine;
    ++*of_main;
    sem_post(&lent);
    sem_wait(&done);
    assert(mine == 2);
    return unused;
}

static void at_exit(void)
{
    assert(*of_main == 1);
}

int main(void)
{
    pthread_t thread;

    atexit(at_exit);
    sem_init(&lent, 0, 0);
    sem_init(&done, 0, 0);
    of_main = &mine;
    pthread_create(&thread, NULL, lend, NULL);
    sem_wait(&lent);
    ++*of_thread;
    sem_post(&done);
    pthread_join(thread, NULL);
    return 0;
}
