/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* Randomness and identity are the same in every execution. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

enum { CELLS = 997 };

atomic_int x, cells[CELLS];

static void *run(void *unused)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    unsigned seed;
    pthread_t a, b;

    assert(getrandom(&seed, sizeof seed, 0) == sizeof seed);
    srand(seed + (unsigned)getpid());
    atomic_store(&cells[rand() % CELLS], 1);
    assert(getpid() == getpid());
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
