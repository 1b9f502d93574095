/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* From one place one thread takes the rights to memory away, the other has it
 * written: only the kernel's own changes are ordered among themselves. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/random.h>

enum { SIZE = 4096 };

typedef int (*change)(void *, size_t, int);

static char *map;
static const change changes[] = {
    mprotect,
    (change)(void (*)(void))getrandom,
};

static void *call(void *which)
{
    changes[(size_t)which](map, SIZE, 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
    for (size_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, call, (void *)i);
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
