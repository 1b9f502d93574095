/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --dependence=rw
 * verdict: safe
 * executions: 4
 */
/* Memory of which a part is private, and a granule, `mixed`, that one thread uses
 * by a plain access and by an atomic operation. That thread writes `all[1]`, and
 * then adds to `both`; the other one reads `all[1]`, and adds to `both`: two
 * objects, of each two orders, and each of the four pairs of orders can be had. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static long all[3], both, mixed, seen;

static void *copy(void *unused)
{
    memset(all, 1, sizeof all);
    all[0]++;
    all[2]++;
    mixed = 1;
    __atomic_fetch_add(&mixed, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&both, 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *add(void *unused)
{
    seen = all[1];
    __atomic_fetch_add(&both, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t copier, adder;

    pthread_create(&copier, NULL, copy, NULL);
    pthread_create(&adder, NULL, add, NULL);
    pthread_join(copier, NULL);
    pthread_join(adder, NULL);
    assert(both == 2 && mixed == 2 && (!seen || seen == 0x0101010101010101));
    return 0;
}
