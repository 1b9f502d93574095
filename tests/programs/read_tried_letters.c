/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A loop that reads until there is an x: each letter that it gets is gone then,
 * though it is the same one many times. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void *skip(void *unused)
{
    char letter = 0;

    while (letter != 'x')
        if (read(ends[0], &letter, 1) != 1)
            usleep(100);
    return unused;
}

int main(void)
{
    static const char letters[] = "aaaaaaaaaaaa";
    const ssize_t count = sizeof letters - 1;
    pthread_t thread;

    if (pipe2(ends, O_NONBLOCK))
        return 1;
    pthread_create(&thread, NULL, skip, NULL);
    if (write(ends[1], letters, count) != count || write(ends[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, NULL);
    return 0;
}
