/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=200
 * verdict: error
 * error: loop
 * message: no other thread can go on
 */
/* A spin lock that its holder takes again: it writes what is there already, and
 * changes variables of its own, to and fro: more than is remembered of a round that
 * undoes what it wrote. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int lock;
static char phases[4096];

static void *take_twice(void *unused)
{
    for (int i = 0; i < 2; i++)
        while (atomic_exchange(&lock, 1))
            memset(phases, !phases[0], sizeof phases);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, take_twice, NULL);
    pthread_join(thread, NULL);
    return 0;
}
