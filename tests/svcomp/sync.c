/* SPDX-License-Identifier: Apache-2.0 */
/* A producer and a consumer, by condition variables. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int count;

static void *produce(void *unused)
{
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&lock);
        while (count > 0)
            pthread_cond_wait(&empty, &lock);
        count++;
        pthread_cond_signal(&full);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&lock);
        while (count == 0)
            pthread_cond_wait(&full, &lock);
        count--;
        if (count < 0)
            reach_error();
        pthread_cond_signal(&empty);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, produce, 0);
    pthread_create(&b, 0, consume, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
