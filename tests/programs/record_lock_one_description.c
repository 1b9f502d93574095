/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The lock belongs to the open file description, which both threads use: it
 * keeps neither out. */
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

static int file, copy, counter;

static void *add(void *fd)
{
    assert(!lock(*(int *)fd, F_OFD_SETLKW, F_WRLCK, 0, 0));
    counter++;
    assert(!lock(*(int *)fd, F_OFD_SETLKW, F_UNLCK, 0, 0));
    return NULL;
}

int main(void)
{
    pthread_t a;

    file = open("record_lock_one_description.txt", O_RDWR | O_CREAT, 0600);
    copy = dup(file);
    pthread_create(&a, NULL, add, &copy);
    add(&file);
    pthread_join(a, NULL);
    return 0;
}
