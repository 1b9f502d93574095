/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=16
 * verdict: incomplete
 */
/* Each takes its word back when the other has spoken, too. If they go on in
 * step this has no end; but it has one if either goes on alone. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void *enter(void *mine)
{
    atomic_int *other = mine == &wants[0] ? &wants[1] : &wants[0];

    for (;;) {
        atomic_store((atomic_int *)mine, 1);
        if (!atomic_load(other))
            break;
        atomic_store((atomic_int *)mine, 0);
    }
    atomic_store((atomic_int *)mine, 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, enter, &wants[0]);
    pthread_create(&b, NULL, enter, &wants[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
