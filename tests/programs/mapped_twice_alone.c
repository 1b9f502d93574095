/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* Pages of a file may lie at two places while main is alone, at one beside
 * others, and so may others that nobody writes to. Two updates of the counter
 * have two orders. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static atomic_int *counter;

static void *run(void *unused)
{
    atomic_fetch_add(counter, 1);
    return unused;
}

static void *map(int file, int rights, int from)
{
    void *memory = mmap(0, PAGE, rights, MAP_SHARED, file, from);

    assert(memory != MAP_FAILED);
    return memory;
}

int main(void)
{
    int file = memfd_create("alone", 0);
    atomic_int *again;
    pthread_t thread;

    if (file < 0 || ftruncate(file, 2 * PAGE))
        return 1;
    counter = map(file, PROT_READ | PROT_WRITE, 0);
    again = map(file, PROT_READ, 0);
    atomic_store(counter, 1);
    assert(atomic_load(again) == 1);
    munmap(again, PAGE);
    map(file, PROT_READ, PAGE);
    map(file, PROT_READ, PAGE);
    pthread_create(&thread, NULL, run, NULL);
    atomic_fetch_add(counter, 1);
    pthread_join(thread, NULL);
    assert(atomic_load(counter) == 3);
    return 0;
}
