/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 2 threads wait for the lock of a file
 */
/* Two files, locked in two orders. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int files[2][2];

static void *lock_both(void *which)
{
    int *fds = which;

    flock(fds[0], LOCK_EX);
    flock(fds[1], LOCK_EX);
    flock(fds[1], LOCK_UN);
    flock(fds[0], LOCK_UN);
    return NULL;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++) {
        files[i][i] = open("flock_crosswise.one", O_RDWR | O_CREAT, 0600);
        files[i][!i] = open("flock_crosswise.other", O_RDWR | O_CREAT, 0600);
    }
    pthread_create(&a, NULL, lock_both, files[1]);
    lock_both(files[0]);
    pthread_join(a, NULL);
    return 0;
}
