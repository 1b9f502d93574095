/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: data-race
 */
/* Who waits reads plain data in each round; who is told, by a relaxed store,
 * that the waiting is over writes there. Nothing orders these two, and they meet
 * only if the round comes before what ends the loop. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, done;
static int data;

static void *wait_and_tell(void *unused)
{
    while (!atomic_load_explicit(&go, memory_order_relaxed))
        (void)*(volatile int *)&data;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

static void *write_when_told(void *unused)
{
    if (atomic_load_explicit(&done, memory_order_relaxed))
        data = 1;
    return unused;
}

static void *let_go(void *unused)
{
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, wait_and_tell, NULL);
    pthread_create(&b, NULL, write_when_told, NULL);
    pthread_create(&c, NULL, let_go, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
