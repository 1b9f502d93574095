/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Who does not get the second lock gives the first one back, and begins anew:
 * in vain, as the other thread has ended with it. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused)
{
    pthread_mutex_lock(&second);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, keep, NULL);
    for (;;) {
        pthread_mutex_lock(&first);
        if (!pthread_mutex_trylock(&second))
            break;
        pthread_mutex_unlock(&first);
    }
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    pthread_join(thread, NULL);
    return 0;
}
