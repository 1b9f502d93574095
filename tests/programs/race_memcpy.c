/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Library functions read and write on behalf of their callers. */
#include <pthread.h>
#include <string.h>

char from[64], to[64];
static volatile size_t length = sizeof to;

static void *first(void *unused)
{
    memset(from, 1, length);
    return unused;
}

static void *second(void *unused)
{
    memcpy(to, from, length);
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
