/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: safe
 * executions: 2
 */
/* Megabytes are filled, copied and freed: by main alone, as nothing that others
 * could see, and beside a thread, as one operation on many objects. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 16 << 20, BESIDE = 1 << 20 };

atomic_int x;
char *beside;

static void *store(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

int main(void)
{
    char *large = malloc(LARGE), *copy = malloc(LARGE);
    pthread_t thread;

    beside = calloc(1, BESIDE);
    memset(large, 1, LARGE);
    memcpy(copy, large, LARGE);
    assert(copy[LARGE - 1] == 1);
    pthread_create(&thread, NULL, store, NULL);
    free(beside);
    atomic_store(&x, 2);
    pthread_join(thread, NULL);
    free(large);
    free(copy);
    return 0;
}
