/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The signal comes in time, or does not. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static void *waiter(void *signals)
{
    const struct timespec second = {.tv_sec = 1};
    int number = sigtimedwait(signals, NULL, &second);

    assert(number == SIGUSR1 || (number == -1 && errno == EAGAIN));
    return NULL;
}

int main(void)
{
    pthread_t t;
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_create(&t, NULL, waiter, &signals);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
