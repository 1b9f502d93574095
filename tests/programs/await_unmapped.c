/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 * message: SIGSEGV
 */
/* The variable is unmapped while a thread waits for it. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static void *wait_for_one(void *argument)
{
    atomic_int *x = argument;

    mz_await(*x, ==, 1);
    return NULL;
}

int main(void)
{
    void *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_one, map);
    munmap(map, SIZE);
    pthread_join(thread, NULL);
    return 0;
}
