/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 */
/* A normal mutex, unlocked by a thread that does not hold it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *unused)
{
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_mutex_lock(&m);
    pthread_create(&thread, NULL, unlock, NULL);
    pthread_join(thread, NULL);
    return 0;
}
