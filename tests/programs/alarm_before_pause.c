/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* An alarm may go off before pause, which then waits for ever. */
#include <signal.h>
#include <unistd.h>

static void on(int signal)
{
    (void)signal;
}

int main(void)
{
    signal(SIGALRM, on);
    alarm(1);
    pause();
    return 0;
}
