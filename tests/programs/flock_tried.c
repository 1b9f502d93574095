/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A try comes before or after the lock is given back, which to close the
 * description is, too. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int files[2];

static void *try(void *unused)
{
    int status = flock(files[1], LOCK_SH | LOCK_NB);

    assert(!status || errno == EWOULDBLOCK);
    return unused;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("flock_tried.txt", O_RDWR | O_CREAT, 0600);
    assert(!flock(files[0], LOCK_EX));
    pthread_create(&a, NULL, try, NULL);
    close(files[0]);
    pthread_join(a, NULL);
    assert(!flock(files[1], LOCK_EX));
    return 0;
}
