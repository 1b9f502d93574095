/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* Two others look in the midst of rounds, one of them twice. How many rounds
 * there are is told by who has looked, which no graph of what has been read
 * from where knows (tests/agree/trust.py compares the algorithm trust). */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { LOOKERS = 2 };

static atomic_int waiting, done;

static void *wait_for_it(void *unused)
{
    while (!atomic_load(&done)) {
        atomic_fetch_add(&waiting, 1);
        atomic_fetch_sub(&waiting, 1);
    }
    return unused;
}

static void *look(void *twice)
{
    atomic_load(&waiting);
    if (twice)
        atomic_load(&waiting);
    return NULL;
}

int main(void)
{
    pthread_t lookers[LOOKERS], waiter;

    for (int i = 0; i < LOOKERS; i++)
        pthread_create(&lookers[i], NULL, look, i ? &done : NULL);
    pthread_create(&waiter, NULL, wait_for_it, NULL);
    for (int i = 0; i < LOOKERS; i++)
        pthread_join(lookers[i], NULL);
    atomic_store(&done, 1);
    pthread_join(waiter, NULL);
    return 0;
}
