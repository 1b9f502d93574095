/* SPDX-License-Identifier: Apache-2.0 */
/* Two numbers overtake each other; together they have a limit. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

enum { ROUNDS = 2, LIMIT = 2 * ROUNDS + 6 };

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int i = 3, j = 6;

static void *up_i(void *unused)
{
    for (int k = 0; k < ROUNDS; k++) {
        __VERIFIER_atomic_begin();
        i = j + 1;
        __VERIFIER_atomic_end();
    }
    return unused;
}

static void *up_j(void *unused)
{
    for (int k = 0; k < ROUNDS; k++) {
        __VERIFIER_atomic_begin();
        j = i + 1;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, up_i, 0);
    pthread_create(&b, 0, up_j, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (i > LIMIT || j > LIMIT)
        reach_error();
    return 0;
}
