/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* Thread-local variables start anew in each thread and each execution. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static __thread int zero, seven = 7;
static _Thread_local char text[100] = "thread-local";
atomic_int x;

static void *run(void *unused)
{
    assert(zero == 0 && seven == 7 && text[0] == 't');
    zero++;
    seven++;
    text[0]++;
    atomic_fetch_add(&x, 1);
    assert(zero == 1 && seven == 8 && text[0] == 'u');
    zero++;
    atomic_fetch_add(&x, 1);
    assert(zero == 2 && seven == 8);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
