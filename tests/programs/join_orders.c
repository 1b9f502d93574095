/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* Creation and join order plain accesses, through a third thread too. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *increment(void *unused)
{
    x++;
    return unused;
}

static void *increment_by_other(void *unused)
{
    pthread_t thread;

    x++;
    pthread_create(&thread, NULL, increment, NULL);
    pthread_join(thread, NULL);
    x++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    x = 1;
    pthread_create(&thread, NULL, increment_by_other, NULL);
    pthread_join(thread, NULL);
    x++;
    assert(x == 5);
    return 0;
}
