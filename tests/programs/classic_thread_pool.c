/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A thread pool: workers take tasks from a list until it is closed. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { WORKERS = 2, TASKS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tasks, done;
static bool closed;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!tasks && !closed)
            pthread_cond_wait(&changed, &lock);
        if (!tasks)
            break;
        tasks--;
        done++;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[WORKERS];

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < TASKS; i++) {
        pthread_mutex_lock(&lock);
        tasks++;
        pthread_mutex_unlock(&lock);
        pthread_cond_signal(&changed);
    }
    pthread_mutex_lock(&lock);
    closed = true;
    pthread_mutex_unlock(&lock);
#ifndef BROKEN
    pthread_cond_broadcast(&changed);
#else
    pthread_cond_signal(&changed);
#endif
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    assert(done == TASKS);
    return 0;
}
