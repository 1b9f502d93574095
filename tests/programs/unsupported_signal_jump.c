/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: a jump in the handler of a signal from another thread
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf out;

static void on(int signal)
{
    (void)signal;
    siglongjmp(out, 1);
}

static void *target(void *unused)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

    (void)unused;
    if (!sigsetjmp(out, 1))
        pthread_mutex_lock(&m);
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
