/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --volatile=atomic
 * verdict: error
 * error: assertion
 */
/* A volatile counter loses updates, though it does not race. */
#include <assert.h>
#include <pthread.h>

static volatile unsigned long counter;

static void *increment(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, increment, NULL);
    increment(NULL);
    pthread_join(other, NULL);
    assert(counter == 2);
    return 0;
}
