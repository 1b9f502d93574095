/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: exit
 * message: 7
 */
/* What main returns is the exit status. */
#include <pthread.h>

static int result;

static void *compute(void *unused)
{
    result = 7;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, compute, NULL);
    pthread_join(thread, NULL);
    return result;
}
