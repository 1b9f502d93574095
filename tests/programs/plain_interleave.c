/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 4
 * naive: 6
 */
/* x++ is a read and a write: 4 traces, as of a load and a store. */
#include <pthread.h>

int x;

static void *increment(void *unused)
{
    x++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, increment, NULL);
    x++;
    pthread_exit(NULL);
}
