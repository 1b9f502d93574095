/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Who has a shared lock and asks for the other kind gives that back first: so
 * two that do it do not wait for each other. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int files[2], inside;

static void *convert(void *file)
{
    int fd = *(int *)file;

    assert(!flock(fd, LOCK_SH) && !flock(fd, LOCK_EX));
    assert(++inside == 1);
    inside--;
    assert(!flock(fd, LOCK_UN));
    return NULL;
}

int main(void)
{
    pthread_t a;

    for (int i = 0; i < 2; i++)
        files[i] = open("flock_converted.txt", O_RDWR | O_CREAT, 0600);
    pthread_create(&a, NULL, convert, &files[0]);
    convert(&files[1]);
    pthread_join(a, NULL);
    return 0;
}
