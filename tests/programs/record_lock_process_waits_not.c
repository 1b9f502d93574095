/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Locks of the process keep no thread out, and nobody notices them. */
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

static void *lock_all(void *file)
{
    int fd = *(int *)file;
    struct flock who = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    assert(!lock(fd, F_SETLKW, F_WRLCK, 0, 0));
    assert(!fcntl(fd, F_GETLK, &who) && who.l_type == F_UNLCK);
    assert(!lockf(fd, F_TEST, 5) && !lockf(fd, F_LOCK, 5));
    assert(!lockf(fd, F_ULOCK, 5));
    assert(!lock(fd, F_SETLK, F_UNLCK, 0, 0));
    return NULL;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_process_waits_not.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0\0", 2, 0) == 2);
    pthread_create(&a, NULL, lock_all, &files[1]);
    lock_all(&files[0]);
    pthread_join(a, NULL);
    return 0;
}
