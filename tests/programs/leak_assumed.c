/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --leaks
 * verdict: safe
 * executions: 1
 */
/* An execution in which an assumption does not hold is none of the program's,
 * whatever is lost in it. `take` comes between the two stores, or it is one of
 * the two others. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(void *) slot;

static void *fill(void *unused)
{
    atomic_store(&slot, malloc(8));
    return unused;
}

static void *take(void *unused)
{
    void *taken = atomic_exchange(&slot, NULL);

    mz_assume(taken != NULL);
    free(taken);
    return unused;
}

int main(void)
{
    pthread_t filling, taking;

    pthread_create(&filling, NULL, fill, NULL);
    pthread_create(&taking, NULL, take, NULL);
    pthread_join(filling, NULL);
    atomic_store(&slot, NULL);
    return 0;
}
