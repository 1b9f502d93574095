/* SPDX-License-Identifier: Apache-2.0 */
/* Euclid's algorithm by two threads, under a lock: one has the first number
 * made smaller, one the second. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x = 6, y = 4;

void *first(void *unused)
{
    int differ = 1;

    while (differ) {
        pthread_mutex_lock(&lock);
        if (x > y)
            x -= y;
        differ = x != y;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *second(void *unused)
{
    int differ = 1;

    while (differ) {
        pthread_mutex_lock(&lock);
        if (y > x)
            y -= x;
        differ = x != y;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 2 || y != 2)
        reach_error();
    return 0;
}
