/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 * executions: 2
 */
/* Two additions of which one comes after the other by a flag that is relaxed:
 * so it acquires what the other has released, and there is no data race. (With
 * additions that commute it is taken for one, and looked for again with those
 * that do not.) */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, flag;
static int data;

static void *write(void *unused)
{
    data = 1;
    atomic_fetch_add_explicit(&count, 1, memory_order_release);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, write, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&count, 1, memory_order_acquire);
        assert(data == 1);
    }
    pthread_join(thread, NULL);
    return 0;
}
