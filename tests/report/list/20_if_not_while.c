/* SPDX-License-Identifier: Apache-2.0 */
/* A buffer that waits with if, not while; one condition for both sides. */
#include <assert.h>
#include <pthread.h>

#define SIZE 1
struct buffer {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int items[SIZE], count;
};
static struct buffer buffer = {PTHREAD_MUTEX_INITIALIZER,
                               PTHREAD_COND_INITIALIZER, {0}, 0};

static void put(struct buffer *b, int item)
{
    pthread_mutex_lock(&b->lock);
    if (b->count == SIZE)
        pthread_cond_wait(&b->changed, &b->lock);
    assert(b->count < SIZE);
    b->items[b->count++] = item;
    pthread_cond_signal(&b->changed);
    pthread_mutex_unlock(&b->lock);
}

static int take(struct buffer *b)
{
    pthread_mutex_lock(&b->lock);
    if (b->count == 0)
        pthread_cond_wait(&b->changed, &b->lock);
    assert(b->count > 0);
    int item = b->items[--b->count];
    pthread_cond_signal(&b->changed);
    pthread_mutex_unlock(&b->lock);
    return item;
}

static void *producer(void *arg)
{
    put(&buffer, 1);
    put(&buffer, 2);
    return arg;
}
static void *consumer(void *arg) { take(&buffer); return arg; }

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, consumer, NULL);
    pthread_create(&t[1], NULL, consumer, NULL);
    pthread_create(&t[2], NULL, producer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
