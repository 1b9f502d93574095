/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: unsupported
 * message: mlock with memory that is unmapped, beside other threads
 */
/* What is locked may be unmapped before; then the call fails. */
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

    memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&other, NULL, unmap, NULL);
    mlock(memory, 4096);
    pthread_join(other, NULL);
    return 0;
}
