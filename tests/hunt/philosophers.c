/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 3 */
/* Three philosophers, each of whom takes the fork at the left first. Three
 * orders: each takes it before its neighbour does. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { COUNT = 3 };

static pthread_mutex_t forks[COUNT];
static atomic_int thoughts;

static void *dine(void *number)
{
    long i = (long)number;

    for (int n = 0; n < 4; n++)
        thoughts++;
    pthread_mutex_lock(&forks[i]);
    pthread_mutex_lock(&forks[(i + 1) % COUNT]);
    pthread_mutex_unlock(&forks[(i + 1) % COUNT]);
    pthread_mutex_unlock(&forks[i]);
    return NULL;
}

int main(void)
{
    pthread_t threads[COUNT];

    for (int i = 0; i < COUNT; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < COUNT; i++)
        pthread_create(&threads[i], NULL, dine, (void *)i);
    for (int i = 0; i < COUNT; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
