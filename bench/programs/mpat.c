/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mpat(k) [NRSCP18]: pairs of threads; one takes ma[i], the other mi and then
 * ma[i]. -DK=pairs; k! 2^k executions: 384 for 4, 3840 for 5, 46080 for 6.
 *
 * small: -DK=4
 * object: same traces
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef K
#define K 4
#endif

static pthread_mutex_t mi = PTHREAD_MUTEX_INITIALIZER, ma[K];
static int a[K], reads;

static void *w(void *id)
{
    intptr_t i = (intptr_t)id;

    pthread_mutex_lock(&ma[i]);
    a[i]++;
    pthread_mutex_unlock(&ma[i]);
    return NULL;
}

static void *r(void *id)
{
    intptr_t i = (intptr_t)id;

    pthread_mutex_lock(&mi);
    pthread_mutex_lock(&ma[i]);
    assert(a[i] <= 1);
    reads++;
    pthread_mutex_unlock(&ma[i]);
    pthread_mutex_unlock(&mi);
    return NULL;
}

int main(void)
{
    pthread_t thread[2 * K];

    for (int i = 0; i < K; i++)
        pthread_mutex_init(&ma[i], NULL);
    for (intptr_t i = 0; i < K; i++) {
        pthread_create(&thread[2 * i], NULL, w, (void *)i);
        pthread_create(&thread[2 * i + 1], NULL, r, (void *)i);
    }
    for (int i = 0; i < 2 * K; i++)
        pthread_join(thread[i], NULL);
    assert(reads == K);
    return 0;
}
