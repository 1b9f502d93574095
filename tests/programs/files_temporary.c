/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* Files whose names libc makes: the same in both executions, which are the
 * orders of two additions, so that what depends on them is deterministic. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int x;

static void *add(void *unused)
{
    atomic_fetch_add(&x, 1);
    return unused;
}

static void map(int file)
{
    int *memory;

    assert(!ftruncate(file, 4096));
    memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert(memory != MAP_FAILED && *memory == 0);
    *memory = 1;
    assert(!munmap(memory, 4096));
}

int main(void)
{
    char a[] = "temporary-XXXXXX.txt", b[] = "temporary-XXXXXX.txt";
    char folder[] = "temporary-XXXXXX", wrong[] = "temporary";
    pthread_t thread;
    int shared;

    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    assert(mkstemps(a, 4) >= 0 && mkstemps(b, 4) >= 0 && strcmp(a, b));
    assert(!access(a, W_OK) && !unlink(a) && access(a, F_OK) == -1);
    assert(mkdtemp(folder) == folder && !chmod(folder, 0500));
    assert(mkstemp(wrong) == -1 && errno == EINVAL);
    shared = shm_open("/mazurka-files", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(shared >= 0);
    map(shared);
    assert(shm_open("/mazurka-files", O_RDWR | O_CREAT | O_EXCL, 0600) == -1);
    assert(tmpfile());
    pthread_join(thread, NULL);
    return 0;
}
