/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * compilers: differ
 */
/* A thread that waits says so for a moment in each round. That is to be seen in
 * the midst of a round only. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int waiting, done;

static void *wait_for_it(void *unused)
{
    while (!atomic_load(&done)) {
        atomic_fetch_add(&waiting, 1);
        atomic_fetch_sub(&waiting, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    assert(!atomic_load(&waiting));
    atomic_store(&done, 1);
    pthread_join(thread, NULL);
    return 0;
}
