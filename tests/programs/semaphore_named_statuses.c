/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* What is told of names. A count outlasts that nobody has the semaphore
 * open, until its name is removed. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>

static int count_of(sem_t *semaphore)
{
    int count;

    sem_getvalue(semaphore, &count);
    return count;
}

int main(void)
{
    sem_t *a, *b, *c;

    assert(sem_open("/a", 0) == SEM_FAILED && errno == ENOENT);
    assert(sem_unlink("/a") == -1 && errno == ENOENT);
    assert(sem_open("/", O_CREAT, 0600, 1) == SEM_FAILED && errno == EINVAL);
    assert(sem_open("/a/b", O_CREAT, 0600, 1) == SEM_FAILED);
    assert(errno == EINVAL);
    a = sem_open("/a", O_CREAT, 0600, 3);
    b = sem_open("/a", O_CREAT, 0600, 7);
    assert(a == b && count_of(a) == 3);
    assert(sem_open("/a", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
    assert(errno == EEXIST);
    sem_wait(a);
    assert(!sem_close(a) && count_of(b) == 2 && !sem_close(b));
    assert(sem_close(b) == -1 && errno == EINVAL);
    a = sem_open("/a", 0);
    assert(count_of(a) == 2 && !sem_unlink("/a"));
    c = sem_open("/a", O_CREAT, 0600, 9);
    assert(c != a && count_of(a) == 2 && count_of(c) == 9);
    return 0;
}
