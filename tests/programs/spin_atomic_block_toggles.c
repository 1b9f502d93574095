/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=26
 * verdict: error
 * error: assertion
 */
/* Each round of the loop, an atomic block, changes what others read, and the
 * next one changes it back: no round is like none, and none is left out. The
 * assertion fails in an execution of five rounds. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static volatile int toggle;
static int stop;

static int __VERIFIER_atomic_round(void)
{
    int next = !toggle;

    if (stop)
        return 1;
    toggle = next;
    toggle = next; /* changes nothing, but the block does */
    return 0;
}

static void *go_round(void *unused)
{
    while (!__VERIFIER_atomic_round())
        ;
    return unused;
}

static int __VERIFIER_atomic_look(void)
{
    return toggle;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;

    pthread_create(&thread, NULL, go_round, NULL);
    for (int i = 0; i < 5; i++)
        seen = 2 * seen + __VERIFIER_atomic_look();
    assert(seen != 10); /* 0 1 0 1 0 */
    __VERIFIER_atomic_begin();
    stop = 1;
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}
