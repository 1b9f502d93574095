/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore
 * verdict: safe
 * executions: 1
 */
/* Ignored, the race is neither interleaved nor reported. */
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
    assert(x == 2);
    return 0;
}
