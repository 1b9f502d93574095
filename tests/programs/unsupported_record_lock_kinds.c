/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: fcntl locks of the process and of a descriptor on one file
 */
/* Both kinds of locks on one file. */
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

static void *lock_file(void *unused)
{
    assert(!lock(files[1], F_SETLK, F_WRLCK, 0, 0));
    return unused;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("unsupported_record_lock_kinds.txt", O_RDWR | O_CREAT, 0600);
    pthread_create(&a, NULL, lock_file, NULL);
    lock(files[0], F_OFD_SETLK, F_WRLCK, 0, 0);
    pthread_join(a, NULL);
    return 0;
}
