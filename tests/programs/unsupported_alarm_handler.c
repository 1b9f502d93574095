/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: alarm with a handler
 */
/* When it comes is not explored. */
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
    return pause();
}
