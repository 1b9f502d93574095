/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: signalfd (signals as input)
 */
/* Signals that are read are not modelled: sigwaitinfo is. */
#include <signal.h>
#include <sys/signalfd.h>

int main(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    return signalfd(-1, &set, 0) < 0;
}
