/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --algorithm=pop
 * verdict: safe
 * executions: 6
 */
/* What main does depends on what the last execution has left on its stack, far
 * below where its frames begin: were that not zeros at the start of each
 * execution, a step would be another one than before. Only some executions leave
 * something so far below. main reads one of 0, 1, 2, and then one that is not
 * less: six ways. That a step is another one is seen by pop alone. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void remember(int value)
{
    volatile int frame[100000]; /* and nothing else of it is touched */

    if (frame[10] == 1)
        atomic_store(&y, 1);
    if (value)
        frame[10] = value;
}

static void *thread(void *unused)
{
    (void)unused;
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int before;

    pthread_create(&t, NULL, thread, NULL);
    before = atomic_load(&x);
    remember(before == 1);
    atomic_load(&x);
    pthread_join(t, NULL);
    return 0;
}
