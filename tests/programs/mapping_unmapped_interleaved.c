/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: error
 * error: signal
 * message: SIGSEGV
 */
/* The same as mapping_unmapped.c: the order in which the thread finds the memory
 * gone is explored. */
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static char *map;

static void *read_it(void *unused)
{
    return map[10] ? unused : NULL;
}

int main(void)
{
    pthread_t thread;

    map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
    pthread_create(&thread, NULL, read_it, NULL);
    munmap(map, SIZE);
    pthread_join(thread, NULL);
    return 0;
}
