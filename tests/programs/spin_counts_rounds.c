/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2 --max-events=1000
 * verdict: error
 * error: assertion
 */
/* A loop that waits, and that the search knows from its first use, remembers
 * its first rounds in global variables in its second: these have not only read,
 * and that there may be two of them is found. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int go[2];
int has_begun, has_begun_again;

static __attribute__((noinline)) void wait_for(atomic_int *variable, int counts)
{
    while (!atomic_load(variable))
        if (counts && !has_begun)
            has_begun = 1;
        else if (counts && !has_begun_again)
            has_begun_again = 1;
}

static void *wait_and_count(void *unused)
{
    wait_for(&go[0], 0);
    wait_for(&go[1], 1);
    assert(!has_begun_again);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_and_count, NULL);
    atomic_store(&go[0], 1);
    atomic_store(&go[1], 1);
    pthread_join(thread, NULL);
    return 0;
}
