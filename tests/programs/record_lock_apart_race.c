/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Locks of two parts order nothing. */
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

static int files[2], counter;

static void *add_at(int fd, off_t start)
{
    assert(!lock(fd, F_OFD_SETLKW, F_WRLCK, start, 5));
    counter++;
    assert(!lock(fd, F_OFD_SETLKW, F_UNLCK, start, 5));
    return NULL;
}

static void *add_low(void *file)
{
    return add_at(*(int *)file, 0);
}

static void *add_high(void *file)
{
    return add_at(*(int *)file, 5);
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_apart_race.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0\0", 2, 0) == 2);
    pthread_create(&a, NULL, add_low, &files[1]);
    add_high(&files[0]);
    pthread_join(a, NULL);
    return 0;
}
