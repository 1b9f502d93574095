/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Two threads map memory and unmap it, one after the other as it happens. That
 * the second might get the address of the first is no race. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static void *work(void *unused)
{
    char *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    map[10] = 1;
    map = mremap(map, SIZE, 3 * SIZE, MREMAP_MAYMOVE);
    assert(map != MAP_FAILED && map[10] == 1 && !map[2 * SIZE]);
    map = mremap(map, 3 * SIZE, SIZE, 0);
    assert(map != MAP_FAILED && map[10]++ == 1);
    mprotect(map, SIZE, PROT_READ);
    assert(map[10] == 2);
    munmap(map, SIZE);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
