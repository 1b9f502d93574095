/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 6
 */
/* The heart of Dekker's algorithm: at most one sees the other not wanting. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2];
static int entered;

static void *enter(void *id)
{
    intptr_t me = (intptr_t)id;

    atomic_store(&wants[me], 1);
    if (!atomic_load(&wants[1 - me]))
        entered++;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, enter, (void *)0);
    pthread_create(&b, NULL, enter, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entered <= 1);
    return 0;
}
