/* SPDX-License-Identifier: Apache-2.0 */
/* The same, but that it has some is not taken back. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

enum { SIZE = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE], top, has_some;

static void *push(void *unused)
{
    for (int k = 0; k < SIZE; k++) {
        pthread_mutex_lock(&lock);
        items[top] = 1;
        top++;
        has_some = 1;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *pop(void *unused)
{
    for (int k = 0; k < SIZE; k++) {
        pthread_mutex_lock(&lock);
        if (has_some) {
            top--;
            if (top < 0)
                reach_error();
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, push, 0);
    pthread_create(&b, 0, pop, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
