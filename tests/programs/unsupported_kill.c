/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_kill
 */
#include <pthread.h>
#include <signal.h>

int main(void)
{
    return pthread_kill(pthread_self(), 0);
}
