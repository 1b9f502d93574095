/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 3 */
/* What one thread puts down a second takes up and a third looks at, each
 * without a lock. Three orders, one for each pair. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z, steps;

static void *put(void *unused)
{
    for (int i = 0; i < 3; i++)
        steps++;
    x = 1;
    z = 1;
    return unused;
}

static void *pass(void *unused)
{
    int seen = x;

    for (int i = 0; i < 3; i++)
        steps++;
    y = seen;
    return unused;
}

static void *look(void *unused)
{
    int seen = y;

    assert(!seen || z);
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    pthread_create(&threads[0], NULL, put, NULL);
    pthread_create(&threads[1], NULL, pass, NULL);
    pthread_create(&threads[2], NULL, look, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
