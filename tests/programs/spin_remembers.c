/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2 --max-events=1000
 * verdict: error
 * error: assertion
 */
/* What a round leaves in a variable of its own function is another local state:
 * that the second round was the last is found. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;

static void *wait_and_remember(void *unused)
{
    int rounds = 0;

    while (!atomic_load(&go))
        if (rounds < 2)
            rounds++;
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
