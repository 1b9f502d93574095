/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* A consumer looks, and waits later without having looked again. Two orders:
 * it looks before the item comes, and waits after the signal. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static atomic_int items, steps;

static void *produce(void *unused)
{
    for (int i = 0; i < 6; i++)
        steps++;
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *consume(void *unused)
{
    if (!items) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&filled, &lock);
        pthread_mutex_unlock(&lock);
    }
    items--;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
