/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: sleeping past an alarm that is blocked
 */
/* It waits until it is let in, which it never is. */
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;

    alarm(1);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    sleep(2);
    return 0;
}
