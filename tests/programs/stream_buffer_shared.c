/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Two threads may print to a stream that was given a buffer: two orders. It is
 * the program's again when the stream is closed. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *stream;

static void *print(void *unused)
{
    fputs("text", stream);
    return unused;
}

int main(void)
{
    char *buffer = malloc(64);
    pthread_t thread;

    stream = tmpfile();
    assert(stream && setvbuf(stream, buffer, _IOFBF, 64) == 0);
    pthread_create(&thread, NULL, print, NULL);
    fputs("more", stream);
    pthread_join(thread, NULL);
    assert(buffer[3] == 't' || buffer[3] == 'e');
    fclose(stream);
    buffer[3] = 'x';
    free(buffer);
    return 0;
}
