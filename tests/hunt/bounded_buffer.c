/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 3 */
/* A buffer of one place; producers and consumers wait for the same condition,
 * and a signal may wake the wrong one. Two of a kind have to wait when it
 * comes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { EACH = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *produce(void *unused)
{
    pthread_mutex_lock(&lock);
    while (full)
        pthread_cond_wait(&changed, &lock);
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *consume(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&changed, &lock);
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t producers[EACH], consumers[EACH];

    for (int i = 0; i < EACH; i++) {
        pthread_create(&producers[i], NULL, produce, NULL);
        pthread_create(&consumers[i], NULL, consume, NULL);
    }
    for (int i = 0; i < EACH; i++) {
        pthread_join(producers[i], NULL);
        pthread_join(consumers[i], NULL);
    }
    return 0;
}
