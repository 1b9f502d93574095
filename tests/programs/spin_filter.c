/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * compilers: differ
 * isolation: process
 * object: too large
 */
/* The filter lock: Peterson's for three, a level for each but one. At each a
 * thread waits as long as another is there or above, and it came last. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { THREADS = 3 };

static atomic_int level[THREADS], last[THREADS];
static int inside;

static bool is_alone(int me, int at)
{
    for (int t = 0; t < THREADS; t++)
        if (t != me && atomic_load(&level[t]) >= at)
            return false;
    return true;
}

static void *enter(void *id)
{
    int me = (int)(intptr_t)id;

    for (int at = 1; at < THREADS; at++) {
        atomic_store(&level[me], at);
        atomic_store(&last[at], me);
        while (atomic_load(&last[at]) == me && !is_alone(me, at))
            ;
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&level[me], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (intptr_t t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, enter, (void *)t);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    return 0;
}
