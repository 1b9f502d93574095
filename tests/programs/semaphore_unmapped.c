/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 * message: SIGSEGV
 */
/* A semaphore is unmapped while a thread waits for it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static void *wait_for_it(void *m)
{
    sem_wait(m);
    return NULL;
}

int main(void)
{
    void *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_t thread;

    sem_init(map, 0, 0);
    pthread_create(&thread, NULL, wait_for_it, map);
    munmap(map, SIZE);
    pthread_join(thread, NULL);
    return 0;
}
