/* SPDX-License-Identifier: Apache-2.0 */
/* The same as fib; but the sixth Fibonacci number is reached. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

enum { ROUNDS = 2 };

static int i = 1, j = 1;

static void *first(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        i += j;
    return unused;
}

static void *second(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        j += i;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (i >= 8 || j >= 8)
        reach_error();
    return 0;
}
