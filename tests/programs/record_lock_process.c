/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Locks of the process, which all its threads are. */
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

static void *add(void *file)
{
    int fd = *(int *)file;
    char number;

    assert(!lock(fd, F_SETLKW, F_WRLCK, 0, 0));
    assert(pread(fd, &number, 1, 0) == 1);
    number++;
    assert(pwrite(fd, &number, 1, 0) == 1);
    counter++;
    assert(!lock(fd, F_SETLKW, F_UNLCK, 0, 0));
    return NULL;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_process.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0\0", 2, 0) == 2);
    pthread_create(&a, NULL, add, &files[1]);
    add(&files[0]);
    pthread_join(a, NULL);
    return 0;
}
