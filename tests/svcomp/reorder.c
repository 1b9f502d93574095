/* SPDX-License-Identifier: Apache-2.0 */
/* The same in atomic functions. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static int a_value, b_value;

static void __VERIFIER_atomic_set(void)
{
    a_value = 1;
    b_value = -1;
}

static void *set(void *unused)
{
    __VERIFIER_atomic_set();
    return unused;
}

static void __VERIFIER_atomic_check(void)
{
    if (!((a_value == 0 && b_value == 0) || (a_value == 1 && b_value == -1)))
        reach_error();
}

static void *check(void *unused)
{
    __VERIFIER_atomic_check();
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, 0, set, 0);
    pthread_create(&b, 0, set, 0);
    pthread_create(&c, 0, check, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
