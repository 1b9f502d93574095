/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* One slot, with a condition variable for each side. */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t is_full = PTHREAD_COND_INITIALIZER;
static bool full;

static void *produce(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (full)
            pthread_cond_wait(&is_empty, &m);
        full = true;
        pthread_cond_signal(&is_full);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *consume(void *unused)
{
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&is_full, &m);
    full = false;
    pthread_cond_signal(&is_empty);
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
