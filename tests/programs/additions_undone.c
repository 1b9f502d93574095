/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 */
/* A lock that is taken by an addition, which a round in vain undoes: a loop that
 * waits, whatever commutes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int holders;
static int data;

static void *run(void *unused)
{
    while (atomic_fetch_add(&holders, 1))
        atomic_fetch_sub(&holders, 1);
    data++;
    atomic_fetch_sub(&holders, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    assert(data == 2);
    return 0;
}
