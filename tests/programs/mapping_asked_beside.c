/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: safe
 * executions: 4
 */
/* Memory is unmapped before, between or after three calls that ask the kernel
 * to do something to it: where it is gone they fail, and access nothing. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static void *memory;

static void *unmap(void *unused)
{
    munmap(memory, SIZE);
    return unused;
}

int main(void)
{
    pthread_t other;
    int errors[3] = {0};

    memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&other, NULL, unmap, NULL);
    if (madvise(memory, SIZE, MADV_DONTNEED))
        errors[0] = errno;
    if (mprotect(memory, SIZE, PROT_READ))
        errors[1] = errno;
    if (mremap(memory, SIZE, 2 * SIZE, MREMAP_MAYMOVE) == MAP_FAILED)
        errors[2] = errno;
    pthread_join(other, NULL);
    assert(!errors[0] || errors[0] == ENOMEM);
    assert(errors[1] == ENOMEM || (!errors[1] && !errors[0]));
    assert(errors[2] == EFAULT || (!errors[2] && !errors[1]));
    return 0;
}
