/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: data race: not thread-safe: fclose
 */
/* Streams lock themselves; but who closes one must be the last to use it. */
#include <pthread.h>
#include <stdio.h>

FILE *stream;

static void *close_it(void *unused)
{
    fclose(stream);
    return unused;
}

int main(void)
{
    pthread_t a;

    stream = fopen("/dev/null", "w");
    pthread_create(&a, NULL, close_it, NULL);
    fputs("one", stream);
    pthread_join(a, NULL);
    return 0;
}
