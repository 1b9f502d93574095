/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* A detached thread writes after its last operation that others wait for: a later
 * thread, which could have its number, may come before that. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static long data;

static void *write_late(void *argument)
{
    sem_post(&done);
    data = 1;
    return argument;
}

static void *nothing(void *argument)
{
    sem_post(&done);
    return argument;
}

static void *look(void *argument)
{
    assert(data == 1);
    sem_post(&done);
    return argument;
}

static void run(void *(*routine)(void *))
{
    pthread_t thread;

    pthread_create(&thread, NULL, routine, NULL);
    pthread_detach(thread);
    sem_wait(&done);
}

int main(void)
{
    run(write_late);
    for (int i = 0; i < 3; i++)
        run(nothing);
    run(look);
    return 0;
}
