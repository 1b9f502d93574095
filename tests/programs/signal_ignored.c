/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What is ignored is not there, and nobody can tell when it was sent. */
#include <pthread.h>
#include <signal.h>

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, SIG_IGN);
    pthread_create(&t, NULL, nothing, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
