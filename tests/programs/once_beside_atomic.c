/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* A control beside an atomic variable: two ways for the control; the update by
 * the routine is the first in any case, so there are two orders of those that
 * follow. 2 * 2. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Alignas(8) struct {
    pthread_once_t once;
    atomic_int x;
} s = {.once = PTHREAD_ONCE_INIT};

static void prepare(void)
{
    s.x = 1;
}

static void *use(void *unused)
{
    pthread_once(&s.once, prepare);
    assert(atomic_fetch_add(&s.x, 1) >= 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
