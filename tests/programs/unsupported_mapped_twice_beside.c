/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: pages of a file that are mapped at two places, beside threads
 */
/* What was mapped twice to be read gets a second address to be written by when
 * the other thread runs. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static atomic_int *one, *other;

static void *run(void *unused)
{
    assert(mprotect(one, PAGE, PROT_READ | PROT_WRITE) == 0);
    atomic_store(one, 1);
    atomic_store(one, 2);
    return unused;
}

int main(void)
{
    int file = memfd_create("twice", 0);
    pthread_t thread;

    if (file < 0 || ftruncate(file, PAGE))
        return 1;
    one = mmap(0, PAGE, PROT_READ, MAP_SHARED, file, 0);
    other = mmap(0, PAGE, PROT_READ, MAP_SHARED, file, 0);
    if (one == MAP_FAILED || other == MAP_FAILED)
        return 1;
    pthread_create(&thread, NULL, run, NULL);
    assert(atomic_load(other) != 1);
    pthread_join(thread, NULL);
    return 0;
}
