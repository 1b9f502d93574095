/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* Another thread uses `late` in some executions only: then what its owner has
 * done to it has to be an operation, and was none in the executions before. It
 * is the same with the block that it finds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static long late;
static _Atomic(long *) found;
static atomic_int begun;

static void *set(void *unused)
{
    long *block = malloc(sizeof *block);

    *block = 1;
    found = block;
    *block = 2;
    late = 1;
    begun = 1;
    late = 2;
    return unused;
}

static void *look(void *unused)
{
    long *block = found;

    if (block && *block == 1 && begun)
        assert(late == 2);
    return unused;
}

int main(void)
{
    pthread_t setter, looker;

    pthread_create(&setter, NULL, set, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(setter, NULL);
    pthread_join(looker, NULL);
    return 0;
}
