/* SPDX-License-Identifier: Apache-2.0 */
/* Euclid's algorithm by two threads without a lock: a race, but who may write
 * is the one that has the larger number. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

int x = 6, y = 4;

void *first(void *unused)
{
    while (x != y)
        if (x > y)
            x -= y;
    return 0;
}

void *second(void *unused)
{
    while (x != y)
        if (y > x)
            y -= x;
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
