/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Both may have a lock to read: the update of a number in the file is lost. */
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

static void *add(void *file)
{
    int fd = *(int *)file;
    char number;

    assert(!lock(fd, F_OFD_SETLKW, F_RDLCK, 0, 0));
    assert(pread(fd, &number, 1, 0) == 1);
    number++;
    assert(pwrite(fd, &number, 1, 0) == 1);
    assert(!lock(fd, F_OFD_SETLKW, F_UNLCK, 0, 0));
    return NULL;
}

int main(void)
{
    pthread_t a;
    char number;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_shared.txt", O_RDWR | O_CREAT, 0600);
    assert(pwrite(files[0], "\0", 1, 0) == 1);
    pthread_create(&a, NULL, add, &files[1]);
    add(&files[0]);
    pthread_join(a, NULL);
    assert(pread(files[0], &number, 1, 0) == 1 && number == 2);
    return 0;
}
