/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -latomic
 * verdict: error
 * error: assertion
 */
/* Atomic structures that only libatomic can access: what it does is seen. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct wide {
    long a, b, c;
};

struct pair {
    long a, b;
};

_Atomic struct wide wide;
_Atomic struct pair pair;

static void *run(void *unused)
{
    atomic_store(&wide, ((struct wide){1, 1, 1}));
    atomic_store(&pair, ((struct pair){1, 1}));
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct pair p;
    struct wide w;

    pthread_create(&thread, NULL, run, NULL);
    w = atomic_load(&wide);
    p = atomic_load(&pair);
    assert(w.a == w.b && w.b == w.c && p.a == p.b);
    assert(!(w.a == 0 && p.a == 1));
    pthread_join(thread, NULL);
    return 0;
}
