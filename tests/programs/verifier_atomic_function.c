/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* A function that runs atomically by its name: however it is left, called by
 * another one, inlined or not. One block of a thread comes before, between or
 * after two of the other. */
#include <assert.h>
#include <pthread.h>

static int sum;

static int __VERIFIER_atomic_add(int by)
{
    if (by == 0)
        return sum;
    sum += by;
    return sum;
}

static inline __attribute__((always_inline)) void __VERIFIER_atomic_twice(void)
{
    __VERIFIER_atomic_add(1);
    __VERIFIER_atomic_add(1);
}

static void *twice(void *unused)
{
    __VERIFIER_atomic_twice();
    return unused;
}

static void *look(void *unused)
{
    int before = __VERIFIER_atomic_add(0);
    int after = __VERIFIER_atomic_add(2);

    assert(before % 2 == 0 && after % 2 == 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, twice, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 4);
    return 0;
}
