/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Bit fields share a word. */
#include <pthread.h>

struct {
    unsigned low : 3, high : 5;
} bits;

static void *first(void *unused)
{
    bits.low = 1;
    return unused;
}

static void *second(void *unused)
{
    bits.high = 1;
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
