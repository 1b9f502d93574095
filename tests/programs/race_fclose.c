/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: data race: not thread-safe: fclose
 */
/* Streams lock themselves; but who closes one must be the last to use it. */
#include <pthread.h>
#include <stdio.h>

FILE *stream;

static void *print(void *unused)
{
    fputs("one", stream);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    stream = fopen("/dev/null", "w");
    pthread_create(&a, NULL, print, NULL);
    pthread_create(&b, NULL, print, NULL);
    fclose(stream);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
