/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A read and then a write, unordered. */
#include <pthread.h>

int x;
volatile int seen;

static void *first(void *unused)
{
    seen = x;
    return unused;
}

static void *second(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
