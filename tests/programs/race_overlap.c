/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A byte of a word is raced for. */
#include <pthread.h>

union {
    long word;
    char byte[sizeof(long)];
} u;

static void *first(void *unused)
{
    u.word = 0;
    return unused;
}

static void *second(void *unused)
{
    u.byte[5] = 1;
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
