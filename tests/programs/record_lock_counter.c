/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A number in a file, which each thread has opened for itself, under a lock of
 * all of the file: who is first. The lock orders memory, too. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#ifndef WAITS
#define WAITS F_OFD_SETLKW
#endif
#ifndef FIRST
#define FIRST 0
#define LENGTH 0
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

static void *add(void *file)
{
    int fd = *(int *)file;
    char number;

    assert(!lock(fd, WAITS, F_WRLCK, FIRST, LENGTH));
    assert(pread(fd, &number, 1, 0) == 1);
    number++;
    assert(pwrite(fd, &number, 1, 0) == 1);
    counter++;
    assert(!lock(fd, WAITS, F_UNLCK, FIRST, LENGTH));
    return NULL;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_counter.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0\0", 2, 0) == 2);
    pthread_create(&a, NULL, add, &files[1]);
    add(&files[0]);
    pthread_join(a, NULL);
    return 0;
}
