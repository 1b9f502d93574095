/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* The whole family of allocation, by two threads. */
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

atomic_int x;

static void *allocate(void *unused)
{
    char *block = calloc(3, 7), *copy;
    void *aligned;

    for (int i = 0; i < 21; i++)
        assert(block[i] == 0);
    block = realloc(block, 1000);
    memset(block + 21, 1, 979);
    assert(block[20] == 0 && block[999] == 1);
    assert(malloc_usable_size(block) >= 1000);
    block = realloc(block, 10);
    block[9] = 0;
    copy = strdup(block);
    assert(strcmp(copy, block) == 0);
    atomic_fetch_add(&x, 1);
    free(block);
    free(copy);
    free(NULL);

    assert(posix_memalign(&aligned, 256, 100) == 0);
    assert((uintptr_t)aligned % 256 == 0);
    free(aligned);
    aligned = aligned_alloc(64, 128);
    assert((uintptr_t)aligned % 64 == 0);
    free(aligned);
    block = malloc(5 << 20);
    block[0] = block[(5 << 20) - 1] = 1;
    free(block);
    block = malloc(0);
    free(block);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, allocate, NULL);
    pthread_create(&b, NULL, allocate, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
