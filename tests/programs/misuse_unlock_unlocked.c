/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 */
/* A mutex is unlocked that nobody holds. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
