/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: error
 * error: assertion
 *
 * As thread_rounds, but an update is lost when both read before one writes. That
 * the numbers of the last round's threads were others' must not order the two.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 7 };

static atomic_int count;

static void *set(void *argument)
{
    count = 1;
    return argument;
}

static void *add(void *argument)
{
    count = count + 1;
    return argument;
}

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        void *(*function)(void *) = i == ROUNDS - 1 ? add : set;
        pthread_t one, other;

        pthread_create(&one, NULL, function, NULL);
        pthread_create(&other, NULL, function, NULL);
        pthread_join(one, NULL);
        pthread_join(other, NULL);
    }
    assert(count == 3);
}
