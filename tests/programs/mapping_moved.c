/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The thread writes to where a mapping was, or will be no more. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static char *map;

static void *write_it(void *unused)
{
    map[10] = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    char *moved;

    map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
    pthread_create(&thread, NULL, write_it, NULL);
    moved = mremap(map, SIZE, 2 * SIZE, MREMAP_MAYMOVE);
    pthread_join(thread, NULL);
    return moved[10];
}
