/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* F_OFD_GETLK comes before the lock, while it is held, or after that. */
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

static void *ask(void *unused)
{
    struct flock who = {.l_type = F_RDLCK, .l_whence = SEEK_SET};

    assert(!fcntl(files[1], F_OFD_GETLK, &who));
    assert(who.l_type == F_UNLCK ||
           (who.l_type == F_WRLCK && who.l_start == 3 && who.l_len == 4 &&
            who.l_pid == -1));
    return unused;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("record_lock_told.txt", O_RDWR | O_CREAT, 0600);
    pthread_create(&a, NULL, ask, NULL);
    assert(!lock(files[0], F_OFD_SETLK, F_WRLCK, 3, 4));
    assert(!lock(files[0], F_OFD_SETLK, F_UNLCK, 0, 0));
    pthread_join(a, NULL);
    return 0;
}
