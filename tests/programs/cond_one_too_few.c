/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: wait for a signal
 */
/* One slot, one condition variable for "full" and for "empty", and signals: one
 * that tells a producer may wake up a consumer, who waits again. */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;

static void *produce(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (full)
            pthread_cond_wait(&changed, &m);
        full = true;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *consume(void *unused)
{
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&changed, &m);
    full = false;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, consume, NULL);
    pthread_create(&second, NULL, consume, NULL);
    produce(NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
