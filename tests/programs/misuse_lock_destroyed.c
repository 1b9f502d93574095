/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 */
/* A mutex is locked after it was destroyed. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m);
    return 0;
}
