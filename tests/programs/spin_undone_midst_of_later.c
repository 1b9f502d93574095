/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * compilers: differ
 */
/* The same, if main sees it in the midst of one round, then after it, and in the
 * midst of another one that follows later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int waiting, done;

static void *wait_for_it(void *unused)
{
    while (!atomic_load(&done)) {
        atomic_store(&waiting, 1);
        atomic_store(&waiting, 0);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    for (int i = 0; i < 5; i++)
        seen = 2 * seen + atomic_load(&waiting);
    assert(seen != 21); /* 1, 0, 1, 0, 1 */
    atomic_store(&done, 1);
    pthread_join(thread, NULL);
    return 0;
}
