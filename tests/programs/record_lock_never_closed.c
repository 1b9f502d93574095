/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A lock of a description ends with its last descriptor: the duplicate keeps
 * it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int lock(int fd, int command, short type, off_t start, off_t length)
{
    struct flock request = {
        .l_type = type,
        .l_whence = SEEK_SET,
        .l_start = start,
        .l_len = length,
    };

    return fcntl(fd, command, &request);
}

static int files[2];

static void *wait_for_lock(void *unused)
{
    lock(files[1], F_OFD_SETLKW, F_WRLCK, 0, 0);
    return unused;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_never_closed.txt", O_RDWR | O_CREAT, 0600);
    assert(!lock(files[0], F_OFD_SETLK, F_WRLCK, 3, 4));
    assert(dup(files[0]) >= 0);
    pthread_create(&a, NULL, wait_for_lock, NULL);
    close(files[0]);
    pthread_join(a, NULL);
    return 0;
}
