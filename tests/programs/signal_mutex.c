/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* The handler takes a mutex that its thread may hold. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void on(int signal)
{
    (void)signal;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}

static void *target(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
