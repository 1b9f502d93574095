/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What the kernel refuses it refuses at once. */
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

static int file, other, reading;

static void *lock_wrongly(void *unused)
{
    struct flock request = {.l_type = F_WRLCK, .l_whence = 7};

    assert(fcntl(file, F_OFD_SETLKW, &request) && errno == EINVAL);
    request.l_whence = SEEK_SET;
    request.l_pid = 1;
    assert(fcntl(file, F_OFD_SETLKW, &request) && errno == EINVAL);
    request.l_pid = 0;
    request.l_len = -1;
    assert(fcntl(file, F_OFD_SETLKW, &request) && errno == EINVAL);
    assert(lock(reading, F_OFD_SETLKW, F_WRLCK, 0, 0) && errno == EBADF);
    assert(lock(99, F_OFD_SETLKW, F_WRLCK, 0, 0) && errno == EBADF);
    return unused;
}

int main(void)
{
    pthread_t a;

    file = open("record_lock_invalid.txt", O_RDWR | O_CREAT, 0600);
    reading = open("record_lock_invalid.txt", O_RDONLY);
    other = open("record_lock_invalid.txt", O_RDWR);
    assert(!lock(other, F_OFD_SETLK, F_WRLCK, 0, 0));
    pthread_create(&a, NULL, lock_wrongly, NULL);
    pthread_join(a, NULL);
    return 0;
}
