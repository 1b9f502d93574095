/* SPDX-License-Identifier: Apache-2.0 */
/* What is put under a lock is taken in the same order. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

enum { SIZE = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE], head, tail;

static void *put(void *unused)
{
    for (int k = 0; k < SIZE; k++) {
        pthread_mutex_lock(&lock);
        items[tail] = k + 1;
        tail++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *take(void *unused)
{
    int last = 0;

    for (int k = 0; k < SIZE; k++) {
        pthread_mutex_lock(&lock);
        if (head < tail) {
            if (items[head] != last + 1)
                reach_error();
            last = items[head];
            head++;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, put, 0);
    pthread_create(&b, 0, take, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
