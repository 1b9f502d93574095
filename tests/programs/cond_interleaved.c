/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore
 * verdict: error
 * error: misuse
 * message: destroyed
 */
/* Where no race detector looks, the order of its end among its uses is
 * explored. */
#include <pthread.h>

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *signal_it(void *unused)
{
    pthread_cond_signal(&cond);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, signal_it, NULL);
    pthread_cond_destroy(&cond);
    pthread_join(thread, NULL);
    return 0;
}
