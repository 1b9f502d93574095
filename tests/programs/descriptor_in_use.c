/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* dup2 gives a number to another file. Who writes by it looks at the number
 * first, and writes to what it was then. The look is before or after, and the
 * write, where it is to the old file, before or after that is looked at. Where
 * the look is after dup2 the write is to the other file, and before or after the
 * look at that. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int one, old, other;

static void *put(void *unused)
{
    assert(write(one, "a", 1) == 1);
    return unused;
}

static off_t size(int file)
{
    struct stat status;

    return fstat(file, &status) ? -1 : status.st_size;
}

int main(void)
{
    pthread_t a;

    one = open("descriptor_in_use.one", O_RDWR | O_CREAT, 0600);
    old = dup(one);
    other = open("descriptor_in_use.other", O_RDWR | O_CREAT, 0600);
    pthread_create(&a, NULL, put, NULL);
    assert(dup2(other, one) == one);
    assert(size(old) + size(other) <= 1);
    pthread_join(a, NULL);
    assert(size(old) + size(other) == 1);
    return 0;
}
