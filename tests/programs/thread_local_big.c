/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* More thread-local storage than the kernel threads that lend it have stack. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local char big[3 << 20];
static _Thread_local int own = 5;
atomic_int x;

static void *run(void *unused)
{
    assert(own == 5 && big[0] == 0 && big[sizeof big - 1] == 0);
    own = big[0] = big[sizeof big - 1] = 6;
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    run(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
