/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* To unmap memory is an access to it, as to free it is. Here the thread is done
 * before main unmaps what it reads; in another order it would find it gone. */
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
