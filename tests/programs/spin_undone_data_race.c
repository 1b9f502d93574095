/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * compilers: differ
 */
/* What a thread that waits writes for a moment is plain, and main reads it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done, there;
int waiting;

static void *wait_for_it(void *unused)
{
    while (!atomic_load(&done)) {
        waiting = 1;
        atomic_load(&there);
        waiting = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    seen = waiting;
    atomic_store(&done, 1);
    pthread_join(thread, NULL);
    return seen > 1;
}
