/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * compilers: differ
 */
/* A lock that is looked at until it seems to be free, then tried; and who fails
 * sleeps for a while. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { THREADS = 3 };

static atomic_int lock;
static int counter;

static void acquire(void)
{
    const struct timespec while_ = {.tv_nsec = 1000};

    for (;;) {
        while (atomic_load(&lock))
            sched_yield();
        if (!atomic_exchange(&lock, 1))
            return;
        nanosleep(&while_, NULL);
    }
}

static void *increment(void *unused)
{
    acquire();
    counter++;
    atomic_store(&lock, 0);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    return 0;
}
