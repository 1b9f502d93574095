/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Blocks that are published by release and acquire, of many sizes, accessed in
 * parts; some are moved. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic(char *) shared;

static char *allocate(size_t size)
{
    char *block = calloc(1, size / 2 + 1);

    block[size / 2] = 'x';
    return realloc(block, size);
}

static void *use(void *unused)
{
    char *block;

    for (int i = 0; i < 2; i++) {
        block = atomic_exchange_explicit(&shared, NULL, memory_order_acquire);
        if (block) {
            block[4] = 1;
            block[7]++;
            free(block);
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    char *blocks[9];

    for (int i = 0; i < 9; i++)
        blocks[i] = allocate(16u << 2 * i);
    pthread_create(&thread, NULL, use, NULL);
    atomic_store_explicit(&shared, allocate(100), memory_order_release);
    for (int i = 0; i < 9; i++) {
        blocks[i][8u << 2 * i]++;
        free(blocks[i]);
    }
    pthread_join(thread, NULL);
    free(atomic_load(&shared));
    return 0;
}
