/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* Two parts that have no byte in common are to be had at once. All orders of
 * the two locks and unlocks, each thread's in its order: 4 choose 2. */
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

static void *lock_low(void *file)
{
    int fd = *(int *)file;

    assert(!lock(fd, F_OFD_SETLK, F_WRLCK, 0, 5));
    assert(!lock(fd, F_OFD_SETLK, F_UNLCK, 0, 5));
    return NULL;
}

static void *lock_high(void *file)
{
    int fd = *(int *)file;

    assert(!lock(fd, F_OFD_SETLK, F_WRLCK, 5, 5));
    assert(!lock(fd, F_OFD_SETLK, F_UNLCK, 5, 5));
    return NULL;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_apart.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0\0", 2, 0) == 2);
    pthread_create(&a, NULL, lock_low, &files[1]);
    lock_high(&files[0]);
    pthread_join(a, NULL);
    return 0;
}
