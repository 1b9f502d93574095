/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MPC(p, w) [NRSCP18]: p producers each append twice to a buffer, and then
 * request work of the worker that its content picks; w workers each look twice
 * for a request. Main leaves by pthread_exit. -DPRODUCERS=p -DWORKERS=w;
 * 60 executions for (2,5), 2958 for (3,5), 314064 for (4,5), 2430 for (3,3).
 *
 * small: -DPRODUCERS=2 -DWORKERS=5
 * object: same traces
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef PRODUCERS
#define PRODUCERS 3
#endif
#ifndef WORKERS
#define WORKERS 5
#endif

enum { ROUNDS = 2 };

static pthread_mutex_t pm = PTHREAD_MUTEX_INITIALIZER, mut[WORKERS];
static int buf, req[WORKERS];

static void *worker(void *arg)
{
    intptr_t id = (intptr_t)arg;

    for (int round = 0; round < ROUNDS; round++) {
        bool have = false;

        pthread_mutex_lock(&mut[id]);
        if (req[id]) {
            req[id]--;
            have = true;
        }
        assert(!have || req[id] < PRODUCERS);
        pthread_mutex_unlock(&mut[id]);
    }
    return NULL;
}

static void *producer(void *arg)
{
    int id = (int)(intptr_t)arg, tmp = 0, d;

    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&pm);
        buf = buf * PRODUCERS + id;
        tmp = buf;
        pthread_mutex_unlock(&pm);
    }
    d = tmp % WORKERS;
    pthread_mutex_lock(&mut[d]);
    req[d]++;
    pthread_mutex_unlock(&mut[d]);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    for (int i = 0; i < WORKERS; i++)
        pthread_mutex_init(&mut[i], NULL);
    for (intptr_t i = 0; i < WORKERS; i++)
        pthread_create(&thread, NULL, worker, (void *)i);
    for (intptr_t i = 0; i < PRODUCERS; i++)
        pthread_create(&thread, NULL, producer, (void *)i);
    pthread_exit(NULL);
}
