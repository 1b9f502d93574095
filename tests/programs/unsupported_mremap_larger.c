/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: two places
 */
/* Each mapping has a page of the file of its own, until one becomes larger. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static atomic_int *other;

static void *store(void *unused)
{
    atomic_store(other, 1);
    atomic_store(other, 0);
    return unused;
}

int main(void)
{
    int fd = memfd_create("pages", 0);
    char *one;
    pthread_t thread;
    int found;

    if (ftruncate(fd, 2 * PAGE))
        return 2;
    one = mmap(0, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    other = mmap(0, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PAGE);
    one = mremap(one, PAGE, 2 * PAGE, MREMAP_MAYMOVE);
    pthread_create(&thread, 0, store, 0);
    found = atomic_load((atomic_int *)(one + PAGE));
    pthread_join(thread, 0);
    return found;
}
