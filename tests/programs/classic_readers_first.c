/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Readers and writers, where readers go first (Courtois, Heymans and Parnas,
 * 1971), with a monitor. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef WRITERS_FIRST
#define WRITERS_FIRST 0
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writers_wait;
static bool writing;
static int a, b;

static void *read_both(void *unused)
{
    int sum;

    pthread_mutex_lock(&lock);
#ifndef BROKEN
    while (writing || (WRITERS_FIRST && writers_wait))
        pthread_cond_wait(&changed, &lock);
#endif
    readers++;
    pthread_mutex_unlock(&lock);
    sum = a - b;
    assert(!sum);
    pthread_mutex_lock(&lock);
    if (!--readers)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, read_both, NULL);
    pthread_mutex_lock(&lock);
    writers_wait++;
    while (readers || writing)
        pthread_cond_wait(&changed, &lock);
    writers_wait--;
    writing = true;
    pthread_mutex_unlock(&lock);
    a++;
    b++;
    pthread_mutex_lock(&lock);
    writing = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
