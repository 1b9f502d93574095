/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The buffer that a stream was given is the stream's: what a thread writes
 * there meets what another prints. */
#include <pthread.h>
#include <stdio.h>

static char buffer[64];
static FILE *stream;

static void *print(void *unused)
{
    fputs("text", stream);
    return unused;
}

int main(void)
{
    pthread_t thread;

    stream = tmpfile();
    if (!stream || setvbuf(stream, buffer, _IOFBF, sizeof buffer))
        return 1;
    pthread_create(&thread, NULL, print, NULL);
    buffer[2] = 'x';
    pthread_join(thread, NULL);
    return 0;
}
