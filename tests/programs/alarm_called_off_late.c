/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* What a timer has sent before it is called off, and is blocked, waits. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static void on(int signal)
{
    (void)signal;
}

int main(void)
{
    sigset_t set;

    signal(SIGALRM, on);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    alarm(10);
    alarm(0);
    sigpending(&set);
    assert(!sigismember(&set, SIGALRM));
    return 0;
}
