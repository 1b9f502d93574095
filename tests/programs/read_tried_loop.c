/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Two read from a pipe that does not let them wait, until each has got a letter:
 * one that finds none changes nothing, and sleeps for a while. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static char got[2];

static void *read_one(void *where)
{
    while (read(ends[0], where, 1) < 0) {
        assert(errno == EAGAIN);
        usleep(100);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    if (pipe2(ends, O_NONBLOCK))
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, read_one, &got[i]);
    if (write(ends[1], "a", 1) != 1 || write(ends[1], "b", 1) != 1)
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return got[0] + got[1] != 'a' + 'b';
}
