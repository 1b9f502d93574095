/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* What one thread writes once, and another awaits, which is no access that may
 * be private: both orders are to be explored. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long data;

static void *set(void *unused)
{
    data = 1;
    return unused;
}

static void *look(void *unused)
{
    assert(mz_await(data, <=, 1) == 1);
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
