/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --leaks
 * verdict: error
 * error: memory
 * message: memory leak: 24 bytes in 1 block never freed
 */
/* Both threads find the slot empty: who fills it last drops what is there. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) slot;

static void *fill(void *unused)
{
    char *mine = malloc(24);

    if (!atomic_load(&slot))
        atomic_store(&slot, mine);
    else
        free(mine);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, fill, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(atomic_load(&slot));
    return 0;
}
