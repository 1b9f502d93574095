/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* What one thread writes once, and another reads by an atomic operation: both
 * orders are to be explored. */
#include <assert.h>
#include <pthread.h>

static long data;

static void *set(void *unused)
{
    data = 1;
    return unused;
}

static void *look(void *unused)
{
    assert(__atomic_load_n(&data, __ATOMIC_SEQ_CST) == 1);
    return unused;
}

int main(void)
{
    pthread_t setter, looker;

    pthread_create(&setter, NULL, set, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(setter, NULL);
    pthread_join(looker, NULL);
    return 0;
}
