/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* In a block that was begun by a call, a function that is a block is part of
 * it. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void __VERIFIER_atomic_increment(void)
{
    x++;
}

static void *both(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_increment();
    y++;
    __VERIFIER_atomic_end();
    return unused;
}

static int __VERIFIER_atomic_difference(void)
{
    return x - y;
}

static void *look(void *unused)
{
    assert(__VERIFIER_atomic_difference() == 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, both, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
