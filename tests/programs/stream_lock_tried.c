/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* A stream's lock is to be had before, not during, and again after another has
 * held it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int held;

static void *hold(void *unused)
{
    flockfile(stdout);
    held++;
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t holder;

    pthread_create(&holder, NULL, hold, NULL);
    if (!ftrylockfile(stdout)) {
        assert(!ftrylockfile(stdout));
        held++;
        funlockfile(stdout);
        funlockfile(stdout);
    }
    pthread_join(holder, NULL);
    assert(held);
    return 0;
}
