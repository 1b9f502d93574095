/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: child processes beside a thread that ignores signals
 */
/* A child ignores what its parent does when it begins. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static void *ignore(void *unused)
{
    signal(SIGUSR1, SIG_IGN);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, ignore, NULL);
    assert(system("kill -USR1 $$"));
    pthread_join(thread, NULL);
    return 0;
}
