/* SPDX-License-Identifier: Apache-2.0 */
/* The same under a lock. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

enum { THREADS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[THREADS + 1], next;

static void *put(void *unused)
{
    pthread_mutex_lock(&lock);
    cells[next] = 1;
    next++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    int sum = 0;

    for (int k = 0; k < THREADS; k++)
        pthread_create(&t[k], 0, put, 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], 0);
    for (int k = 0; k < THREADS; k++)
        sum += cells[k];
    if (sum != THREADS)
        reach_error();
    return 0;
}
