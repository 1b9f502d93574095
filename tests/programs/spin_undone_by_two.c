/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A spin lock that its holder takes again: it writes what is there already, and
 * changes a variable of its own, to and fro. Two rounds undo what they wrote. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int phase;

static void *take_twice(void *unused)
{
    for (int i = 0; i < 2; i++)
        while (atomic_exchange(&lock, 1))
            phase = !phase;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, take_twice, NULL);
    pthread_join(thread, NULL);
    return 0;
}
