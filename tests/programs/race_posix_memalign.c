/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* posix_memalign writes the address of the block where it is told to. */
#include <pthread.h>
#include <stdlib.h>

static void *block;

static void *allocate(void *unused)
{
    return posix_memalign(&block, 64, 64) ? NULL : unused;
}

int main(void)
{
    pthread_t other;
    void *seen;

    pthread_create(&other, NULL, allocate, NULL);
    seen = block;
    pthread_join(other, NULL);
    free(block);
    return seen && !block;
}
