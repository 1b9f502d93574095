/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 128
 *
 * Two threads add to a counter; they are joined, and two others do the same,
 * seven times. Numbers are used again from the third round on. Each round has
 * two orders, and comes after the one before: 2^7.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 7 };

static atomic_int count;

static void *add(void *argument)
{
    count++;
    return argument;
}

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_t one, other;

        pthread_create(&one, NULL, add, NULL);
        pthread_create(&other, NULL, add, NULL);
        pthread_join(one, NULL);
        pthread_join(other, NULL);
    }
    assert(count == 2 * ROUNDS);
}
