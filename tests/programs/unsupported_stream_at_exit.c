/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: a stream on a pipe or socket that nobody reads
 */
/* libc would be sent SIGPIPE as the process exits, which flushes its streams. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *close_it(void *unused)
{
    close(ends[0]);
    return unused;
}

int main(void)
{
    pthread_t thread;
    FILE *out;

    if (pipe(ends) || !(out = fdopen(ends[1], "w")))
        return 1;
    fputs("text", out);
    pthread_create(&thread, NULL, close_it, NULL);
    pthread_join(thread, NULL);
    return 0;
}
