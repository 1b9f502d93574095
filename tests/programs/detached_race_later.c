/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A detached thread writes when main knows already that it has nothing to wait
 * for. That main knows later threads, created after the first has ended, says
 * nothing of that write. */
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int data[5];

static void *write_late(void *place)
{
    sem_post(&done);
    *(int *)place = 1;
    return NULL;
}

static void *nothing(void *argument)
{
    sem_post(&done);
    return argument;
}

static void run(void *(*routine)(void *), void *argument)
{
    pthread_t thread;

    pthread_create(&thread, NULL, routine, argument);
    pthread_detach(thread);
    sem_wait(&done);
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        run(write_late, &data[i]);
    for (int i = 0; i < 20; i++)
        run(nothing, NULL);
    return data[0];
}
