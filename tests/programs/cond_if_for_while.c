/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: items > 0
 */
/* Both consumers are woken up by the first item, and the second of them does
 * not look whether it is still there. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_there = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *unused)
{
    pthread_mutex_lock(&m);
    if (!items)
        pthread_cond_wait(&is_there, &m);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&m);
    return unused;
}

static void produce(void)
{
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_broadcast(&is_there);
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, consume, NULL);
    pthread_create(&second, NULL, consume, NULL);
    produce();
    produce();
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
