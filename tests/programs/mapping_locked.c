/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* What is locked may be unmapped before, where the call fails, or after. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>

static void *memory;

static void *unmap(void *unused)
{
    munmap(memory, 4096);
    return unused;
}

int main(void)
{
    pthread_t other;
    int failed;

    memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&other, NULL, unmap, NULL);
    failed = mlock(memory, 4096) ? errno : 0;
    pthread_join(other, NULL);
    assert(!failed || failed == ENOMEM);
    return 0;
}
