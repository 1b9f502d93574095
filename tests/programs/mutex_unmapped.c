/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 * message: SIGSEGV
 */
/* A mutex is unmapped while a thread waits for it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static void *wait_for_it(void *m)
{
    pthread_mutex_lock(m);
    return NULL;
}

int main(void)
{
    void *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_t thread;

    pthread_mutex_init(map, NULL);
    pthread_mutex_lock(map);
    pthread_create(&thread, NULL, wait_for_it, map);
    munmap(map, SIZE);
    pthread_join(thread, NULL);
    return 0;
}
