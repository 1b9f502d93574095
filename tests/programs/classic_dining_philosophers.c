/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The dining philosophers of Dijkstra (1965): all take the fork with the lower
 * number first. */
#include <assert.h>
#include <pthread.h>

enum { PHILOSOPHERS = 3 };

static pthread_mutex_t forks[PHILOSOPHERS] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};
static int uses[PHILOSOPHERS];

static void *dine(void *argument)
{
    int left = (int)(long)argument, right = (left + 1) % PHILOSOPHERS;
#ifndef BROKEN
    int first = left < right ? left : right;
#else
    int first = left;
#endif
    int second = left + right - first;

    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    uses[left]++;
    uses[right]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return NULL;
}

int main(void)
{
    pthread_t threads[PHILOSOPHERS];

    for (long i = 0; i < PHILOSOPHERS; i++)
        pthread_create(&threads[i], NULL, dine, (void *)i);
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < PHILOSOPHERS; i++)
        assert(uses[i] == 2);
    return 0;
}
