/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* A reader takes another lock than the writers do. Two orders: it reads before
 * a write, and again after it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WRITERS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static atomic_int value;

static void *write_it(void *unused)
{
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *read_twice(void *unused)
{
    int before;

    pthread_mutex_lock(&other);
    before = value;
    assert(value == before);
    pthread_mutex_unlock(&other);
    return unused;
}

int main(void)
{
    pthread_t writers[WRITERS], reader;

    for (int i = 0; i < WRITERS; i++)
        pthread_create(&writers[i], NULL, write_it, NULL);
    pthread_create(&reader, NULL, read_twice, NULL);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writers[i], NULL);
    pthread_join(reader, NULL);
    return 0;
}
