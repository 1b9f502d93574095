/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A signal orders nothing: what is written before it, but after the mutex was
 * given back, races with what its receiver reads. */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_ready = PTHREAD_COND_INITIALIZER;
static bool ready;
static int data;

static void *receive(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&is_ready, &m);
    pthread_mutex_unlock(&m);
    data++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, receive, NULL);
    pthread_mutex_lock(&m);
    ready = true;
    pthread_mutex_unlock(&m);
    data = 1;
    pthread_cond_signal(&is_ready);
    pthread_join(thread, NULL);
    return 0;
}
