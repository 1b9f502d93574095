/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: signal for a thread that is joined already
 */
#include <pthread.h>
#include <signal.h>

static void on(int signal)
{
    (void)signal;
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    pthread_kill(t, SIGUSR1);
}
