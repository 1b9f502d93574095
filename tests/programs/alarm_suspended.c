/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Blocked but in sigsuspend, an alarm comes there, and once. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static int count;

static void on(int signal)
{
    assert(signal == SIGALRM);
    count++;
}

int main(void)
{
    sigset_t alarms, before;

    signal(SIGALRM, on);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarms, &before);
    assert(alarm(1) == 0);
    sigsuspend(&before);
    assert(count == 1 && alarm(0) == 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert(count == 1);
    return 0;
}
