/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* random() may be called by several threads, and gives each the next number: in
 * which order they draw is explored. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 3 };

static long drawn[THREADS];

static void *draw(void *at)
{
    *(long *)at = random();
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    long first;

    srandom(7);
    first = random();
    srandom(7);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, draw, &drawn[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert((drawn[0] == first) + (drawn[1] == first) + (drawn[2] == first) ==
           1);
    return 0;
}
