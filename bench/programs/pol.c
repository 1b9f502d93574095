/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pol(n, k) [NRSCP18], poke(N) = Pol(N, 4): n workers each set a flag; main
 * pokes k times at the flag that a chooser stands at, and takes it if it is
 * set. -DWORKERS=n -DROUNDS=k; 412 executions for (4,3), 2440 for (7,3), 711
 * for (3,4).
 *
 * small: -DWORKERS=4 -DROUNDS=3
 * object: same traces
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef WORKERS
#define WORKERS 7
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

static pthread_mutex_t mi = PTHREAD_MUTEX_INITIALIZER, ma[WORKERS];
static int i, d, a[WORKERS];

static void *worker(void *arg)
{
    intptr_t id = (intptr_t)arg;

    pthread_mutex_lock(&ma[id]);
    a[id] = 1;
    pthread_mutex_unlock(&ma[id]);
    return NULL;
}

static void *chooser(void *unused)
{
    for (int x = 1; x < WORKERS; x++) {
        pthread_mutex_lock(&mi);
        i = x;
        pthread_mutex_unlock(&mi);
    }
    return unused;
}

static void *reader(void *unused)
{
    int j;

    pthread_mutex_lock(&mi);
    j = i;
    pthread_mutex_unlock(&mi);
    assert(0 <= j && j < WORKERS);

    pthread_mutex_lock(&ma[j]);
    if (a[j] == 1) {
        d++;
        a[j] = 0;
    }
    pthread_mutex_unlock(&ma[j]);
    return unused;
}

static void poke(void)
{
    pthread_t choosing, reading;

    pthread_create(&choosing, NULL, chooser, NULL);
    pthread_create(&reading, NULL, reader, NULL);
    pthread_join(choosing, NULL);
    pthread_join(reading, NULL);
}

int main(void)
{
    pthread_t working[WORKERS];
    int left = 0;

    for (int w = 0; w < WORKERS; w++)
        pthread_mutex_init(&ma[w], NULL);
    for (intptr_t w = 0; w < WORKERS; w++)
        pthread_create(&working[w], NULL, worker, (void *)w);
    for (int round = 0; round < ROUNDS; round++)
        poke();
    for (int w = 0; w < WORKERS; w++)
        pthread_join(working[w], NULL);

    for (int w = 0; w < WORKERS; w++)
        left += a[w];
    assert(left + d == WORKERS);
    return 0;
}
