/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --uninitialised
 * verdict: error
 * error: memory
 * message: read of 8 uninitialised bytes, 48 bytes into a block of 64 bytes
 */
/* Copies are no use, however often, by whatever call: what is used then is, and
 * that is told. It has been written if the thread comes first. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int come;
static volatile int used;

static void *run(void *unused)
{
    atomic_store(&come, 1);
    return unused;
}

int main(void)
{
    long *block = malloc(4 * sizeof *block), *copy;
    pthread_t t;

    pthread_create(&t, NULL, run, NULL);
    for (int i = 0; i < 4; i++)
        if (i != 2 || atomic_load(&come))
            block[i] = i;
    block = realloc(block, 8 * sizeof *block);
    memcpy(block + 4, block, 4 * sizeof *block);
    copy = malloc(8 * sizeof *copy);
    memmove(copy, block, 8 * sizeof *copy);
    pthread_join(t, NULL);
    if (copy[6] > 1)
        used = 1;
    free(block);
    free(copy);
    return 0;
}
