/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2 --max-events=1000
 * verdict: error
 * error: assertion
 */
/* The same of a variable that lies on the stack: what a round leaves there is
 * another local state. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;

static void *wait_and_remember(void *unused)
{
    volatile int rounds = 0;

    while (!atomic_load(&go))
        if (rounds < 2)
            rounds = rounds + 1;
    assert(rounds != 2);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_and_remember, NULL);
    atomic_store(&go, 1);
    pthread_join(thread, NULL);
    return 0;
}
