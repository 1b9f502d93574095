/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: error
 * error: assertion
 */
/* A page is touched, or not yet. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static char *map;

static void *touch(void *unused)
{
    map[10] = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    unsigned char is_there = 0;

    map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
    pthread_create(&thread, NULL, touch, NULL);
    mincore(map, SIZE, &is_there);
    assert(!(is_there & 1));
    pthread_join(thread, NULL);
    return 0;
}
