/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Who has a lock to read and asks for one to write keeps what it has: two that
 * do it wait for each other. */
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

static void *convert(void *file)
{
    int fd = *(int *)file;

    assert(!lock(fd, F_OFD_SETLKW, F_RDLCK, 0, 0));
    assert(!lock(fd, F_OFD_SETLKW, F_WRLCK, 0, 0));
    assert(!lock(fd, F_OFD_SETLKW, F_UNLCK, 0, 0));
    return NULL;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_converted.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0\0", 2, 0) == 2);
    pthread_create(&a, NULL, convert, &files[1]);
    convert(&files[0]);
    pthread_join(a, NULL);
    return 0;
}
