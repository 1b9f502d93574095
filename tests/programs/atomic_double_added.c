/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -latomic
 * verdict: safe
 * executions: 16
 */
/* Numbers that are added to atomically, by a load and a compare-exchange that may
 * fail: four traces of each (atomic_double). gcc saves what exceptions of floating
 * point there are before each try, and restores them. */
#include <assert.h>
#include <pthread.h>

static _Atomic double sum;
static _Atomic float product = 1;

static void *change(void *unused)
{
    sum += 0.5;
    product *= 3;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, change, NULL);
    change(NULL);
    pthread_join(thread, NULL);
    assert(sum == 1 && product == 9);
    return 0;
}
