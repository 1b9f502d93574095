/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* In C a volatile access is a plain one. */
#include <pthread.h>

static volatile int flag;

static void *raise_flag(void *unused)
{
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t other;
    int seen;

    pthread_create(&other, NULL, raise_flag, NULL);
    seen = flag;
    pthread_join(other, NULL);
    return seen > 1;
}
