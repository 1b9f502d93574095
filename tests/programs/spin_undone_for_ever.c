/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * compilers: differ
 */
/* A thread writes and undoes that in each round, and waits for what nobody does. */
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
    pthread_join(thread, NULL);
    return 0;
}
