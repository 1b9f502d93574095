/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=32
 * verdict: error
 * error: assertion
 * isolation: process
 */
/* A round of the loop leaves everything as it was, but not each of its blocks:
 * on its own stack, where another thread may look in between, again and again.
 * So the assertion fails in some execution: in one that comes after 19,000, long
 * after loops are looked for; --max-events is as small as it can be for that. */
#include <assert.h>
#include <pthread.h>

static int stop, *place;

static void __VERIFIER_atomic_show(int *own)
{
    *own = 1;
    place = own;
}

static int __VERIFIER_atomic_hide(int *own)
{
    *own = 0;
    return stop;
}

static int __VERIFIER_atomic_look(void)
{
    return place && *place;
}

static void __VERIFIER_atomic_stop(void)
{
    stop = 1;
}

static void *go_round(void *unused)
{
    int own = 0;

    do
        __VERIFIER_atomic_show(&own);
    while (!__VERIFIER_atomic_hide(&own));
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;

    pthread_create(&thread, NULL, go_round, NULL);
    for (int i = 0; i < 5; i++)
        seen = 2 * seen + __VERIFIER_atomic_look();
    assert(seen != 10); /* 0 1 0 1 0 */
    __VERIFIER_atomic_stop();
    pthread_join(thread, NULL);
    return 0;
}
