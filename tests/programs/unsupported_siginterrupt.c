/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: siginterrupt
 */
/* It changes what is done at a signal where libc keeps that. */
#define _GNU_SOURCE
#include <signal.h>

int main(void)
{
    return siginterrupt(SIGUSR1, 1);
}
