/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: exit
 * executions: 3
 */
/* What one thread sets for all, others find set or not. Each of the two is asked
 * for before or after it is set; not the mask before and the concurrency after
 * it, which is asked for first and set last. */
#include <pthread.h>
#include <syslog.h>

static void *set(void *unused)
{
    setlogmask(3);
    pthread_setconcurrency(2);
    return unused;
}

int main(void)
{
    int mask, level;
    pthread_t a;

    setlogmask(1);
    pthread_create(&a, NULL, set, NULL);
    level = pthread_getconcurrency();
    mask = setlogmask(0);
    pthread_join(a, NULL);
    return 2 + mask + level;
}
