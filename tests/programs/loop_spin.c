/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * executions: 1
 * message: 1 thread waits for a change, in a loop, 1 for another thread's end
 */
/* Spins on a flag that nobody sets. */
#include <pthread.h>
#include <stdatomic.h>

atomic_bool flag;

static void *wait_for_flag(void *unused)
{
    while (!atomic_load(&flag))
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_flag, NULL);
    pthread_join(thread, NULL);
    return 0;
}
