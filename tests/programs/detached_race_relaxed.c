/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Main reads that the detached threads have come to their end, in an order that
 * synchronises nothing: what they wrote is not ordered before what it reads,
 * however many threads it has created and waited for since. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int ended;
static sem_t done;
static int data[5];

static void *write_data(void *place)
{
    *(int *)place = 1;
    atomic_fetch_add_explicit(&ended, 1, memory_order_relaxed);
    return NULL;
}

static void *nothing(void *argument)
{
    sem_post(&done);
    return argument;
}

static void start(void *(*routine)(void *), void *argument)
{
    pthread_t thread;

    pthread_create(&thread, NULL, routine, argument);
    pthread_detach(thread);
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 5; i++) {
        start(write_data, &data[i]);
        while (atomic_load_explicit(&ended, memory_order_relaxed) <= i)
            ;
    }
    for (int i = 0; i < 20; i++) {
        start(nothing, NULL);
        sem_wait(&done);
    }
    for (int i = 0; i < 5; i++)
        sum += data[i];
    return sum - 5;
}
