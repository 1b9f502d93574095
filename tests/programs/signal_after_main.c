/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Main has ended, but for the process: it handles nothing that is sent to it then.
 * The signal comes before main looks as it ends, and is taken then, or put off and so
 * never handled; or it comes after that. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int handled;
static pthread_t first;

static void on(int signal)
{
    (void)signal;
    handled = 1;
}

static void *send(void *unused)
{
    pthread_kill(first, SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t t;

    first = pthread_self();
    signal(SIGUSR1, on);
    pthread_create(&t, NULL, send, NULL);
    pthread_exit(NULL);
}
