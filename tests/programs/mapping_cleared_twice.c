/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Two threads have memory cleared, which is no race; but one of them may do so
 * before or after a third one reads there. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/mman.h>

enum { SIZE = 4096 };

static char *map;
static sem_t is_cleared;

static void *clear(void *unused)
{
    madvise(map, SIZE, MADV_DONTNEED);
    return unused;
}

static void *clear_and_post(void *unused)
{
    madvise(map, SIZE, MADV_DONTNEED);
    sem_post(&is_cleared);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    int is_zero;

    map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
    sem_init(&is_cleared, 0, 0);
    pthread_create(&threads[0], NULL, clear, NULL);
    pthread_create(&threads[1], NULL, clear_and_post, NULL);
    sem_wait(&is_cleared);
    is_zero = !map[10];
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return !is_zero;
}
