/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 4
 * naive: 6
 */
/* x++ is a read and a write: 4 traces, as of a load and a store. */
#include <assert.h>
#include <pthread.h>

int x;

static void *increment(void *unused)
{
    x++;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x >= 1);
    return 0;
}
