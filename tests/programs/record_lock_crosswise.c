/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Two parts of a file, locked in two orders. */
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

static void *lock_both(int fd, off_t first, off_t second)
{
    assert(!lock(fd, F_OFD_SETLKW, F_WRLCK, first, 1));
    assert(!lock(fd, F_OFD_SETLKW, F_WRLCK, second, 1));
    assert(!lock(fd, F_OFD_SETLKW, F_UNLCK, 0, 0));
    return NULL;
}

static void *upwards(void *file)
{
    return lock_both(*(int *)file, 0, 1);
}

static void *downwards(void *file)
{
    return lock_both(*(int *)file, 1, 0);
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_crosswise.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0\0", 2, 0) == 2);
    pthread_create(&a, NULL, upwards, &files[1]);
    downwards(&files[0]);
    pthread_join(a, NULL);
    return 0;
}
