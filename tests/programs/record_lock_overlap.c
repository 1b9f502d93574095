/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 5
 */
/* Parts that overlap keep each other out, as long as the common bytes are
 * locked. If the low part is first, the other thread comes before or after its
 * unlock; else the low part's lock is asked for before, between or after the
 * two unlocks of the other. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#ifndef UNLOCKED
#define UNLOCKED 10, 0 /* 5 to 9 stay */
#endif

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

static int files[2], counter;

static void *add_low(void *file)
{
    int fd = *(int *)file;

    assert(!lock(fd, F_OFD_SETLKW, F_WRLCK, 0, 10));
    counter++;
    assert(!lock(fd, F_OFD_SETLKW, F_UNLCK, 0, 10));
    return NULL;
}

static void *add_high(void *file)
{
    int fd = *(int *)file;

    assert(!lock(fd, F_OFD_SETLKW, F_WRLCK, 5, 10));
    assert(!lock(fd, F_OFD_SETLKW, F_UNLCK, UNLOCKED));
    counter++;
    assert(!lock(fd, F_OFD_SETLKW, F_UNLCK, 0, 0));
    return NULL;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_overlap.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0\0", 2, 0) == 2);
    pthread_create(&a, NULL, add_high, &files[1]);
    add_low(&files[0]);
    pthread_join(a, NULL);
    return 0;
}
