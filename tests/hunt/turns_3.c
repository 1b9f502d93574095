/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 3 */
/* Two threads must take turns, 4 times, for the error: each turn but the first
 * is one order more, and the first thread has to begin. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { TURNS = 4, STEPS = 4 };

static atomic_int turn, steps;

static void take(int from)
{
    for (int i = 0; i < STEPS; i++)
        steps++;
    for (int t = from; t < TURNS; t += 2) {
        int expected = t;

        atomic_compare_exchange_strong(&turn, &expected, t + 1);
    }
}

static void *even(void *unused)
{
    take(0);
    return unused;
}

static void *odd(void *unused)
{
    take(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, even, NULL);
    pthread_create(&b, NULL, odd, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(turn < TURNS);
    return 0;
}
