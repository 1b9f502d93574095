/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 18
 */
/* Peterson's algorithm; a thread that would wait is cut by an assumption. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2], turn;
static int inside;

static void *enter(void *id)
{
    int me = (int)(intptr_t)id, other = 1 - me;

    atomic_store(&wants[me], 1);
    atomic_store(&turn, other);
    mz_assume(!atomic_load(&wants[other]) || atomic_load(&turn) == me);
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, enter, (void *)0);
    pthread_create(&b, NULL, enter, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
