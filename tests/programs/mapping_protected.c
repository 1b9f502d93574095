/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: error
 * error: signal
 * message: SIGSEGV
 */
/* One reads on while it may only be read; the other must not write then. */
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static char *map;

static void *read_it(void *unused)
{
    return map[10] ? unused : NULL;
}

static void *write_it(void *unused)
{
    map[20] = 1;
    return unused;
}

int main(void)
{
    pthread_t reader, writer;

    map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
    pthread_create(&reader, NULL, read_it, NULL);
    pthread_create(&writer, NULL, write_it, NULL);
    mprotect(map, SIZE, PROT_READ);
    pthread_join(reader, NULL);
    pthread_join(writer, NULL);
    return 0;
}
