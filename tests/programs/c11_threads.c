/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Two threads of C11 and an atomic variable: either is the first. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x;

static int run(void *unused)
{
    (void)unused;
    return atomic_fetch_add(&x, 1) - 1;
}

int main(void)
{
    thrd_t a, b;
    int one, two;

    assert(thrd_create(&a, run, NULL) == thrd_success);
    assert(thrd_create(&b, run, NULL) == thrd_success);
    assert(!thrd_equal(a, b));
    assert(thrd_join(a, &one) == thrd_success);
    assert(thrd_join(b, &two) == thrd_success);
    assert(one + two == -1 && one != two);
    return 0;
}
