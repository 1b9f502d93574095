/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Two unordered writes. */
#include <pthread.h>

int x;

static void *first(void *unused)
{
    x = 1;
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
