/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A semaphore made of a mutex and a condition variable: two threads exclude one
 * another. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_above_zero = PTHREAD_COND_INITIALIZER;
static int count = 1, inside, entries;

static void wait_for_one(void)
{
    pthread_mutex_lock(&m);
    while (!count)
        pthread_cond_wait(&is_above_zero, &m);
    count--;
    pthread_mutex_unlock(&m);
}

static void post(void)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_cond_signal(&is_above_zero);
    pthread_mutex_unlock(&m);
}

static void *enter(void *unused)
{
    wait_for_one();
    assert(!inside++);
    entries++;
    inside--;
    post();
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(entries == 3);
    return 0;
}
