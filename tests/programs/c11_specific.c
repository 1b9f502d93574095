/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Thread-specific data of C11: each thread has its own, and its destructor. */
#include <assert.h>
#include <threads.h>

static tss_t key;

static void count(void *counter)
{
    ++*(int *)counter;
}

static int run(void *counter)
{
    assert(!tss_get(key));
    assert(tss_set(key, counter) == thrd_success);
    assert(tss_get(key) == counter);
    return 0;
}

int main(void)
{
    int counter[2] = {0};
    thrd_t thread[2];

    assert(tss_create(&key, count) == thrd_success);
    for (int i = 0; i < 2; i++)
        thrd_create(&thread[i], run, &counter[i]);
    for (int i = 0; i < 2; i++)
        thrd_join(thread[i], NULL);
    assert(counter[0] == 1 && counter[1] == 1);
    assert(!tss_get(key));
    tss_delete(key);
    return 0;
}
