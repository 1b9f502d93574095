/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 */
/* A loop looks for what another thread writes, under a mutex of its own: it is
 * known to wait, though to lock that would be no operation. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *wait_for_flag(void *unused)
{
    pthread_mutex_lock(&own);
    while (!flag) {
        pthread_mutex_unlock(&own);
        pthread_mutex_lock(&own);
    }
    pthread_mutex_unlock(&own);
    return unused;
}

static void *set_flag(void *unused)
{
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t waiter, setter;

    pthread_create(&waiter, NULL, wait_for_flag, NULL);
    pthread_create(&setter, NULL, set_flag, NULL);
    pthread_join(waiter, NULL);
    pthread_join(setter, NULL);
    return 0;
}
