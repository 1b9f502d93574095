/* SPDX-License-Identifier: Apache-2.0 */
/*
 * length-param(T, L) [AADJS24]: each thread stores and loads a variable of its
 * own L times, then stores and loads a shared one: long executions, few of
 * them. -DT=threads -DL=length; 4 executions for 2 threads, whatever L.
 *
 * small: -DT=3 -DL=3
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef T
#define T 2
#endif
#ifndef L
#define L 1024
#endif

atomic_int own[T], v;

static void *run(void *id)
{
    intptr_t t = (intptr_t)id;

    for (int i = 0; i < L; i++) {
        atomic_store(&own[t], i);
        assert(atomic_load(&own[t]) == i);
    }
    atomic_store(&v, (int)t);
    (void)atomic_load(&v);
    return NULL;
}

int main(void)
{
    pthread_t thread[T];

    for (intptr_t t = 0; t < T; t++)
        pthread_create(&thread[t], NULL, run, (void *)t);
    for (int t = 0; t < T; t++)
        pthread_join(thread[t], NULL);
    return 0;
}
