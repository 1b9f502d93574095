/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A thread comes to the second lock in its first round as it does in all others,
 * but to the first one in another state: it stands for good where it holds
 * none, and that is a deadlock, as nobody gives it the second. */
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
    volatile int round;

    pthread_create(&thread, NULL, keep, NULL);
    round = 0;
    for (;;) {
        pthread_mutex_lock(&first);
        round = 2;
        if (!pthread_mutex_trylock(&second))
            break;
        round = 1;
        pthread_mutex_unlock(&first);
    }
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    pthread_join(thread, NULL);
    return 0;
}
