/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: safe
 * executions: 2
 */
/* Memory that may not be read is unmapped by one, and locked by another: that
 * fails in either order. */
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

enum { SIZE = 3 * 4096 };

static void *memory;

static void *unmap(void *unused)
{
    munmap(memory, SIZE);
    return unused;
}

int main(void)
{
    pthread_t other;

    memory = mmap(NULL, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&other, NULL, unmap, NULL);
    assert(mlock(memory, SIZE));
    pthread_join(other, NULL);
    return 0;
}
