/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 * executions: 4
 */
/* Who reads the count acquires from all additions, in whatever order they were
 * run: each comes before the read, or after it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int data[2];

static void *write(void *of)
{
    *(int *)of = 1;
    atomic_fetch_add_explicit(&count, 1, memory_order_release);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, write, &data[0]);
    pthread_create(&b, NULL, write, &data[1]);
    if (atomic_load_explicit(&count, memory_order_acquire) == 2)
        assert(data[0] + data[1] == 2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
