/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int depth_limit = 100;

static int walk(volatile int *v, int depth)
{
    volatile char pad[4096];
    pad[0] = (char)depth;
    if (depth == depth_limit)
        return *v;
    return walk(v, depth + 1) + pad[0];
}

static void *walker(void *arg)
{
    volatile int v = 1;
    walk(&v, 0);
    return arg;
}

static void *tuner(void *arg) { depth_limit = 50; return arg; }

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, NULL, walker, NULL);
    pthread_create(&y, NULL, tuner, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return 0;
}
